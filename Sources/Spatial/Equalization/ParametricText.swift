import SettingFiles
import Signal

/// Reads the text of a parametric equalizer, as Equalizer APO and AutoEq write it. Build.
///
/// `Preamp: -6.2 dB`; `Filter 1: ON PK Fc 105 Hz Gain 5.1 dB Q 0.70` with the kinds PK (PEQ, Modal), LS, LSC, HS, HSC, LP, LPQ,
/// HP, HPQ; `GraphicEQ: 20 -1.5; 21 -1.4; …`. Source: Equalizer APO, "Configuration reference" (its wiki).
struct ParametricText {
  let path: String

  /// The commands that this reads, and those that would change the sound in other ways. Any other line is a remark.
  private static let commands: [StaticString] = ["Preamp", "Filter", "GraphicEQ"]
  private static let foreign: [StaticString] = [
    "Channel", "Copy", "Delay", "Convolution", "Include", "If", "ElseIf", "Else", "EndIf", "Eval", "Loudness",
    "VSTPlugin",
  ]

  static func isCommand(_ line: TextLine) -> Bool {
    guard let command = command(line) else { return false }
    return commands.contains { isNamed(command, $0) }
  }

  func read(_ lines: [TextLine]) throws(SettingFileError) -> Equalization {
    var result = Equalization()
    for line in lines where line.bytes.first != UInt8(ascii: "#") {
      guard let command = ParametricText.command(line) else {
        let words = words(line)
        if words.count > 1 && words[1].number != nil
          && ParametricText.commands.contains(where: { words[0].matches($0) })
        {
          throw error(line, "has no colon", "write it as in Preamp: -6.2 dB")
        }
        continue
      }
      if ParametricText.isNamed(command, "Preamp") {
        result.preampDecibels += try preamp(line)
      } else if ParametricText.isNamed(command, "Filter") {
        guard let filter = try filter(line) else { continue }
        guard result.filters.count < Equalization.mostFilters else {
          throw error(line, "is one filter too many", "keep at most 64 filters")
        }
        result.filters.append(filter)
      } else if ParametricText.isNamed(command, "GraphicEQ") {
        guard result.curve.isEmpty else { throw error(line, "is a second GraphicEQ", "keep one of them") }
        result.curve = try graphic(line)
      } else if ParametricText.foreign.contains(where: { ParametricText.isNamed(command, $0) }) {
        throw error(line, command.text + " is not supported", "keep the lines Preamp and Filter alone")
      }
    }
    return result
  }

  // MARK: Lines

  /// What stands before the colon.
  private static func command(_ line: TextLine) -> TextWord? {
    guard let colon = line.bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    return TextWord(bytes: TextLine.trimmed(line.bytes[..<colon]))
  }

  /// The name alone, or followed by a number: `Filter 12`, `Filter12`.
  private static func isNamed(_ command: TextWord, _ name: StaticString) -> Bool {
    guard command.hasPrefix(name) else { return false }
    return command.bytes.dropFirst(name.utf8CodeUnitCount).allSatisfy { TextLine.isSpace($0) || ($0 >= 48 && $0 <= 57) }
  }

  private func words(_ line: TextLine) -> [TextWord] {
    let start = line.bytes.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1 } ?? line.bytes.startIndex
    return TextLine(number: line.number, bytes: line.bytes[start...]).words { TextLine.isSpace($0) }
  }

  private func preamp(_ line: TextLine) throws(SettingFileError) -> Double {
    guard let first = words(line).first else {
      throw error(line, "has no level", "write it as in Preamp: -6.2 dB")
    }
    return try number(first, line, "a preamp", in: -60...20, "dB")
  }

  /// Nil where it is off.
  private func filter(_ line: TextLine) throws(SettingFileError) -> EqualizerFilter? {
    let words = words(line)
    guard let state = words.first else { throw badForm(line) }
    if state.matches("OFF") { return nil }
    guard state.matches("ON"), words.count > 1 else { throw badForm(line) }
    if words[1].matches("None") { return nil }
    guard let kind = ParametricText.kind(words[1]) else {
      throw error(
        line, "filters of the kind \"" + words[1].text + "\" are not supported", "use PK, LSC, HSC, LP or HP")
    }
    var filter = EqualizerFilter(kind: kind, hz: 0, q: 0.7071)
    var (hasGain, hasQ) = (false, false)
    var place = 2
    while place < words.count {
      let word = words[place]
      let value = place + 1 < words.count ? words[place + 1] : TextWord(bytes: [])
      if word.matches("Fc") {
        filter.hz = try number(ParametricText.withoutThousandsComma(value), line, "a frequency", in: 1...100_000, "Hz")
        place += 2
      } else if word.matches("Gain") {
        filter.decibels = try number(value, line, "a gain", in: -40...40, "dB")
        hasGain = true
        place += 2
      } else if word.matches("Q") {
        filter.q = try number(value, line, "a Q", in: 0.05...100, "")
        hasQ = true
        place += 2
      } else if word.matches("BW") || word.matches("T60") {
        throw error(line, word.text + " is not supported", "give the filter's Q instead")
      } else if word.matches("Hz") || word.matches("dB") {
        place += 1
      } else if word.number != nil && value.matches("dB") {
        throw error(line, "slopes in dB are not supported", "give the filter's Q instead")
      } else {
        throw error(
          line, "\"" + word.text + "\" is not understood", "write it as in Filter 1: ON PK Fc 105 Hz Gain 5.1 dB Q 0.70"
        )
      }
    }
    guard filter.hz > 0 else { throw badForm(line) }
    if kind == .peak && !(hasGain && hasQ) { throw badForm(line) }
    if (kind == .lowShelf || kind == .highShelf) && !hasGain { throw badForm(line) }
    return filter
  }

  /// 1,250 is 1250: no frequency is written with three decimals.
  private static func withoutThousandsComma(_ word: TextWord) -> TextWord {
    guard let comma = word.bytes.firstIndex(of: UInt8(ascii: ",")), word.bytes.endIndex - comma == 4 else {
      return word
    }
    return TextWord(bytes: word.bytes[..<comma] + word.bytes[(comma + 1)...])
  }

  /// Shelves without a Q are 12 dB per octave at most, as Butterworth sections.
  private static func kind(_ word: TextWord) -> EqualizerFilter.Kind? {
    if word.matches("PK") || word.matches("PEQ") || word.matches("Modal") { return .peak }
    if word.matches("LS") || word.matches("LSC") || word.matches("LSQ") { return .lowShelf }
    if word.matches("HS") || word.matches("HSC") || word.matches("HSQ") { return .highShelf }
    if word.matches("LP") || word.matches("LPQ") { return .lowPass }
    if word.matches("HP") || word.matches("HPQ") { return .highPass }
    return nil
  }

  /// Pairs of frequency and gain between semicolons.
  private func graphic(_ line: TextLine) throws(SettingFileError) -> [ResponsePoint] {
    let start = line.bytes.firstIndex(of: UInt8(ascii: ":"))! + 1
    var points: [ResponsePoint] = []
    for pair in TextLine(number: line.number, bytes: line.bytes[start...]).words({ $0 == UInt8(ascii: ";") }) {
      if pair.bytes.isEmpty { continue }
      let words = TextLine(number: line.number, bytes: pair.bytes).words { TextLine.isSpace($0) }
      guard words.count == 2 else {
        throw error(
          line, "\"" + pair.text + "\" is no pair of frequency and gain", "write it as in GraphicEQ: 20 -1.5; 21 -1.4")
      }
      points.append(
        ResponsePoint(
          hz: try number(words[0], line, "a frequency", in: 0...1_000_000, "Hz"),
          decibels: try number(words[1], line, "a gain", in: -200...200, "dB")))
    }
    return try ResponseCurve.checked(points, line.number, path).prepared(mostBoost: 12, mostCut: 24)
  }

  // MARK: Errors

  private func number(
    _ word: TextWord, _ line: TextLine, _ what: String, in range: ClosedRange<Double>, _ unit: String
  ) throws(SettingFileError) -> Double {
    guard let value = word.number else {
      throw error(
        line, "\"" + word.text + "\" is no number", "write it as in Filter 1: ON PK Fc 105 Hz Gain 5.1 dB Q 0.70")
    }
    guard range.contains(value) else {
      let space = unit.isEmpty ? "" : " "
      let limits = SettingFileError.number(range.lowerBound) + " to " + SettingFileError.number(range.upperBound)
      throw error(
        line, what + " of " + word.text + space + unit + " is out of range", "stay within " + limits + space + unit)
    }
    return value
  }

  private func badForm(_ line: TextLine) -> SettingFileError {
    error(line, "is no complete filter", "write it as in Filter 1: ON PK Fc 105 Hz Gain 5.1 dB Q 0.70")
  }

  private func error(_ line: TextLine, _ reason: String, _ remedy: String) -> SettingFileError {
    SettingFileError(kind: Equalization.kind, path: path, line: line.number, reason: reason, remedy: remedy)
  }
}
