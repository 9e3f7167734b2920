/// What a command was called with, checked against its declaration.
public struct Arguments: Sendable {
  public internal(set) var operands: [String] = []
  /// What stands behind `--`, where that is for another command.
  public internal(set) var rest: [String] = []
  var values: [String: [String]] = [:]

  public func isSet(_ option: OptionSpec) -> Bool { values[option.name] != nil }

  /// The last value that was given.
  public subscript(_ option: OptionSpec) -> String? { values[option.name]?.last }

  /// Every value, in order.
  public func all(_ option: OptionSpec) -> [String] { values[option.name] ?? [] }

  mutating func add(_ option: OptionSpec, _ value: String) { values[option.name, default: []].append(value) }
}

/// The user wrote something that the command does not understand.
public struct UsageError: Error, Equatable {
  public let message: String

  public init(_ message: String) { self.message = message }
}
