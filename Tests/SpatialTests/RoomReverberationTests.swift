import Ambisonics
import Foundation
import Signal
import Testing

@testable import Spatial

struct RoomReverberationTests {
  /// The room's answer to an impulse, 4 channels; `amount` from the start.
  static func response(
    amount: Float, size: RoomSize = .medium, sampleRate: Double, seconds: Double, block: Int = 256
  ) -> [[Float]] {
    var room = RoomReverberation(sampleRate: sampleRate, rampFrames: 100, capacity: 256)
    let field = ChannelBuffer(channels: 4, capacity: 256)
    let voice = ChannelBuffer(channels: 1, capacity: 256)
    voice[0][0] = 1
    room.setSize(size)
    room.setAmount(amount)
    var output = [[Float]](repeating: [], count: 4)
    while output[0].count < Int(seconds * sampleRate) {
      field.clear()
      room.process(voice, addingTo: field, frames: block)
      for channel in 0..<4 { output[channel] += (0..<block).map { field[channel][$0] } }
      voice.clear()
    }
    return output
  }

  static func energy(_ x: [Float], _ sampleRate: Double, from start: Double, to end: Double) -> Double {
    x[Int(start * sampleRate)..<Int(end * sampleRate)].reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test(arguments: [44_100.0, 48_000, 96_000, 192_000])
  func theTailDecaysInHalfASecond(sampleRate: Double) {
    let w = Self.response(amount: 1, sampleRate: sampleRate, seconds: 0.6)[0]
    let early = Self.energy(w, sampleRate, from: 0.1, to: 0.2)
    let late = Self.energy(w, sampleRate, from: 0.3, to: 0.4)
    // 60 dB in 0.5 s are 24 dB in 0.2 s; high frequencies decay faster, up to twice.
    let decay = 10 * log10(early / late)
    #expect(early > 1e-6)
    #expect(decay > 22 && decay < 40)
  }

  @Test func theTailIsDiffuse() {
    let response = Self.response(amount: 1, sampleRate: 48_000, seconds: 0.5)
    let powers = response.map { Self.energy($0, 48_000, from: 0.08, to: 0.4) }
    // SN3D: each first-order channel of a diffuse field has a third of W's power; some 3000 echoes leave it within 2 dB.
    for channel in 1..<4 { #expect(abs(10 * log10(3 * powers[channel] / powers[0])) < 2) }
    let cross = zip(response[0][4000..<19_000], response[3][4000..<19_000]).reduce(0.0) { $0 + Double($1.0 * $1.1) }
    #expect(abs(cross) / (powers[0] * powers[3]).squareRoot() < 0.25)
  }

  @Test func reflectionsComeFromTheWalls() {
    let response = Self.response(amount: 1, sampleRate: 48_000, seconds: 0.02)
    // The wall behind the talker, 4.5 m: 3 m later than the direct sound, from the front.
    let frame = Int((3.0 / 343 * 48_000).rounded())
    #expect(abs(response[0][frame] - 0.2) < 1e-6 && abs(response[3][frame] - 0.2) < 1e-6)
    #expect(response[0][..<100].allSatisfy { $0 == 0 })
  }

  @Test func amountScalesAndZeroIsNothing() {
    let whole = Self.response(amount: 1, sampleRate: 48_000, seconds: 0.2)
    let half = Self.response(amount: 0.5, sampleRate: 48_000, seconds: 0.2)
    #expect(zip(whole[0], half[0]).allSatisfy { abs($0 - 2 * $1) < 1e-6 })
    #expect(Self.response(amount: 0, sampleRate: 48_000, seconds: 0.2).allSatisfy { $0.allSatisfy { $0 == 0 } })
    #expect(Self.response(amount: 1, sampleRate: 48_000, seconds: 0.2, block: 7)[0][..<9_000] == whole[0][..<9_000])
  }

  @Test(arguments: [(RoomSize.small, 0.25), (.medium, 0.5), (.large, 1.1), (.hall, 2.2)])
  func everySizeDecaysInItsTime(size: RoomSize, seconds: Double) {
    let w = Self.response(amount: 1, size: size, sampleRate: 48_000, seconds: 0.2 + seconds)[0]
    let early = Self.energy(w, 48_000, from: 0.12, to: 0.12 + 0.2 * seconds)
    let late = Self.energy(w, 48_000, from: 0.12 + 0.5 * seconds, to: 0.12 + 0.7 * seconds)
    let decay = 10 * log10(early / late)
    #expect(decay > 26 && decay < 50, "half the time is 30 dB: \(decay)")
    // About as strong as the voice in all rooms; high frequencies, which fade first, are missing.
    let tail = Self.energy(w, 48_000, from: size.onsetSeconds + 0.012, to: seconds)
    #expect(abs(10 * log10(tail)) < 6, "\(10 * log10(tail)) dB")
  }

  @Test func largerRoomsAnswerLater() {
    let first = RoomSize.allCases.map { size in
      Self.response(amount: 1, size: size, sampleRate: 48_000, seconds: 0.1)[0].firstIndex { abs($0) > 0.01 } ?? 0
    }
    #expect(first == first.sorted() && Set(first).count == 4, "\(first)")
  }

  /// A tone while the size changes twice, once before the first change is over: no step, and the same for any blocks.
  @Test func anotherSizeMakesNoClick() {
    func render(_ block: Int) -> [Float] {
      var room = RoomReverberation(sampleRate: 48_000, rampFrames: 960, capacity: 256)
      let field = ChannelBuffer(channels: 4, capacity: 256)
      let voice = ChannelBuffer(channels: 1, capacity: 256)
      var output: [Float] = []
      room.setAmount(1)
      while output.count < 48_000 {
        // Controls come every 512 frames, whatever the blocks.
        if output.count % 512 == 0 {
          room.setSize(output.count < 19_968 ? .medium : (output.count < 20_480 ? .hall : .small))
        }
        for frame in 0..<block { voice[0][frame] = Float(sin(Double(output.count + frame) * 0.05)) }
        field.clear()
        room.process(voice, addingTo: field, frames: block)
        output += (0..<block).map { field[0][$0] }
      }
      return output
    }
    let output = render(256)
    #expect(render(64).prefix(47_872) == output.prefix(47_872))
    let steps = zip(output, output.dropFirst()).map { abs($1 - $0) }
    // The largest of the steady rooms', with the fade of 20 ms.
    let steady = max(steps[10_000..<19_000].max()!, steps[44_000...].max()!)
    #expect(steps[19_000..<44_000].max()! < 1.5 * steady + 0.01)
  }

  /// Several sources are the sum of each alone; unlike channels have unlike tails.
  @Test func everySourceHasARoomOfItsOwn() {
    func response(_ channels: [Int]) -> [Float] {
      var room = RoomReverberation(
        sampleRate: 48_000, rampFrames: 100, capacity: 256,
        sources: [
          Direction(azimuthDegrees: 30, elevationDegrees: 0), Direction(azimuthDegrees: -110, elevationDegrees: 0),
        ])
      let field = ChannelBuffer(channels: 4, capacity: 256)
      let voice = ChannelBuffer(channels: 2, capacity: 256)
      for channel in channels { voice[channel][0] = 1 }
      room.setAmount(1)
      var output: [Float] = []
      while output.count < 20_000 {
        field.clear()
        room.process(voice, addingTo: field, frames: 256)
        output += (0..<256).map { field[0][$0] }
        voice.clear()
      }
      return output
    }
    let (left, right, both) = (response([0]), response([1]), response([0, 1]))
    #expect(both.indices.allSatisfy { abs(both[$0] - left[$0] - right[$0]) < 1e-5 })
    let (a, b) = (left[4000...], right[4000...])
    let powers = (a.reduce(0.0) { $0 + Double($1) * Double($1) }, b.reduce(0.0) { $0 + Double($1) * Double($1) })
    let cross = zip(a, b).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    #expect(abs(10 * log10(powers.0 / powers.1)) < 2)
    #expect(abs(cross) / (powers.0 * powers.1).squareRoot() < 0.3)
  }
}
