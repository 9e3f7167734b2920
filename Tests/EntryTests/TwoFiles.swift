import CLV2
import LV2Entry
import PluginModel
import Plugins

/// A plugin with two files, for the tests of what any plugin with several may rely on.
///
/// A file's value is the length of its path, 0 with the default; a path with `bad` in it fails. The first output is 1000 times
/// the first file's value and the second file's; the meters count failures. An exchange takes three blocks.
struct TwoFiles: FilePlayer, ~Copyable {
  enum Port: Int, PortSet {
    case out, firstFailures, secondFailures, messages, notifications

    var spec: PortSpec {
      switch self {
      case .out: PortSpec("out", "Out", .audioOutput)
      case .firstFailures: PortSpec("first_failures", "First", .meter(ControlSpec(0...100, initial: 0)))
      case .secondFailures: PortSpec("second_failures", "Second", .meter(ControlSpec(0...100, initial: 0)))
      case .messages: .messageInput
      case .notifications: .messageOutput
      }
    }
  }

  static let first = "urn:nearfar:test-first"
  static let second = "urn:nearfar:test-second"

  static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:test-two-files", name: "Two Files", bundle: "test", type: .spatial, comment: "",
      ports: Port.self,
      files: [
        FileProperty(uri: "urn:nearfar:test-first", name: "First", comment: ""),
        FileProperty(uri: "urn:nearfar:test-second", name: "Second", comment: ""),
      ])
  }

  typealias Content = UnsafeMutablePointer<Int>

  private struct Slot {
    var playing: Content
    var old: Content?
    var blocksLeft = 0
    var failures = 0

    @_noLocks mutating func takeOld() -> UnsafeMutableRawPointer? {
      guard let content = old, blocksLeft == 0 else { return nil }
      old = nil
      return UnsafeMutableRawPointer(content)
    }
  }

  private var slots: (Slot, Slot)

  init(_ setting: borrowing BuildSetting) throws(BuildError) {
    slots = (Slot(playing: Self.make(0)), Slot(playing: Self.make(0)))
  }

  deinit {
    for slot in [slots.0, slots.1] {
      slot.playing.deallocate()
      slot.old?.deallocate()
    }
  }

  private static func make(_ value: Int) -> Content {
    let content = Content.allocate(capacity: 1)
    content.initialize(to: value)
    return content
  }

  static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer {
    let path = path ?? ""
    if path.contains("bad") { throw BuildError("file \(file) is bad: \(path)") }
    return UnsafeMutableRawPointer(make(path.utf8.count))
  }

  static func unload(_ content: UnsafeMutableRawPointer, of file: Int) { content.deallocate() }

  @_noLocks mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) {
    let content = content.assumingMemoryBound(to: Int.self)
    if file == 0 {
      slots.0 = Slot(playing: content, old: slots.0.playing, blocksLeft: 3, failures: slots.0.failures)
    } else {
      slots.1 = Slot(playing: content, old: slots.1.playing, blocksLeft: 3, failures: slots.1.failures)
    }
  }

  @_noLocks mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    file == 0 ? slots.0.takeOld() : slots.1.takeOld()
  }

  @_noLocks mutating func reportFailure(of file: Int) {
    if file == 0 { slots.0.failures += 1 } else { slots.1.failures += 1 }
  }

  mutating func reset() {}

  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    slots.0.blocksLeft = max(0, slots.0.blocksLeft - 1)
    slots.1.blocksLeft = max(0, slots.1.blocksLeft - 1)
    let value = Float(1000 * slots.0.playing.pointee + slots.1.playing.pointee)
    if let out = ports.data(at: Port.out.rawValue)?.assumingMemoryBound(to: Float.self) {
      for frame in 0..<frames { out[frame] = value }
    }
    ports.data(at: Port.firstFailures.rawValue)?.storeBytes(of: Float(slots.0.failures), as: Float.self)
    ports.data(at: Port.secondFailures.rawValue)?.storeBytes(of: Float(slots.1.failures), as: Float.self)
  }
}

let testBundle = PluginBundle([PluginEntry(TwoFiles.self, run: { runTwoFiles($0, $1) })])

@_noLocks private func runTwoFiles(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(TwoFiles.self, handle, frames)
}
