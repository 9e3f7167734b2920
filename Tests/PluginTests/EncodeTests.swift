import Foundation
import HostSupport
import Testing

/// Where the encoders put what they are given, and how loud.
@Suite struct EncodeTests {
  /// An impulse in one input; its gains in W, Y, Z and X.
  private func gains(_ subject: Subject, channel: Int, _ controls: [String: Float] = [:]) throws -> [Float] {
    var inputs = silence(subject.spec.audioInputs.count, frames: 64)
    inputs[channel][0] = 1
    return try subject.render(inputs, controls).map { $0[0] }
  }

  private func expect(_ gains: [Float], azimuth: Float, elevation: Float = 0, _ comment: Comment) {
    let (a, e) = (azimuth * .pi / 180, elevation * .pi / 180)
    let expected = [1, sin(a) * cos(e), sin(e), cos(a) * cos(e)]
    #expect(zip(gains, expected).allSatisfy { abs($0 - $1) < 1e-5 }, comment)
  }

  // MARK: Stereo

  @Test(arguments: [Float(0), 40, 60, 180, 300]) func thePairStandsAtItsAngle(_ angle: Float) throws {
    let subject = try #require(Subject.named("encode-stereo"))
    for (side, sign) in [(0, Float(1)), (1, -1)] {
      expect(
        try gains(subject, channel: side, ["angle": angle]), azimuth: sign * angle / 2, "\(angle)°, channel \(side)")
      expect(
        try gains(subject, channel: side, ["angle": angle, "rotation": 100]), azimuth: 100 + sign * angle / 2,
        "\(angle)°, rotated, channel \(side)")
    }
  }

  @Test func thePairTurnsAboutAllAxes() throws {
    let subject = try #require(Subject.named("encode-stereo"))
    // Rolled by 180° the channels have changed places; by 90° the left one is above.
    expect(try gains(subject, channel: 0, ["roll": 180]), azimuth: -30, "swapped")
    expect(try gains(subject, channel: 0, ["angle": 180, "roll": 90]), azimuth: 0, elevation: 90, "left above")
    expect(try gains(subject, channel: 1, ["angle": 180, "roll": 90]), azimuth: 0, elevation: -90, "right below")
    // A pair of no angle is its middle.
    expect(
      try gains(subject, channel: 1, ["angle": 0, "elevation": 35, "rotation": -60]), azimuth: -60, elevation: 35,
      "its middle")
    let wide = try gains(subject, channel: 0, ["width": 180])
    #expect(wide[0] == 1 && abs(wide[1] - 0.25) < 1e-5, "half of sin 30°")
  }

  // MARK: Beds

  private static let places: [(layout: String, channels: [(azimuth: Float, elevation: Float)?])] = [
    ("5_1", [(30, 0), (-30, 0), (0, 0), nil, (110, 0), (-110, 0)]),
    (
      "7_1_4",
      [
        (30, 0), (-30, 0), (0, 0), nil, (90, 0), (-90, 0), (135, 0), (-135, 0), (45, 30), (-45, 30), (135, 30),
        (-135, 30),
      ]
    ),
  ]

  /// ITU-R BS.2051; every channel as loud in W as it is itself.
  @Test func everyChannelComesFromItsLoudspeaker() throws {
    for (layout, channels) in Self.places {
      let subject = try #require(Subject.named("encode-bed-\(layout)"))
      for (channel, place) in channels.enumerated() {
        guard let place else { continue }
        for rotation: Float in [0, 50] {
          expect(
            try gains(subject, channel: channel, ["rotation": rotation]), azimuth: place.azimuth + rotation,
            elevation: place.elevation, "\(layout), channel \(channel) at \(rotation)°")
        }
      }
    }
  }

  /// Unlike channels: the power of W is the sum of theirs, and X, Y and Z together have as much.
  @Test(arguments: ["5_1", "7_1_4"]) func theFieldHasThePowerOfTheBed(_ layout: String) throws {
    let subject = try #require(Subject.named("encode-bed-\(layout)"))
    let inputs = subject.spec.audioInputs.indices.map { channel in
      channel == 3 ? silence(1, frames: 96_000)[0] : TestSignal.noise(frames: 96_000, seed: UInt32(channel + 1))
    }
    let field = try subject.render(inputs)
    let bed = power(inputs)
    // Noises of 2 s are alike to 0.3 %, in all pairs of them to 0.1 dB.
    #expect(abs(10 * log10(power([field[0]]) / bed)) < 0.15)
    #expect(abs(10 * log10(power(Array(field.dropFirst())) / bed)) < 0.15)
  }

  @Test(arguments: ["5_1", "7_1_4"]) func theLowFrequencyChannelIsInWAlone(_ layout: String) throws {
    let subject = try #require(Subject.named("encode-bed-\(layout)"))
    var inputs = silence(subject.spec.audioInputs.count, frames: 48_000)
    inputs[3] = (0..<48_000).map { Float(0.1 * sin(2 * .pi * 30 * Double($0) / 48_000)) }
    for (level, expected) in [(Float(10), Float(10)), (0, 0), (-20, -20)] {
      let field = try subject.render(inputs, ["lfe_level": level, "rotation": 40])
      let found = 10 * log10(power([Array(field[0].suffix(24_000))]) / power([inputs[3]]))
      // A fourth-order low-pass at 120 Hz has lost 0.03 dB at 30 Hz.
      #expect(abs(found - expected) < 0.1, "\(found) dB")
      #expect(peak(Array(field.dropFirst())) == 0)
    }
    #expect(peak(try subject.render(inputs, ["lfe_level": -40])) == 0)
  }

  // MARK: Microphone

  /// A preset is its radius; a custom microphone with the same is the same, to the bit.
  @Test func presetsAreTheirRadii() throws {
    let subject = try #require(Subject.named("encode-aformat"))
    let inputs = subject.inputs(frames: 4800)
    for (model, radius) in [(Float(1), Float(14)), (2, 13), (3, 12), (4, 17.7), (5, 27.1)] {
      let custom: [String: Float] = ["microphone": 0, "radius": radius, "directivity": 0.5]
      try expectBitEqual(subject.render(inputs, ["microphone": model]), subject.render(inputs, custom), "\(model)")
    }
  }

  /// AmbiX passes to the bit; the others become it.
  @Test func otherFormatsBecomeAmbiX() throws {
    let subject = try #require(Subject.named("encode-aformat"))
    let field = TestSignal.field(frames: 4800, sampleRate: 48_000)
    try expectBitEqual(subject.render(field, ["input_format": 1]), field)
    let third = Float(3).squareRoot()
    let n3d = [field[0]] + field.dropFirst().map { $0.map { third * $0 } }
    #expect(difference(try subject.render(n3d, ["input_format": 2]), field) < 1e-6)
    let fuMa = [field[0].map { $0 * Float(0.5).squareRoot() }, field[3], field[1], field[2]]
    #expect(difference(try subject.render(fuMa, ["input_format": 3]), field) < 1e-6)
  }

  private func power(_ signals: [[Float]]) -> Float {
    signals.joined().reduce(0) { $0 + $1 * $1 } / Float(signals[0].count)
  }
}
