/// Why head-related responses cannot be used: file, reason and remedy, for the user to read.
public struct HeadDataError: Error {
  public enum Reason: Equatable, Sendable {
    case unreadable, notSOFA, damaged, wrongConvention, noMeasurements, notFinite, outOfMemory
  }

  public let path: String
  public let reason: Reason

  public init(_ path: String, _ reason: Reason) {
    self.path = path
    self.reason = reason
  }

  public var message: String {
    let (problem, remedy): (String, String) =
      switch reason {
      case .unreadable: ("cannot be read", "check that the file exists and its permissions")
      case .notSOFA: ("is not a SOFA file", "choose a file of the format AES69 (.sofa)")
      case .damaged: ("is damaged or cut short", "download or copy it again")
      case .wrongConvention:
        ("holds no head-related impulse responses for two ears", "choose one of the convention SimpleFreeFieldHRIR")
      case .noMeasurements: ("holds too few directions", "choose a file that covers the sphere, 12 directions at least")
      case .notFinite: ("holds values that are not finite, or silence only", "download or copy it again")
      case .outOfMemory: ("is too large for the memory", "choose a smaller one")
      }
    return "the SOFA file " + path + " " + problem + "; " + remedy
  }
}
