import Options
import Plugins
import Testing

@testable import nearfar

@Suite("Parts of encode")
struct EncodeTests {
  @Test(
    arguments: [
      ("az030_el-15.wav", 30, -15), ("AZ-90.flac", -90, 0), ("azi=270,ele=45.5.wav", 270 - 360, 45.5),
      ("a take, azimuth 12.5 elevation -90.wav", nil, -90), ("jazz_az10el20.wav", 10, 20),
    ] as [(String, Float?, Float)])
  func directionsInNames(_ name: String, _ azimuth: Float?, _ elevation: Float) throws {
    let direction = try #require(MicrophoneResponses.direction(name))
    if let azimuth { #expect(abs(direction.azimuthDegrees - azimuth) < 1e-3) }
    #expect(abs(direction.elevationDegrees - elevation) < 1e-2)
  }

  @Test(arguments: ["front.wav", "az.wav", "azimuth north.wav", "az10_el95.wav", "elevation 10.wav"])
  func namesWithoutADirection(_ name: String) { #expect(MicrophoneResponses.direction(name) == nil) }

  @Test func orders() {
    #expect(FieldOrder("WXYZ")?.places == [0, 3, 1, 2])
    #expect(FieldOrder("wyzx")?.isAmbiX == true)
    #expect(FieldOrder(.fuma).text == "WXYZ" && FieldOrder(.n3d).text == "WYZX")
    for text in ["", "WXY", "WXYY", "WXYZW", "ABCD", "W XYZ"] { #expect(FieldOrder(text) == nil, "\(text)") }
  }

  @Test func channelCounts() {
    #expect(
      [1, 2, 6, 12].map { SourceFormat(channels: $0, isBFormat: false) } == [
        .mono, .stereo, .fivePointOne, .sevenPointOneFour,
      ])
    #expect(SourceFormat(channels: 4, isBFormat: false) == nil)
    #expect(SourceFormat(channels: 4, isBFormat: true) == .fuma)
  }

  /// Every control of the encoders can be set by an option of `encode`.
  @Test(arguments: ["encode-mono", "encode-stereo", "encode-bed-5_1", "encode-bed-7_1_4", "encode-aformat"])
  func noControlIsForgotten(_ plugin: String) throws {
    let spec = try #require(Catalogue.plugins.first { "\($0.uri)" == "urn:nearfar:\(plugin)" })
    let symbols = EncodeOptions.controls.map(\.symbol) + ["enabled", "input_format", "microphone"]
    for port in spec.ports where port.range != nil && port.isInput { #expect(symbols.contains("\(port.symbol)")) }
  }

  @Test func bandsForPeople() {
    let bands: [ClosedRange<Double>?] = [23.4...19_950, nil, 90...999, 1000...6123]
    let text = AccuracyText(bands)
    #expect(text.line == "accurate to 3 dB: W 23 Hz to 20.0 kHz, Y nowhere, Z 90 Hz to 999 Hz, X 1.0 kHz to 6.1 kHz")
  }
}
