/// Why a file cannot be read or written: file, reason and remedy, for the user to read.
public struct AudioFileError: Error {
  public enum Kind: Sendable { case input, output }

  public let kind: Kind
  public let path: String
  public let reason: String
  public let remedy: String

  public var message: String {
    "\(path == "-" ? kind == .input ? "standard input" : "standard output" : path): \(reason); \(remedy)"
  }

  public init(_ kind: Kind, _ path: String, _ reason: String, remedy: String) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }
}
