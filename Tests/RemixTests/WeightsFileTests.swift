import Foundation
import Testing

@testable import Remix

/// Files of weights that cannot be used: each is refused with its name, the reason and the remedy, and the cues take over.
struct WeightsFileTests {
  static let good = try! Data(contentsOf: URL(fileURLWithPath: MaskNetworkTests.weights))

  static func warning(_ data: Data?) throws -> String? {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("weights-\(UUID().uuidString).bin")
    if let data { try data.write(to: url) }
    defer { try? FileManager.default.removeItem(at: url) }
    var messages: [String] = []
    let voice = TestSignals.planeWave(TestSignals.voice(frames: 24_000, sampleRate: 48_000), azimuthDegrees: 0)
    var remixer = Remixer(sampleRate: 48_000, capacity: 1024, weights: url.path) { messages.append($0) }
    remixer.controls.style = .cinematicForegroundStem
    // It goes on working.
    #expect(TestSignals.power(RemixRun.render(voice, with: &remixer)[4]) > 1e-5)
    for message in messages { #expect(message.contains(url.lastPathComponent) && message.contains("install")) }
    #expect(messages.count <= 1)
    return messages.first
  }

  @Test func theRightFileIsTaken() throws { #expect(try Self.warning(Self.good) == nil) }

  @Test func aMissingFile() throws { #expect(try Self.warning(nil)?.contains("cannot be read") == true) }

  @Test func anEmptyFileAndOneOfAnotherKind() throws {
    #expect(try Self.warning(Data())?.contains("not a file of weights") == true)
    #expect(try Self.warning(Data(repeating: 65, count: 5000))?.contains("not a file of weights") == true)
  }

  @Test func damageIsFound() throws {
    var data = Self.good
    data[data.count / 2] ^= 1
    #expect(try Self.warning(data)?.contains("damaged") == true)
    #expect(try Self.warning(Self.good.prefix(Self.good.count / 2))?.contains("damaged") == true)
  }

  @Test func aHugeFileIsNotRead() throws {
    #expect(try Self.warning(Self.good + Data(count: 3 << 20))?.contains("larger") == true)
  }

  @Test(arguments: [(8, UInt8(1), "version"), (25, 255, "no sense"), (40, 3, "other features")])
  func aWrongHeader(offset: Int, value: UInt8, reason: String) throws {
    var data = Self.good
    data[offset] = value
    #expect(try Self.warning(Self.resealed(data))?.contains(reason) == true)
  }

  /// A value of the table of constants, and then of the network, that is no number or none that was trained.
  @Test(arguments: [
    (32, [UInt8(6)], "no sense"), (12, [0, 0, 0, 0], "no sense"), (76, [0, 0, 0xC0, 0x7F], "constants"),
    (80, [0, 0, 0, 0], "constants"), (124, [0, 0, 0x80, 0x7F], "constants"), (3208, [0, 0, 0xC0, 0x7F], "weights"),
    (3208, [0, 0, 0, 0x7F], "weights"),
    // The scale of a row.
    (17496, [0, 0, 0xC0, 0x7F], "weights"),
  ])
  func numbersThatAreNone(offset: Int, bytes: [UInt8], reason: String) throws {
    var data = Self.good
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    #expect(try Self.warning(Self.resealed(data))?.contains(reason) == true)
  }

  /// With the checksum that fits.
  static func resealed(_ data: Data) -> Data {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in data.dropLast(4) {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ sum >> 1 }
    }
    return data.dropLast(4) + (0..<4).map { UInt8(truncatingIfNeeded: ~sum >> UInt32(8 * $0)) }
  }
}
