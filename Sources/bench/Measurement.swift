import CHostSupport
import Foundation
import HostSupport

/// The cost of `run` in thread CPU time, with the control that moves and the reconnection of the audio ports that hosts do.
enum Measurement {
  static let passes = 5

  struct Failure: Error, CustomStringConvertible { let description: String }

  /// Percent of one core for each block size.
  static func percent(of work: Workload, bundles: String) throws -> [Int: Double] {
    let bundle = "\(work.spec.bundle)"
    let library = try PluginLibrary(path: "\(bundles)/\(bundle).lv2/\(bundle).so")
    guard let plugin = HostedPlugin(library, work.spec, sampleRate: BenchCommand.sampleRate) else {
      throw Failure(description: "\(work.spec.uri) cannot be made")
    }
    plugin.set(work.controls)
    let audio = AudioMemory(work, frames: BenchCommand.signalFrames)
    audio.connectOutputs(plugin)
    var result: [Int: Double] = [:]
    for block in BenchCommand.blocks {
      var seconds: [Double] = []
      for _ in 0..<passes {
        plugin.activate()
        let start = nf_thread_seconds()
        for _ in 0..<BenchCommand.repeats { pass(plugin, work, audio, block: block) }
        seconds.append(nf_thread_seconds() - start)
      }
      let played = Double(BenchCommand.repeats * (audio.frames / block * block)) / BenchCommand.sampleRate
      result[block] = 100 * seconds.sorted()[passes / 2] / played
    }
    return result
  }

  private static func pass(_ plugin: HostedPlugin, _ work: Workload, _ audio: AudioMemory, block: Int) {
    let range = work.moving.flatMap { symbol in work.spec.ports.first { "\($0.symbol)" == symbol }?.range?.range }
    let moving = work.moving.map { plugin.index($0) }
    var value: Float = 0
    let (run, connect, handle) = (
      plugin.descriptor.pointee.run!, plugin.descriptor.pointee.connect_port!, plugin.handle
    )
    withUnsafeMutablePointer(to: &value) { value in
      if let moving { connect(handle, UInt32(moving), value) }
      for start in stride(from: 0, through: audio.frames - block, by: block) {
        if let range {
          value.pointee = range.lowerBound + (range.upperBound - range.lowerBound) * Float(start / block % 97) / 97
        }
        for input in audio.inputs { connect(handle, UInt32(input.port), input.memory + start) }
        run(handle, UInt32(block))
      }
      if let moving { plugin.connect(moving, to: nil) }
    }
  }
}

/// Whole input signals, and outputs of one block, as in a host's graph.
final class AudioMemory {
  let frames: Int
  private(set) var inputs: [(port: Int, memory: UnsafeMutablePointer<Float>)] = []
  private var owned: [UnsafeMutablePointer<Float>] = []

  init(_ work: Workload, frames: Int) {
    self.frames = frames
    let signals = TestSignal.inputs(for: work.spec, frames: frames, sampleRate: BenchCommand.sampleRate)
    for (channel, port) in work.spec.audioInputs.enumerated() {
      let memory = allocate(frames)
      memory.update(from: signals[channel], count: frames)
      inputs.append((port, memory))
    }
  }

  deinit { for memory in owned { memory.deallocate() } }

  /// Connects every audio output to memory of its own.
  func connectOutputs(_ plugin: HostedPlugin) {
    for port in plugin.spec.audioOutputs { plugin.connect(port, to: allocate(BenchCommand.blocks.max()!)) }
  }

  private func allocate(_ count: Int) -> UnsafeMutablePointer<Float> {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    owned.append(memory)
    return memory
  }
}
