/// What `--json` prints.
enum JSONValue {
  case text(String)
  /// Not a number is written as null, which JSON has no other word for.
  case number(Double)
  case whole(Int)
  case truth(Bool)
  case list([JSONValue])
  case fields([Field])
  /// A text that is JSON already.
  case json(String)
  case null

  /// A type of its own: through a tuple of both, the compiler takes the enumeration for circular when it builds a part of the files anew.
  struct Field {
    let name: String
    let value: JSONValue
  }

  static func object(_ fields: [(String, JSONValue)]) -> JSONValue {
    .fields(fields.map { Field(name: $0.0, value: $0.1) })
  }

  static func optional(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
  static func optional(_ value: Int?) -> JSONValue { value.map { .whole($0) } ?? .null }
  static func optional(_ value: String?) -> JSONValue { value.map { .text($0) } ?? .null }

  /// On several lines, two spaces for each level.
  var description: String { lines(indent: "") + "\n" }

  private func lines(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .number(let number): return number.isFinite ? "\(number)" : "null"
    case .whole(let number): return "\(number)"
    case .truth(let truth): return truth ? "true" : "false"
    case .json(let text): return text
    case .null: return "null"
    case .list(let values):
      if values.isEmpty { return "[]" }
      return "[\n" + values.map { inner + $0.lines(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
    case .fields(let fields):
      if fields.isEmpty { return "{}" }
      let lines = fields.map { "\(inner)\(Self.quoted($0.name)): \($0.value.lines(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
