import CMySofa

/// Where the head's responses come from: a file that was asked for, the default file, or a sphere. Build.
public struct HeadModel: ~Copyable {
  /// What the user is told; raw values are those of the port.
  public enum Status: Int { case defaultFile, chosenFile, defaultInsteadOfChosen, sphere }

  public let responses: HeadResponses
  public let status: Status
  /// The file that they are from; nil for the sphere.
  public let path: String?

  /// Names the file to use instead of the default one.
  public static let environmentName = "NEARFAR_HRTF"

  /// The responses of a file that was chosen.
  public init(file path: String, sampleRate: Double) throws(HeadDataError) {
    responses = HeadResponses(try SOFAFile.read(path), sampleRate: sampleRate)
    responses.level()
    status = .chosenFile
    self.path = path
  }

  /// The best responses that can be had, at `sampleRate`. Every file that fails is reported through `warn`; there is always
  /// something to hear with. `defaults`: tried in turn.
  public init(
    chosen: String?, defaults: [String] = SOFAFile.defaultPaths, sampleRate: Double, warn: (String) -> Void
  ) {
    if let chosen {
      do throws(HeadDataError) {
        self = try HeadModel(file: chosen, sampleRate: sampleRate)
        return
      } catch {
        warn(error.message + "; the default is used")
      }
    }
    var first: HeadDataError?
    for path in defaults {
      do throws(HeadDataError) {
        responses = HeadResponses(try SOFAFile.read(path), sampleRate: sampleRate)
        responses.level()
        status = chosen == nil ? .defaultFile : .defaultInsteadOfChosen
        self.path = path
        return
      } catch {
        if first == nil || (first?.reason == .unreadable && error.reason != .unreadable) { first = error }
      }
    }
    warn((first?.message ?? "no default SOFA file is known") + " (Debian: libmysofa1); a spherical head is used")
    responses = SphericalHead.responses(sampleRate: sampleRate)
    responses.level()
    status = .sphere
    path = nil
  }

  /// The path in the environment, if any.
  public static var chosenPath: String? {
    guard let value = nf_environment(environmentName), value[0] != 0 else { return nil }
    return String(cString: value)
  }
}
