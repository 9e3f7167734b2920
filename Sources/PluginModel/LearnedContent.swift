/// What a plugin learns from what it hears: the content of one of its files, which sessions keep as text where it comes from no
/// file, and which is written to where another property says.
public struct LearnedContent {
  /// Its place among `PluginSpec.files`.
  public let file: Int
  /// The place of the property that holds the path to write to; nothing is read from there.
  public let target: Int
  /// Of the text in sessions. Permanent.
  public let uri: StaticString

  public init(file: Int, target: Int, uri: StaticString) {
    self.file = file
    self.target = target
    self.uri = uri
  }
}
