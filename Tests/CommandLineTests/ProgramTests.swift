import Testing

@testable import nearfar

@Suite("Parts of the program")
struct ProgramTests {
  @Test(
    arguments: [
      (0.0, 1, "0.0"), (-0.04, 1, "0.0"), (-0.06, 1, "-0.1"), (12.345, 2, "12.35"), (99.999, 2, "100.00"), (7, 0, "7"),
      (-.infinity, 1, "-inf"), (3.05, 1, "3.1"),
    ] as [(Double, Int, String)])
  func decimals(_ value: Double, _ digits: Int, _ text: String) { #expect(Decimal.fixed(value, digits) == text) }

  @Test(
    arguments: [(0.0, "0:00.0"), (59.96, "1:00.0"), (61.24, "1:01.2"), (3723.4, "1:02:03.4"), (36_000, "10:00:00.0")]
      as [(Double, String)])
  func times(_ seconds: Double, _ text: String) { #expect(Decimal.time(seconds) == text) }

  /// Longer than any product of frames and rate that fits 32 bits.
  @Test(arguments: [
    (1000, 48_000, 44_100, 919), (5, 384_000, 192_000, 3), (48_000 * 360_000, 48_000, 44_100, 44_100 * 360_000),
  ])
  func lengthsAtOtherRates(_ frames: Int, _ inputRate: Int, _ outputRate: Int, _ expected: Int) {
    #expect(RenderingChain.converted(frames, from: inputRate, to: outputRate) == expected)
  }

  @Test func textsInJSON() {
    let value = JSONValue.object([("a\"\\\n\u{1}", .list([.number(.infinity), .truth(true), .null, .whole(-3)]))])
    let expected = "{\n  \"a\\\"\\\\\\n\\u0001\": [\n    null,\n    true,\n    null,\n    -3\n  ]\n}\n"
    #expect(value.description == expected)
  }

  @Test func columnsHoldWholeRecordings() {
    var columns = TimeColumns(width: 1, most: 8)
    for row in 0..<1000 { columns.add([Float(row)]) }
    #expect((4...8).contains(columns.means.count))
    #expect(columns.rowsPerColumn == 128)
    #expect(columns.means[0] == [63.5])
    #expect(columns.means.last == [(896.0 + 999) / 2])
  }

  /// Checksums of RFC 1950 and PNG, as their texts give them.
  @Test func checksums() {
    #expect(PNGPicture.crc(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(PNGPicture.adler(Array("Wikipedia".utf8)) == 0x11E6_0398)
    #expect(Base64.text(Array("Man".utf8)) == "TWFu")
    #expect(Base64.text(Array("Ma".utf8)) == "TWE=")
    #expect(Base64.text([0xFF]) == "/w==")
  }

  @Test(
    arguments: [("a/b.c.wav", "a/b.c", "wav"), ("a.b/c", "a.b/c", nil), (".hidden", ".hidden", nil)]
      as [(String, String, String?)])
  func endings(_ path: String, _ rest: String, _ ending: String?) {
    #expect(FilePath.withoutEnding(path) == rest)
    #expect(FilePath.ending(path) == ending)
  }

  @Test(arguments: [
    (8_000, 48_000), (44_100, 44_100), (192_000, 192_000), (384_000, 192_000), (352_800, 176_400), (768_000, 192_000),
  ])
  func renderingRates(_ rate: Int, _ rendered: Int) { #expect(Recording.renderingRate(rate) == rendered) }
}
