/// An order of the four channels of a first-order field.
struct FieldOrder {
  /// Of each channel in turn, its place in W Y Z X.
  let places: [Int]

  init(_ convention: FieldConvention) {
    places = (0..<4).map { channel in convention.order.firstIndex(of: channel)! }
  }

  /// Four different letters, as WXYZ; nil for anything else.
  init?(_ text: String) {
    let letters = Array("WYZX")
    places = text.uppercased().compactMap { letters.firstIndex(of: $0) }
    guard text.count == 4, Set(places).count == 4 else { return nil }
  }

  var isAmbiX: Bool { places == [0, 1, 2, 3] }
  var text: String { String(places.map { Array("WYZX")[$0] }) }
}
