import Ambisonics
import Testing

@testable import Remix

/// What is kept of where talkers were.
struct TalkerTrackTests {
  private static let hop = 256.0 / 48_000

  /// `azimuth`: of a time; nil while nobody speaks.
  private func track(seconds: Double, _ azimuth: (Double) -> Double?) -> [MixMetadata.TalkerDirection] {
    var track = TalkerTrack()
    for hop in 0..<Int(seconds / Self.hop) {
      let time = Double(hop) * Self.hop
      let degrees = azimuth(time)
      track.add(
        Direction(azimuthDegrees: Float(degrees ?? 77), elevationDegrees: 5), activity: degrees == nil ? 0.2 : 0.9,
        seconds: time, hopSeconds: Self.hop)
    }
    return track.entries
  }

  @Test func aMoveIsOneEntry() {
    let entries = track(seconds: 30) { $0 < 2 ? nil : $0 < 12 ? 20 : $0 < 20 ? nil : $0 < 25 ? -60 : 170 }
    #expect(entries.map(\.azimuthDegrees) == [20, -60, 170] && entries.allSatisfy { $0.elevationDegrees == 5 })
    // The first holds from the start.
    #expect(entries[0].seconds == 0)
    #expect(abs(entries[1].seconds - 20) < 0.01 && abs(entries[2].seconds - 25) < 0.01)
  }

  @Test func waveringIsNone() {
    // Less than 15°, or for less than 0.4 s.
    #expect(track(seconds: 20) { Int($0) % 2 == 0 ? 30 : 42 }.count == 1)
    #expect(
      track(seconds: 20) { $0.truncatingRemainder(dividingBy: 2) < 0.3 ? -90 : 30 }.map(\.azimuthDegrees).count == 1)
    #expect(track(seconds: 20) { _ in nil }.isEmpty)
  }

  /// An hour of turns each second: still few entries, all over the hour, further apart.
  @Test func theListIsBounded() {
    let entries = track(seconds: 3600) { Int($0) % 2 == 0 ? 30 : -30 }
    #expect(entries.count > 100 && entries.count < TalkerTrack.capacity)
    #expect(entries.last!.seconds > 3500)
    let gaps = zip(entries.dropFirst(), entries).map { $0.seconds - $1.seconds }
    #expect(gaps.allSatisfy { $0 >= 0.5 } && gaps.dropFirst(300).allSatisfy { $0 > 1.9 })
    #expect(gaps.max()! < 40)
  }

  @Test func resetForgets() {
    var track = TalkerTrack()
    for hop in 0..<1000 {
      track.add(.front, activity: 1, seconds: Double(hop) * Self.hop, hopSeconds: Self.hop)
    }
    #expect(track.entries.count == 1)
    track.reset()
    #expect(track.entries.isEmpty)
  }
}
