import CHostSupport
import Foundation
import HostSupport

/// The cost of `run` in thread CPU time, and of its single blocks, with the control that moves and the reconnection of the audio ports that hosts do.
enum Measurement {
  static let passes = 5

  struct Failure: Error, CustomStringConvertible { let description: String }

  struct Cost {
    /// Of one core, for each block size.
    var percent: [Int: Double] = [:]
    /// The dearest block of the smallest size over the median one.
    var worst = 0.0
  }

  static func cost(of work: Workload, bundles: String) throws -> Cost {
    let bundle = "\(work.spec.bundle)"
    let library = try PluginLibrary(path: "\(bundles)/\(bundle).lv2/\(bundle).so")
    guard let plugin = HostedPlugin(library, work.spec, sampleRate: BenchCommand.sampleRate) else {
      throw Failure(description: "\(work.spec.uri) cannot be made")
    }
    plugin.set(work.controls)
    let audio = AudioMemory(work, frames: BenchCommand.signalFrames)
    audio.connectOutputs(plugin)
    var result = Cost()
    for block in BenchCommand.blocks {
      var seconds: [Double] = []
      for _ in 0..<passes {
        plugin.activate()
        let start = nf_thread_seconds()
        for _ in 0..<BenchCommand.repeats { pass(plugin, work, audio, block: block) }
        seconds.append(nf_thread_seconds() - start)
      }
      let played = Double(BenchCommand.repeats * (audio.frames / block * block)) / BenchCommand.sampleRate
      result.percent[block] = 100 * seconds.sorted()[passes / 2] / played
    }
    result.worst = worst(plugin, work, audio, block: BenchCommand.blocks.min()!)
    return result
  }

  /// Of each block the shortest of many times: what else the machine does falls out, what the plugin itself does stays.
  private static func worst(_ plugin: HostedPlugin, _ work: Workload, _ audio: AudioMemory, block: Int) -> Double {
    var shortest = [Double](repeating: .infinity, count: audio.frames / block)
    for _ in 0..<BenchCommand.repeats {
      plugin.activate()
      pass(plugin, work, audio, block: block)
      var begin = nf_wall_seconds()
      pass(plugin, work, audio, block: block) { index in
        let end = nf_wall_seconds()
        shortest[index] = min(shortest[index], end - begin)
        begin = nf_wall_seconds()
      }
    }
    let sorted = shortest.sorted()
    return sorted.last! / sorted[sorted.count / 2]
  }

  private static func pass(
    _ plugin: HostedPlugin, _ work: Workload, _ audio: AudioMemory, block: Int, after: ((Int) -> Void)? = nil
  ) {
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
        after?(start / block)
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
