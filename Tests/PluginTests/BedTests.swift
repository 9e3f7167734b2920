import Foundation
import HostSupport
import Testing

/// Channels on virtual loudspeakers: what each control does, and how near the sound stays to the channels themselves.
@Suite struct BedTests {
  private static let frames = 24_000

  private func bed(_ layout: String) throws -> Subject { try #require(Subject.named("bed-\(layout)")) }

  /// `signal` in some of the channels, silence in the others.
  private func inputs(_ subject: Subject, _ signal: [Float], in channels: [Int]) -> [[Float]] {
    subject.spec.audioInputs.indices.map {
      channels.contains($0) ? signal : [Float](repeating: 0, count: signal.count)
    }
  }

  private func render(
    _ layout: String, _ signal: [Float], in channels: [Int], _ controls: [String: Float] = [:]
  ) throws -> [[Float]] {
    let subject = try bed(layout)
    return try subject.render(inputs(subject, signal, in: channels), controls)
  }

  // MARK: The plain downmix

  @Test(arguments: [["enabled": 0], ["blend": 0]] as [[String: Float]])
  func theDownmixIsThatOfTheStandard(_ controls: [String: Float]) throws {
    let half = Float(0.5).squareRoot()
    let shares: [(layout: String, left: [Float])] = [
      ("5_1", [1, 0, half, 0, half, 0]), ("7_1_4", [1, 0, half, 0, half, 0, half, 0, half, 0, half, 0]),
    ]
    for (layout, left) in shares {
      let subject = try bed(layout)
      let inputs = subject.inputs(frames: 9600)
      let plugin = try subject.make(controls.merging(["room": 0.5, "head_yaw": 30]) { $1 })
      let found = plugin.render(inputs)
      let latency = Int(plugin["latency"])
      for ear in 0..<2 {
        var expected = [Float](repeating: 0, count: 9600)
        for (channel, signal) in inputs.enumerated() {
          // The other ear has the neighbour of each pair.
          let gain = channel == 2 ? half : left[channel == 3 ? 3 : channel ^ ear]
          for frame in signal.indices { expected[frame] += gain * signal[frame] }
        }
        #expect(difference([found[ear]], [delayed(expected, by: latency)]) < 1e-6)
      }
      #expect(peak(found) > 0.01)
    }
  }

  // MARK: Level and colour

  /// A voice, and noise, in the middle: as loud as without the loudspeakers, within 1 dB (K-weighting of ITU-R BS.1770).
  @Test func aPhantomCentreKeepsItsLoudness() throws {
    for signal in [TestSignal.pink(frames: 48_000), TestSignal.speech(frames: 48_000, sampleRate: 48_000)] {
      let wet = try render("stereo", signal, in: [0, 1])
      let change = loudness(wet) - loudness([signal, signal])
      #expect(abs(change) < 1, "\(change) dB")
    }
  }

  @Test(arguments: ["5_1", "7_1_4"]) func theFrontKeepsItsLoudness(_ layout: String) throws {
    for (channels, most) in [([2], 2.0), ([0, 1], 2.0), ([0, 1, 2], 2.5)] {
      let signal = TestSignal.pink(frames: 48_000)
      let (wet, dry) = (
        try render(layout, signal, in: channels), try render(layout, signal, in: channels, ["blend": 0])
      )
      let change = loudness(wet) - loudness(dry)
      #expect(abs(change) < most, "\(channels): \(change) dB")
    }
  }

  /// In third-octave bands from 100 Hz to 10 kHz.
  @Test func aPhantomCentreKeepsItsColour() throws {
    var impulse = [Float](repeating: 0, count: 8192)
    impulse[0] = 1
    let wet = try render("stereo", impulse, in: [0, 1])
    let bands = (0...20).map { 100 * pow(2, Double($0) / 3) }
    let levels = bands.map { band($0, wet[0]) + band($0, wet[1]) }.map { 10 * log10($0 / 2) }
    #expect(levels.allSatisfy { abs($0) < 3.5 })
    let mean = levels.reduce(0, +) / Double(levels.count)
    let deviation = (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)).squareRoot()
    #expect(deviation < 1.5)
  }

  // MARK: Directions

  /// The level between the ears is that of the mixer's point source at the place of the loudspeaker.
  @Test func everyLoudspeakerStandsWhereItShould() throws {
    let places: [(channel: Int, azimuth: Float, elevation: Float)] = [
      (0, 30, 0), (1, -30, 0), (2, 0, 0), (4, 90, 0), (5, -90, 0), (6, 135, 0), (7, -135, 0), (8, 45, 30), (9, -45, 30),
      (10, 135, 30), (11, -135, 30),
    ]
    for (channel, azimuth, elevation) in places {
      let signal = impulse
      for yaw: Float in [0, 50] {
        let found = try render("7_1_4", signal, in: [channel], ["head_yaw": yaw])
        let expected = try point(signal, ["dialog_azimuth": azimuth, "dialog_elevation": elevation, "head_yaw": yaw])
        expectSameSide(found, expected, "\(channel) at yaw \(yaw)")
      }
    }
  }

  @Test func theFivePointOneSurroundsStandAtTheSides() throws {
    for (channel, azimuth) in [(0, Float(30)), (2, 0), (4, 110), (5, -110)] {
      let signal = impulse
      let (found, expected) = (try render("5_1", signal, in: [channel]), try point(signal, ["dialog_azimuth": azimuth]))
      expectSameSide(found, expected, "\(channel)")
    }
  }

  @Test func theSpeakerAngleMovesThePair() throws {
    let signal = impulse
    for angle: Float in [5, 30, 60, 90] {
      for side in 0..<2 {
        let found = try render("stereo", signal, in: [side], ["speaker_angle": angle])
        let expected = try point(signal, ["dialog_azimuth": side == 0 ? angle : -angle])
        expectSameSide(found, expected, "\(angle)")
      }
    }
  }

  private func point(_ signal: [Float], _ controls: [String: Float]) throws -> [[Float]] {
    let mixer = try #require(Subject.named("mixer-stereo"))
    return try mixer.render(inputs(mixer, signal, in: [4]), controls)
  }

  // MARK: The low-frequency channel

  @Test(arguments: ["5_1", "7_1_4"]) func theLowFrequencyChannelHasTheLevelThatIsSet(_ layout: String) throws {
    func sine(_ hz: Double) -> [Float] {
      (0..<Self.frames).map { Float(0.1 * sin(2 * .pi * hz * Double($0) / 48_000)) }
    }
    func level(_ outputs: [[Float]]) -> Double { power(outputs.map { Array($0.suffix(9600)) }) }
    let main = try level(render(layout, sine(50), in: [2]))
    let feed = try level(render(layout, sine(50), in: [3]))
    #expect(abs(feed - main - 10) < 3, "\(feed - main) dB")
    let lower = try level(render(layout, sine(50), in: [3], ["lfe_level": 0]))
    #expect(abs(feed - lower - 10) < 0.1)
    #expect(peak(try render(layout, sine(50), in: [3], ["lfe_level": -40])) == 0)
    // Fourth order above 120 Hz.
    #expect(try level(render(layout, sine(480), in: [3])) < feed - 40)
    let both = try render(layout, sine(50), in: [3], ["head_yaw": 70])
    expectBitEqual([both[0]], [both[1]])
  }

  // MARK: Upmix

  @Test func theUpmixLeavesTheMiddleAlone() throws {
    let signal = TestSignal.speech(frames: Self.frames, sampleRate: 48_000)
    let plain = try render("stereo", signal, in: [0, 1])
    let upmixed = try render("stereo", signal, in: [0, 1], ["upmix": 1])
    #expect(difference(plain, upmixed) < 1e-4 * peak(plain))
  }

  /// A source in one channel alone is no ambience either.
  @Test func theUpmixLeavesOneSideAlone() throws {
    let signal = TestSignal.pink(frames: Self.frames)
    let plain = try render("stereo", signal, in: [0])
    let upmixed = try render("stereo", signal, in: [0], ["upmix": 1])
    #expect(difference(plain, upmixed) < 1e-4 * peak(plain))
  }

  /// Two unlike noises: all of it is ambience; louder by what comes from the sides, and unlike at the ears.
  @Test func theUpmixSpreadsTheAmbience() throws {
    let subject = try bed("stereo")
    let noises = [TestSignal.pink(frames: 96_000, seed: 3), TestSignal.pink(frames: 96_000, seed: 4)]
    let (plain, upmixed) = (try subject.render(noises), try subject.render(noises, ["upmix": 1]))
    let louder = loudness(upmixed) - loudness(plain)
    #expect(louder > 0.5 && louder < 3)
    // In mono nothing cancels: what is gained stays within 1.5 dB of what is gained in two channels.
    func mono(_ x: [[Float]]) -> [[Float]] { [zip(x[0], x[1]).map { 0.5 * ($0 + $1) }] }
    let inMono = loudness(mono(upmixed)) - loudness(mono(plain))
    #expect(inMono > -0.5 && abs(inMono - louder) < 1.5, "\(inMono)")
  }

  /// The usual mix: a voice in the middle, ambience 10 dB below. What is added is the ambience, not the voice.
  @Test func theUpmixTakesTheVoiceOut() throws {
    let subject = try bed("stereo")
    let voice = TestSignal.pink(frames: 96_000, seed: 9)
    let noises = [TestSignal.pink(frames: 96_000, seed: 3), TestSignal.pink(frames: 96_000, seed: 4)]
    func added(_ inputs: [[Float]]) throws -> [[Float]] {
      let (a, b) = (try subject.render(inputs, ["upmix": 1]), try subject.render(inputs))
      return zip(a, b).map { zip($0, $1).map { $0 - $1 } }
    }
    let mix = noises.map { zip(voice, $0).map { $0 + 0.316 * $1 } }
    let found = power(try added(mix)) - power(try added(noises.map { $0.map { 0.316 * $0 } }))
    #expect(found > -5 && found < 2)
  }

  // MARK: Room

  @Test(arguments: [(Float(0), 0.25), (1, 0.5), (2, 1.1), (3, 2.2)])
  func roomsDecayInTheirTime(_ size: Float, seconds: Double) throws {
    var impulse = [Float](repeating: 0, count: Int(48_000 * (0.2 + seconds)))
    impulse[0] = 1
    let response = try render("5_1", impulse, in: [0], ["room": 1, "room_size": size])[0]
    func level(_ start: Double) -> Double {
      power([Array(response[Int(start * 48_000)..<Int((start + 0.2 * seconds) * 48_000)])])
    }
    let decay = level(0.1) - level(0.1 + 0.5 * seconds)
    // Half the time is 30 dB; high frequencies go faster.
    #expect(decay > 26 && decay < 50, "\(decay) dB")
  }

  @Test func theRoomComesFromAround() throws {
    let signal = TestSignal.pink(frames: Self.frames)
    let (dry, wet) = (try render("stereo", signal, in: [0, 1]), try render("stereo", signal, in: [0, 1], ["room": 1]))
    let louder = loudness(wet) - loudness(dry)
    #expect(louder > 1 && louder < 7 && coherence(wet) < coherence(dry) - 0.05)
  }

  // MARK: Movement

  /// A head that turns at 180° a second, and one that jumps about: no more than the tone's own bend.
  @Test(arguments: ["stereo", "5_1", "7_1_4"]) func movementMakesNoClick(_ layout: String) throws {
    let subject = try bed(layout)
    let sine = (0..<48_000).map { Float(0.2 * sin(2 * .pi * 500 * Double($0) / 48_000)) }
    for (degrees, most) in [(Float(0.96), Float(1.6)), (170, 4)] {
      let plugin = try subject.make()
      var yaw: Float = 0
      let inputs = subject.spec.audioInputs.indices.map { $0 == 3 && layout != "stereo" ? sine.map { _ in 0 } : sine }
      let outputs = plugin.render(inputs) { start in
        if degrees < 90 || start % 8192 == 0 { yaw += degrees }
        if yaw > 180 { yaw -= 360 }
        plugin["head_yaw"] = yaw
      }
      for x in outputs {
        // Each tenth of a second against the loudest tone in it.
        for start in stride(from: 4800, to: 48_000, by: 4800) {
          let part = Array(x[start..<start + 4800])
          let own = peak([part]) * Float(pow(2 * sin(Double.pi * 500 / 48_000), 2))
          #expect(largestBend(part) < most * own, "\(layout), \(degrees)°: \(largestBend(part) / own)")
        }
      }
    }
  }
}
