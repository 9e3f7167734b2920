/// A file that the user chooses in the host, kept in its sessions: LV2's `patch:writable` of the range `atom:Path`.
public struct FileProperty {
  /// Permanent: sessions refer to it.
  public let uri: StaticString
  public let name: StaticString
  /// One sentence for the user.
  public let comment: StaticString

  public init(uri: StaticString, name: StaticString, comment: StaticString) {
    self.uri = uri
    self.name = name
    self.comment = comment
  }
}
