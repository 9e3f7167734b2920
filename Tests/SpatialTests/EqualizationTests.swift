import Foundation
import SettingFiles
import Testing

@testable import Signal
@testable import Spatial

/// Files that equalize headphones, and the response of what is made of them.
@Suite struct EqualizationTests {
  static let rates: [Double] = [44_100, 48_000, 96_000, 192_000]

  private func file(_ bytes: Data) throws -> String {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("nearfar-eq-\(getpid())-\(UUID().uuidString).txt").path
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  private func read(_ text: String) throws -> Equalization { try read(Data(text.utf8)) }

  private func read(_ bytes: Data) throws -> Equalization {
    let path = try file(bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try Equalization(file: path)
  }

  /// The message of the error that reading it ends with.
  private func failure(_ bytes: Data) throws -> String {
    do {
      _ = try read(bytes)
      return "(none)"
    } catch let error as SettingFileError {
      return error.message
    }
  }

  private func failure(_ text: String) throws -> String { try failure(Data(text.utf8)) }

  /// The impulse response of both channels.
  private func impulse(_ equalization: Equalization, _ rate: Double) -> [[Float]] {
    let frames = Int(rate)
    let cascade = EqualizerCascade(equalization, sampleRate: rate)
    let audio = ChannelBuffer(channels: 2, capacity: frames)
    audio[0][0] = 1
    audio[1][0] = 1
    cascade.process(audio[0], audio[1], frames: frames)
    return (0..<2).map { channel in (0..<frames).map { audio[channel][$0] } }
  }

  private func level(_ response: [Float], _ hz: Double, _ rate: Double) -> Double {
    var (re, im) = (0.0, 0.0)
    for (frame, x) in response.enumerated() {
      re += Double(x) * cos(2 * .pi * hz * Double(frame) / rate)
      im -= Double(x) * sin(2 * .pi * hz * Double(frame) / rate)
    }
    return 10 * log10(re * re + im * im)
  }

  static let parametric = """
    Preamp: -6.2 dB
    # a remark
    Filter 1: ON LSC Fc 105 Hz Gain 5.1 dB Q 0.70
    Filter 2: ON PK Fc 1000 Hz Gain 4.0 dB Q 1.41
    Filter 3: OFF PK Fc 1000 Hz Gain 20.0 dB Q 1.41
    Filter 4: ON PK Fc 3000 Hz Gain -5.5 dB Q 4
    Filter 5: ON HSC Fc 10000 Hz Gain -3.0 dB Q 0.70
    Filter 6: ON None
    """

  @Test(arguments: rates) func parametricLevelsAreThoseOfTheCookbook(_ rate: Double) throws {
    let equalization = try read(Self.parametric)
    let response = impulse(equalization, rate)
    #expect(response[0] == response[1])
    // At the centre of a peak its gain is exact; what the others add there is computed from their analogue prototypes.
    let shelf1k = analogueShelf(1000, corner: 105, gain: 5.1, q: 0.7)
    let peak1k = analoguePeak(1000, centre: 3000, gain: -5.5, q: 4)
    let high1k = analogueShelf(10_000, corner: 1000, gain: -3, q: 0.7)
    #expect(abs(level(response[0], 1000, rate) - (-6.2 + 4 + shelf1k + peak1k + high1k)) < 0.1)
    #expect(abs(level(response[0], 20, rate) - (-6.2 + 5.1)) < 0.1)
    let shelf3k = analogueShelf(10_000, corner: 3000, gain: -3, q: 0.7)
    let peak3k = analoguePeak(3000, centre: 1000, gain: 4, q: 1.41)
    #expect(abs(level(response[0], 3000, rate) - (-6.2 - 5.5 + shelf3k + peak3k)) < 0.1)
  }

  /// Levels of the analogue prototypes at `hz`. A high shelf is a low one with both frequencies exchanged.
  private func analogueShelf(_ hz: Double, corner: Double, gain: Double, q: Double) -> Double {
    let (a, s) = (pow(10, gain / 40), hz / corner)
    func power(_ re: Double, _ im: Double) -> Double { re * re + im * im }
    let up = power(a - s * s, sqrt(a) / q * s)
    let down = power(1 - a * s * s, sqrt(a) / q * s)
    return 10 * log10(a * a * up / down)
  }

  private func analoguePeak(_ hz: Double, centre: Double, gain: Double, q: Double) -> Double {
    let (a, s) = (pow(10, gain / 40), hz / centre)
    let re = (1 - s * s) * (1 - s * s)
    return 10 * log10((re + s * s * a * a / q / q) / (re + s * s / a / a / q / q))
  }

  @Test func formsOfTheSameText() throws {
    let plain = try read(Self.parametric).filters
    let comma = Self.parametric.replacingOccurrences(of: ".", with: ",")
    let forms: [Data] = [
      Data(Self.parametric.replacingOccurrences(of: "\n", with: "\r\n").utf8),
      Data(Self.parametric.replacingOccurrences(of: "\n", with: "\r").utf8),
      Data([0xEF, 0xBB, 0xBF]) + Data(Self.parametric.utf8), Data(comma.utf8), Data(Self.parametric.uppercased().utf8),
      Data(("Room EQ V5.20\nDated: today\n\n" + Self.parametric + "\n\n").utf8),
      Data(Self.parametric.replacingOccurrences(of: "1000 Hz", with: "1,000 Hz").utf8),
    ]
    for (place, form) in forms.enumerated() {
      let other = try read(form)
      #expect(other.filters == plain, "form \(place)")
      #expect(other.preampDecibels == -6.2)
    }
    #expect(plain.count == 4)
    // Filters that the rate has no room for are left out.
    let high = try read("Filter 1: ON PK Fc 23000 Hz Gain 6 dB Q 1")
    #expect(impulse(high, 44_100)[0][0] == 1 && impulse(high, 96_000)[0][0] != 1)
  }

  @Test func mistakesAreNamed() throws {
    let cases: [(String, String)] = [
      ("Preamp: 3 dB\nFilter 1: ON PK Fc 10x Hz Gain 1 dB Q 1", "line 2: \"10x\" is no number"),
      (
        "Filter 1: ON PK Fc 100 Hz Gain 500 dB Q 1",
        "line 1: a gain of 500 dB is out of range; stay within -40 to 40 dB"
      ),
      ("Filter 1: ON PK Fc 100 Hz Gain 5 dB", "line 1: is no complete filter"),
      ("Filter 1: ON PK Fc 100 Hz Gain 5 dB Q 0", "a Q of 0 is out of range"),
      ("Filter 1: ON AP Fc 100 Hz Q 1", "kind \"AP\" are not supported"),
      ("Filter 1: ON", "is no complete filter"), ("Preamp: 1\nChannel: L", "line 2: Channel is not supported"),
      ("Preamp -6 dB\nFilter 1: ON PK Fc 1 Hz Gain 1 dB Q 1", "line 1: has no colon"),
      ("Preamp: nan dB", "\"nan\" is no number"), ("", "is empty"), ("\n\n  \n", "holds remarks alone"),
      ("frequency,raw\n100,1\n200,x\n3000,2", "line 3: \"x\" is no number"),
      ("frequency,raw\n100,1\n200\n3000,2", "line 3: has too few columns"),
      ("frequency,raw\n5000,1\n8000,1\n9000,2", "does not cover the audible range"),
      ("just some words", "is neither a table nor an equalizer's text"),
      (String(repeating: "Filter: ON PK Fc 100 Hz Gain 1 dB Q 1\n", count: 65), "line 65: is one filter too many"),
    ]
    for (text, wanted) in cases {
      let message = try failure(text)
      #expect(message.contains(wanted) && message.hasPrefix("the equalization file /"), "\(message)")
    }
    #expect(try failure(Data([0x7F, 0x45, 0x4C, 0x46, 0, 0, 1])).contains("is no text"))
    #expect(try failure(Data(count: 2 << 20)).contains("is larger than 1 MB"))
    for (path, wanted) in [
      ("/nowhere/eq.txt", "cannot be found"), ("/tmp", "is a folder"), ("/dev/zero", "is no ordinary file"),
    ] {
      do {
        _ = try Equalization(file: path)
        Issue.record("\(path) was read")
      } catch {
        #expect(error.message.contains(path) && error.message.contains(wanted))
      }
    }
  }

  // MARK: Curves

  /// A headphone's response: a bass roll-off, a presence peak, a notch, a treble peak.
  private func measured(_ hz: Double) -> Double {
    func bump(_ centre: Double, _ gain: Double, _ octaves: Double) -> Double {
      gain * exp(-pow(log2(hz / centre) / octaves, 2))
    }
    return 70 - 5 / (1 + pow(hz / 40, 2)) + bump(2800, 8, 0.5) - bump(5500, 4, 0.2) + bump(9000, 5, 0.3)
  }

  private func table(_ separator: String = ",", _ comma: Bool = false, header: String = "frequency,raw") -> String {
    var lines = header.isEmpty ? [] : [header]
    var hz = 20.0
    while hz < 20_000 {
      let line = String(format: "%.2f|%.3f", hz, measured(hz))
      lines.append(
        (comma ? line.replacingOccurrences(of: ".", with: ",") : line).replacingOccurrences(of: "|", with: separator))
      hz *= 1.01
    }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: rates) func anInvertedMeasurementIsFlat(_ rate: Double) throws {
    let response = impulse(try read(table()), rate)[0]
    var worst = 0.0
    for hz in stride(from: 25.0, through: 8000, by: 25) {
      // Narrow things are smoothed, and stay.
      guard abs(log2(hz / 5500)) > 0.4, abs(log2(hz / 9000)) > 0.5, abs(log2(hz / 2800)) > 0.5 else { continue }
      worst = max(worst, abs(measured(hz) + level(response, hz, rate) - 70.2))
    }
    #expect(worst < 1, "\(worst) dB")
    // The peaks shrink, the level at 1 kHz stays within the mean's reach.
    #expect(abs(level(response, 2800, rate) + 8) < 1.5)
    #expect(abs(level(response, 1000, rate)) < 1)
  }

  @Test func anInverseIsBounded() throws {
    let deep = (0...100).map { place -> String in
      let hz = 20 * pow(1000, Double(place) / 100)
      return "\(hz),\(hz < 100 ? -40 : hz > 4000 ? 40 : 0)"
    }
    let response = impulse(try read(deep.joined(separator: "\n")), 48_000)[0]
    for hz in stride(from: 20.0, through: 20_000, by: 50) {
      let level = level(response, hz, 48_000)
      #expect(level < 7 && level > -13.5, "\(hz) Hz: \(level) dB")
    }
    #expect(abs(level(response, 30, 48_000) - 6) < 0.5 && abs(level(response, 7000, 48_000) + 12) < 0.7)
  }

  @Test(arguments: rates) func aReadyCurveIsFollowed(_ rate: Double) throws {
    func wanted(_ hz: Double) -> Double { 5 / (1 + pow(hz / 120, 2)) - 4 * exp(-pow(log2(hz / 3000) / 0.5, 2)) - 1.5 }
    let frequencies = (0...300).map { 20 * pow(1000, Double($0) / 300) }
    let header = "frequency,raw,error,smoothed,equalization,parametric_eq\n"
    let csv = header + frequencies.map { "\($0),0,0,0,\(wanted($0)),9" }.joined(separator: "\n")
    let graphic = "GraphicEQ: " + frequencies.map { "\($0) \(wanted($0))" }.joined(separator: "; ")
    for text in [csv, graphic] {
      let response = impulse(try read(text), rate)[0]
      #expect(abs(level(response, 1000, rate) - wanted(1000)) < 0.1, "\(level(response, 1000, rate) - wanted(1000))")
      for hz in stride(from: 25.0, through: 14_000, by: 35) {
        #expect(abs(level(response, hz, rate) - wanted(hz)) < 0.35, "\(hz) Hz")
      }
    }
  }

  @Test func formsOfTheSameTable() throws {
    let plain = try read(table()).curve
    let forms = [
      table(";", true, header: "Frequency (Hz);raw"), table("\t", true, header: ""),
      table(" ", false, header: "* Freq SPL"),
      table(", ", header: "Hz, dB"), "\u{FEFF}" + table(header: ""),
      table(header: "").replacingOccurrences(of: "\n", with: "\r\n"),
      table("\t", header: "frequency\traw"), table(header: "\"frequency\",\"raw\""),
    ]
    for (place, form) in forms.enumerated() {
      let curve = try read(form).curve
      #expect(curve.count == plain.count, "form \(place)")
      #expect(zip(curve, plain).allSatisfy { abs($0.decibels - $1.decibels) < 1e-6 }, "form \(place)")
    }
    // What a target asks for is taken off the measurement.
    let target = table().split(separator: "\n").map { $0 + ",0" }.joined(separator: "\n")
      .replacingOccurrences(of: "raw,0", with: "raw,target")
    #expect(zip(try read(target).curve, plain).allSatisfy { abs($0.decibels - $1.decibels) < 1e-6 })
  }
}
