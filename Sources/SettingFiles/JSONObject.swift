import CJansson

/// A JSON object in the making. Fields keep their order; what is nil, empty or no finite number is left out. Build.
public struct JSONObject: ~Copyable {
  private let json: UnsafeMutablePointer<json_t>

  public init() {
    guard let json = json_object() else { fatalError("out of memory") }
    self.json = json
  }

  deinit { nf_json_release(json) }

  public func set(_ key: StaticString, _ text: String?) {
    if let text { _ = json_object_set_new(json, "\(key)", json_string(text)) }
  }

  /// Rounded to `decimals` digits behind the point.
  public func set(_ key: StaticString, _ number: Double?, decimals: Int = 0) {
    if let number, number.magnitude < 1e12 { _ = json_object_set_new(json, "\(key)", Self.value(number, decimals)) }
  }

  private static func value(_ number: Double, _ decimals: Int) -> UnsafeMutablePointer<json_t>? {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let value = (number * scale).rounded() / scale
    return value == value.rounded() ? json_integer(json_int_t(value)) : json_real(value)
  }

  public func set(_ key: StaticString, _ object: borrowing JSONObject) {
    if json_object_size(object.json) > 0 { _ = json_object_set_new(json, "\(key)", nf_json_retain(object.json)) }
  }

  /// Adds an object to the list of this name.
  public func append(to key: StaticString, _ object: borrowing JSONObject) {
    append(to: key, nf_json_retain(object.json))
  }

  /// Adds a finite number, rounded to `decimals` digits behind the point, to the list of this name.
  public func append(to key: StaticString, _ number: Double, decimals: Int) {
    append(to: key, Self.value(number, decimals))
  }

  private func append(to key: StaticString, _ entry: UnsafeMutablePointer<json_t>?) {
    if json_object_get(json, "\(key)") == nil { _ = json_object_set_new(json, "\(key)", json_array()) }
    _ = json_array_append_new(json_object_get(json, "\(key)"), entry)
  }

  /// For people to read: what fits into a line stands in one.
  public var text: String { Self.text(json, indent: 0, room: 120) + "\n" }

  private static func text(_ json: UnsafeMutablePointer<json_t>, indent: Int, room: Int) -> String {
    let line = line(json)
    let isObject = nf_json_is_object(json) != 0
    guard indent == 0 || line.utf8.count > room, isObject || nf_json_is_array(json) != 0 else { return line }
    let margin = String(repeating: " ", count: indent + 2)
    var entries = ""
    func add(_ name: String, _ value: UnsafeMutablePointer<json_t>) {
      let start = margin + name
      entries += (entries.isEmpty ? "\n" : ",\n") + start
      entries += text(value, indent: indent + 2, room: 120 - start.utf8.count)
    }
    if isObject {
      var entry = json_object_iter(json)
      while let now = entry {
        if let key = json_object_iter_key(now), let value = json_object_iter_value(now) {
          add("\"" + String(cString: key) + "\": ", value)
        }
        entry = json_object_iter_next(json, now)
      }
    } else {
      for place in 0..<json_array_size(json) { if let value = json_array_get(json, place) { add("", value) } }
    }
    let end = "\n" + String(repeating: " ", count: indent)
    return isObject ? "{" + entries + end + "}" : "[" + entries + end + "]"
  }

  private static func line(_ json: UnsafeMutablePointer<json_t>) -> String {
    guard let text = nf_json_line(json) else { fatalError("out of memory") }
    defer { nf_json_free_text(text) }
    return String(cString: text)
  }
}
