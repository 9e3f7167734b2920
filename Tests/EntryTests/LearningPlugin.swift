import CLV2
import LV2Entry
import PluginModel
import Plugins

/// A plugin that learns, for the tests of what any such plugin may rely on.
///
/// While `learn` is on it counts frames; what it learns is their number, and so is what it puts out from then on. A file's value is
/// the length of its path, a text's the number in it. Fewer than 10 frames teach nothing; paths with `bad` in them fail.
struct LearningPlugin: Learner, ~Copyable {
  enum Port: Int, PortSet {
    case out, learn, failures, nothingLearnt, messages, notifications

    var spec: PortSpec {
      switch self {
      case .out: PortSpec("out", "Out", .audioOutput)
      case .learn: PortSpec("learn", "Learn", .control(.toggle(initial: false)))
      case .failures: PortSpec("failures", "Failures", .meter(ControlSpec(0...100, initial: 0)))
      case .nothingLearnt: PortSpec("nothing_learnt", "Nothing", .meter(ControlSpec(0...100, initial: 0)))
      case .messages: .messageInput
      case .notifications: .messageOutput
      }
    }
  }

  static let (content, target, text) = ("urn:nearfar:test-content", "urn:nearfar:test-target", "urn:nearfar:test-text")

  static var spec: PluginSpec {
    var spec = PluginSpec(
      uri: "urn:nearfar:test-learning", name: "Learning", bundle: "test", type: .spatial, comment: "", ports: Port.self,
      files: [
        FileProperty(uri: "urn:nearfar:test-content", name: "Content", comment: ""),
        FileProperty(uri: "urn:nearfar:test-target", name: "Target", comment: ""),
      ])
    spec.learned = LearnedContent(file: 0, target: 1, uri: "urn:nearfar:test-text")
    return spec
  }

  typealias Count = UnsafeMutablePointer<Int>

  private let hasWorker: Bool
  private var playing: Count
  private var old: Count?
  private var target: Count
  private var oldTarget: Count?
  private var memory: Count?
  private var finished: Count?
  private var (failures, nothingLearnt) = (0, 0)

  init(_ setting: borrowing BuildSetting) throws(BuildError) {
    hasWorker = setting.hasWorker
    playing = Self.make(0)
    target = Self.make(0)
    memory = setting.hasWorker ? Self.make(0) : nil
  }

  deinit { for count in [playing, old, target, oldTarget, memory, finished] { count?.deallocate() } }

  private static func make(_ value: Int) -> Count {
    let count = Count.allocate(capacity: 1)
    count.initialize(to: value)
    return count
  }

  mutating func reset() {}

  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    let isLearning = (ports.data(at: Port.learn.rawValue)?.load(as: Float.self) ?? 0) > 0.5
    if isLearning { memory?.pointee += frames }
    if !isLearning, let memory, memory.pointee > 0 {
      finished = memory
      self.memory = nil
    }
    if let out = ports.data(at: Port.out.rawValue)?.assumingMemoryBound(to: Float.self) {
      for frame in 0..<frames { out[frame] = Float(playing.pointee) }
    }
    ports.data(at: Port.failures.rawValue)?.storeBytes(of: Float(failures), as: Float.self)
    ports.data(at: Port.nothingLearnt.rawValue)?.storeBytes(of: Float(nothingLearnt), as: Float.self)
  }

  // MARK: Files

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
      (old, playing) = (playing, content)
    } else {
      (oldTarget, target) = (target, content)
    }
  }

  @_noLocks mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? {
    let content = file == 0 ? old : oldTarget
    if file == 0 { old = nil } else { oldTarget = nil }
    return content.map { UnsafeMutableRawPointer($0) }
  }

  @_noLocks mutating func reportFailure(of file: Int) { failures += 1 }

  // MARK: Learning

  static func learn(
    from measurement: UnsafeMutableRawPointer, writingTo path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> (content: UnsafeMutableRawPointer, text: String) {
    let count = measurement.assumingMemoryBound(to: Int.self)
    let value = count.pointee
    count.pointee = 0
    guard value >= 10 else { throw BuildError("too little was heard") }
    if let path { setting.log(.note, "written: \(value) to \(path)") }
    return (UnsafeMutableRawPointer(make(value)), "learnt \(value)")
  }

  static func load(text: String, _ setting: borrowing BuildSetting) throws(BuildError) -> UnsafeMutableRawPointer {
    guard let value = Int(text.split(separator: " ").last ?? "") else { throw BuildError("bad text: \(text)") }
    return UnsafeMutableRawPointer(make(value))
  }

  static func free(measurement: UnsafeMutableRawPointer) { measurement.deallocate() }

  @_noLocks mutating func takeMeasurement() -> UnsafeMutableRawPointer? {
    let measurement = finished
    finished = nil
    return measurement.map { UnsafeMutableRawPointer($0) }
  }

  @_noLocks mutating func giveBack(_ measurement: UnsafeMutableRawPointer) {
    memory = measurement.assumingMemoryBound(to: Int.self)
  }

  @_noLocks mutating func reportNothingLearnt() { nothingLearnt += 1 }
}

let learningBundle = PluginBundle([PluginEntry(LearningPlugin.self, run: { runLearningPlugin($0, $1) })])

@_noLocks private func runLearningPlugin(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(LearningPlugin.self, handle, frames)
}
