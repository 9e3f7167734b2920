/// A program of several commands.
public struct ProgramSpec: Sendable {
  public let name: String
  public let version: String
  public let summary: String
  /// Paragraphs.
  public let description: [String]
  public let commands: [CommandSpec]
  public let exitCodes: [(code: Int32, meaning: String)]
  public let environment: [(name: String, meaning: String)]
  public let files: [(path: String, meaning: String)]

  public init(
    _ name: String, version: String, summary: String, description: [String], commands: [CommandSpec],
    exitCodes: [(code: Int32, meaning: String)], environment: [(name: String, meaning: String)] = [],
    files: [(path: String, meaning: String)] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.description = description
    self.commands = commands
    self.exitCodes = exitCodes
    self.environment = environment
    self.files = files
  }

  /// Of every command and of the program itself.
  public static let help = OptionSpec("help", "h", .none, "Print this help and exit.")

  public func command(_ name: String) -> CommandSpec? { commands.first { $0.name == name } }
}
