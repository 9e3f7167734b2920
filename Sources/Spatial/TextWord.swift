/// A piece of a text file, as bytes: no locale takes part in reading it. Build.
struct TextWord {
  let bytes: ArraySlice<UInt8>

  /// In letters of any case.
  func matches(_ word: StaticString) -> Bool {
    guard bytes.count == word.utf8CodeUnitCount else { return false }
    return hasPrefix(word)
  }

  func hasPrefix(_ word: StaticString) -> Bool {
    guard bytes.count >= word.utf8CodeUnitCount else { return false }
    var place = bytes.startIndex
    for index in 0..<word.utf8CodeUnitCount {
      if TextWord.lower(bytes[place]) != TextWord.lower(word.utf8Start[index]) { return false }
      place += 1
    }
    return true
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte >= 65 && byte <= 90 ? byte + 32 : byte }

  /// At most 40 bytes, for messages.
  var text: String { String(decoding: bytes.prefix(40), as: UTF8.self) }

  /// A decimal number, its point written as a point or a comma, with or without an exponent; nil for anything else.
  var number: Double? {
    var place = bytes.startIndex
    func isDigit() -> Bool { place < bytes.endIndex && bytes[place] >= 48 && bytes[place] <= 57 }
    var sign = 1.0
    if place < bytes.endIndex && (bytes[place] == UInt8(ascii: "-") || bytes[place] == UInt8(ascii: "+")) {
      sign = bytes[place] == UInt8(ascii: "-") ? -1 : 1
      place += 1
    }
    var (mantissa, digits, exponent) = (0.0, 0, 0)
    while isDigit() {
      mantissa = 10 * mantissa + Double(bytes[place] - 48)
      digits += 1
      place += 1
    }
    if place < bytes.endIndex && (bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",")) {
      place += 1
      while isDigit() {
        mantissa = 10 * mantissa + Double(bytes[place] - 48)
        digits += 1
        exponent -= 1
        place += 1
      }
    }
    guard digits > 0 && digits < 300 else { return nil }
    if place < bytes.endIndex && (bytes[place] == UInt8(ascii: "e") || bytes[place] == UInt8(ascii: "E")) {
      guard let written = TextWord(bytes: bytes[(place + 1)...]).wholeNumber else { return nil }
      exponent += written
      place = bytes.endIndex
    }
    guard place == bytes.endIndex else { return nil }
    var (scale, left) = (1.0, min(exponent.magnitude, 400))
    while left > 0 {
      scale *= 10
      left -= 1
    }
    let value = sign * (exponent < 0 ? mantissa / scale : mantissa * scale)
    return value.isFinite ? value : nil
  }

  /// With a sign or without, at most four digits.
  private var wholeNumber: Int? {
    var rest = bytes
    var sign = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      sign = first == UInt8(ascii: "-") ? -1 : 1
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty && rest.count <= 4 else { return nil }
    var value = 0
    for byte in rest {
      guard byte >= 48 && byte <= 57 else { return nil }
      value = 10 * value + Int(byte - 48)
    }
    return sign * value
  }
}

/// One line of a text file.
struct TextLine {
  /// Counted from 1.
  let number: Int
  let bytes: ArraySlice<UInt8>

  /// The words between bytes of which `isSeparator` is true; with `keepsEmpty` also those between two of them.
  func words(keepsEmpty: Bool = false, _ isSeparator: (UInt8) -> Bool) -> [TextWord] {
    var words: [TextWord] = []
    var start = bytes.startIndex
    for place in bytes.indices where isSeparator(bytes[place]) {
      if keepsEmpty || place > start { words.append(TextWord(bytes: TextLine.trimmed(bytes[start..<place]))) }
      start = place + 1
    }
    if keepsEmpty || start < bytes.endIndex {
      words.append(TextWord(bytes: TextLine.trimmed(bytes[start..<bytes.endIndex])))
    }
    return words
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 }

  /// Without spaces, tabs and quotation marks at either end.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isOuter(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: "\"") }
    var rest = bytes
    while let first = rest.first, isOuter(first) { rest = rest.dropFirst() }
    while let last = rest.last, isOuter(last) { rest = rest.dropLast() }
    return rest
  }
}
