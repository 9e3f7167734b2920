import CPlatform
import PluginModel
import Signal

/// The buffers and values a host has connected to one instance.
///
/// Audio goes through copies of at most `chunk` frames, so that processors never see memory that is misaligned, missing
/// or shared between ports. Samples that are not finite are read as 0; control values are clamped to their declaration.
/// Build: `init`. Audio: everything else.
public struct Ports: ~Copyable {
  /// Processors work in pieces of at most this many frames.
  public static var chunk: Int { 256 }

  private let connections: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let ranges: UnsafeMutablePointer<Range>
  public let count: Int

  private struct Range {
    var lowest: Float
    var highest: Float
    var initial: Float
  }

  public init(_ specs: [PortSpec]) {
    count = specs.count
    connections = .allocate(capacity: specs.count)
    connections.initialize(repeating: nil, count: specs.count)
    ranges = .allocate(capacity: specs.count)
    for index in specs.indices {
      let range = specs[index].range
      (ranges + index).initialize(
        to: Range(
          lowest: range?.range.lowerBound ?? 0, highest: range?.range.upperBound ?? 0, initial: range?.initial ?? 0))
    }
  }

  deinit {
    connections.deallocate()
    ranges.deallocate()
  }

  @_noLocks public func connect(_ index: Int, to data: UnsafeMutableRawPointer?) {
    guard index >= 0 && index < count else { return }
    connections[index] = data
  }

  /// What the host connected there, for messages.
  @_noLocks public func data(at index: Int) -> UnsafeMutableRawPointer? {
    index >= 0 && index < count ? connections[index] : nil
  }

  /// The value of a control or meter: clamped; its default where it is unconnected or NaN.
  @_noLocks public func value(at index: Int) -> Float {
    let range = ranges[index]
    guard let data = connections[index] else { return range.initial }
    let value = data.loadUnaligned(as: Float.self)
    guard value == value else { return range.initial }
    return min(max(value, range.lowest), range.highest)
  }

  @_noLocks func set(at index: Int, _ value: Float) {
    guard let data = connections[index] else { return }
    let range = ranges[index]
    data.storeBytes(of: min(max(value, range.lowest), range.highest), as: Float.self)
  }

  /// Copies `frames` frames of an audio input, starting at `start`.
  @_noLocks func read(at index: Int, from start: Int, frames: Int, into target: UnsafeMutablePointer<Float>) {
    guard let data = connections[index] else {
      return nf_rt_clear(target, frames * MemoryLayout<Float>.stride)
    }
    nf_rt_copy(
      target, data + start * MemoryLayout<Float>.stride, frames * MemoryLayout<Float>.stride)
    VectorMath.replaceNonFinite(target, count: frames)
  }

  @_noLocks func write(at index: Int, from start: Int, frames: Int, _ source: UnsafePointer<Float>) {
    guard let data = connections[index] else { return }
    nf_rt_copy(data + start * MemoryLayout<Float>.stride, source, frames * MemoryLayout<Float>.stride)
  }
}

/// The same by name.
extension Ports {
  @inline(__always) func value<Port: PortSet>(_ port: Port) -> Float { value(at: port.rawValue) }

  @inline(__always) func isOn<Port: PortSet>(_ port: Port) -> Bool { value(at: port.rawValue) >= 0.5 }

  @inline(__always) func set<Port: PortSet>(_ port: Port, _ value: Float) { set(at: port.rawValue, value) }

  /// Reads consecutive ports from `first` on into the channels of a buffer.
  @inline(__always)
  func read<Port: PortSet>(_ first: Port, from start: Int, frames: Int, into buffer: borrowing ChannelBuffer) {
    for channel in 0..<buffer.channels {
      read(at: first.rawValue + channel, from: start, frames: frames, into: buffer[channel])
    }
  }

  /// Writes the channels of a buffer to consecutive ports from `first` on.
  @inline(__always)
  func write<Port: PortSet>(_ first: Port, from start: Int, frames: Int, _ buffer: borrowing ChannelBuffer) {
    for channel in 0..<buffer.channels {
      write(at: first.rawValue + channel, from: start, frames: frames, buffer[channel])
    }
  }
}
