import Foundation
import Signal

@testable import PluginModel
@testable import Plugins

/// The stereo mixer with buffers of its own, driven as a host would.
struct Mixer: ~Copyable {
  private var processor: MixerStereo
  private let ports: Ports
  private let controls: UnsafeMutablePointer<Float>
  private static let count = MixerStereoPort.allCases.count

  init(sampleRate: Double = 48_000, log: @escaping (LogLevel, String) -> Void = { _, _ in }) throws {
    processor = try MixerStereo(BuildSetting(sampleRate: sampleRate, log: log))
    ports = Ports(MixerStereo.spec.ports)
    controls = .allocate(capacity: Mixer.count)
    for port in MixerStereoPort.allCases {
      controls[port.rawValue] = port.spec.range?.initial ?? 0
      if port.spec.range != nil { ports.connect(port.rawValue, to: controls + port.rawValue) }
    }
    processor.reset()
  }

  deinit { controls.deallocate() }

  mutating func reset() { processor.reset() }

  subscript(_ port: MixerStereoPort) -> Float {
    get { controls[port.rawValue] }
    nonmutating set { controls[port.rawValue] = newValue }
  }

  /// `input`: W Y Z X dialog, each as long as the others. Returns left and right.
  mutating func render(_ input: [[Float]], blocks: [Int] = [256]) -> [[Float]] {
    let frames = input[0].count
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 7 * (frames + 1))
    defer { memory.deallocate() }
    for port in 0..<7 {
      for frame in 0..<frames { memory[port * (frames + 1) + frame] = port < 5 ? input[port][frame] : .nan }
    }
    var (start, block) = (0, 0)
    while start < frames {
      let count = min(blocks[block % blocks.count], frames - start)
      for port in 0..<7 { ports.connect(port, to: memory + port * (frames + 1) + start) }
      processor.process(ports, frames: count)
      start += count
      block += 1
    }
    return (5..<7).map { port in (0..<frames).map { memory[port * (frames + 1) + $0] } }
  }
}

/// Signals for tests.
enum Signals {
  static func noise(_ frames: Int, seed: UInt64) -> [Float] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<frames).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
  }

  static func impulse(_ frames: Int) -> [Float] { [1] + [Float](repeating: 0, count: frames - 1) }

  /// A plane wave in W Y Z X and a silent dialog.
  static func planeWave(_ signal: [Float], azimuthDegrees: Float) -> [[Float]] {
    let angle = azimuthDegrees * .pi / 180
    let (y, x) = (Float(sin(Double(angle))), Float(cos(Double(angle))))
    let silence = [Float](repeating: 0, count: signal.count)
    return [signal, signal.map { y * $0 }, silence, signal.map { x * $0 }, silence]
  }

  static func dialog(_ signal: [Float]) -> [[Float]] {
    let silence = [Float](repeating: 0, count: signal.count)
    return [silence, silence, silence, silence, signal]
  }

  static func energy(_ x: [Float]) -> Double { x.reduce(0) { $0 + Double($1) * Double($1) } }

  static func decibels(_ ratio: Double) -> Double { 10 * log10(ratio) }

  static func peakFrame(_ x: [Float]) -> Int { x.indices.max { abs(x[$0]) < abs(x[$1]) } ?? 0 }
}
