import Foundation
import Signal

@testable import Ambisonics

/// A tetrahedral microphone in plane waves, computed exactly, and what the encoder makes of it.
///
/// The encoder is linear: its sixteen impulse responses say all. Numbers are double where they are the reference.
struct Capture {
  let sampleRate: Double
  private let setting: MicrophoneSetting
  /// [input][output][frame].
  private let responses: [[[Float]]]

  init(_ setting: MicrophoneSetting, sampleRate: Double) {
    self.setting = setting
    self.sampleRate = sampleRate
    let frames = Int(0.01 * sampleRate) / 8 * 8
    responses = (0..<4).map { channel in
      var encoder = MicrophoneEncoder(sampleRate: sampleRate, rampFrames: 480, capacity: frames)
      encoder.move(to: setting)
      let input = ChannelBuffer(channels: 4, capacity: frames)
      let output = ChannelBuffer(channels: 4, capacity: frames + 8)
      input[channel][0] = 1
      encoder.process(input, into: output, frames: frames)
      return (0..<4).map { Array(UnsafeBufferPointer(start: output[$0], count: frames)) }
    }
  }

  /// W, Y, Z and X for a plane wave of phase 0 at the centre.
  func field(from s: Direction, hz: Double) -> [Phasor] {
    var field = [Phasor](repeating: .zero, count: 4)
    let capsules = Self.capsules(setting, from: s, hz: hz)
    for (channel, capsule) in capsules.enumerated() {
      for output in 0..<4 { field[output] += capsule * transfer(channel, output, hz) }
    }
    return field
  }

  /// (d + (1 − d)·cos γ)·e^(ikr·cos γ) per capsule, the microphone held as the setting says.
  static func capsules(_ setting: MicrophoneSetting, from s: Direction, hz: Double) -> [Phasor] {
    let d = Double(setting.microphone.directivity)
    let wave = 2 * Double.pi * hz / Double(TetrahedralResponse.speedOfSound)
    return (0..<4).map { channel in
      let cosine = Double(setting.orientation.placed(setting.order.direction(of: channel)).dot(s))
      return Phasor(d + (1 - d) * cosine, phase: wave * Double(setting.microphone.radiusMetres) * cosine)
    }
  }

  func transfer(_ input: Int, _ output: Int, _ hz: Double) -> Phasor {
    let step = -2 * Double.pi * hz / sampleRate
    var sum = Phasor.zero
    for (frame, value) in responses[input][output].enumerated() where value != 0 {
      sum += Phasor(Double(value), phase: step * Double(frame))
    }
    return sum
  }

  /// Evenly over the sphere, along a spiral of the golden angle.
  static func directions(_ count: Int) -> [Direction] {
    (0..<count).map { index in
      let z = 1 - (2 * Double(index) + 1) / Double(count)
      let (level, turn) = ((1 - z * z).squareRoot(), Double(index) * .pi * (1 + 5.0.squareRoot()))
      return Direction(x: Float(level * cos(turn)), y: Float(level * sin(turn)), z: Float(z))
    }
  }
}

/// A complex number, as a tone's amplitude and phase.
struct Phasor {
  var re, im: Double

  static let zero = Phasor(0, phase: 0)

  init(_ magnitude: Double, phase: Double) { (re, im) = (magnitude * cos(phase), magnitude * sin(phase)) }

  private init(re: Double, im: Double) { (self.re, self.im) = (re, im) }

  var power: Double { re * re + im * im }
  var phase: Double { atan2(im, re) }
  var conjugate: Phasor { Phasor(re: re, im: -im) }

  static func += (a: inout Phasor, b: Phasor) { a = Phasor(re: a.re + b.re, im: a.im + b.im) }
  static func * (a: Phasor, b: Phasor) -> Phasor {
    Phasor(re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re)
  }
}
