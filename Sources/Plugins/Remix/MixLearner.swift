import Remix
import SettingFiles
import Signal

/// The remix's ear: while `learn` is on it lends the remix memory for what it measures; afterwards that goes to the worker and
/// comes back blank. Build: `init`, `learn`. Audio: the rest.
/// Public because Embedded Swift destroys it in other modules.
public struct MixLearner: ~Copyable {
  /// Blank, or being filled; nil while the worker has it, and in hosts without one.
  private var memory: UnsafeMutableRawPointer?
  private var finished: UnsafeMutableRawPointer?
  private let isPossible: Bool
  private var isOn = false

  init(_ setting: borrowing BuildSetting) {
    isPossible = setting.hasWorker
    memory =
      setting.hasWorker
      ? Exchange.make(MixMeasurement(sampleRate: setting.sampleRate, capacity: Ports.chunk)) : nil
  }

  deinit { for memory in [memory, finished] { if let memory { Exchange.free(memory, MixMeasurement.self) } } }

  /// What there is to tell of learning; nil where there is nothing.
  var status: MixStatus? {
    @_noLocks get {
      guard isPossible else { return isOn ? .cannotLearn : nil }
      return isOn || memory == nil ? .learning : nil
    }
  }

  @_noLocks func reset() { measurement?.pointee.reset() }

  /// What to fill from now on.
  @_noLocks mutating func follow(isOn: Bool) -> UnsafeMutablePointer<MixMeasurement>? {
    if self.isOn && !isOn {
      finished = memory
      memory = nil
    }
    self.isOn = isOn
    return isOn ? measurement : nil
  }

  @_noLocks mutating func takeFinished() -> UnsafeMutableRawPointer? {
    let measurement = finished
    finished = nil
    return measurement
  }

  @_noLocks mutating func giveBack(_ memory: UnsafeMutableRawPointer) { self.memory = memory }

  private var measurement: UnsafeMutablePointer<MixMeasurement>? {
    @_noLocks get { memory?.assumingMemoryBound(to: MixMeasurement.self) }
  }

  // MARK: In the worker

  /// What is heard is what the session and the file hold, rounded as they are.
  static func learn(
    from memory: UnsafeMutableRawPointer, writingTo path: String?, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> (content: UnsafeMutableRawPointer, text: String) {
    let measurement = memory.assumingMemoryBound(to: MixMeasurement.self)
    let findings = measurement.pointee.findings
    measurement.pointee.reset()
    guard findings.loudness.recording != nil else {
      throw BuildError(
        "nothing was learned, as nothing above -70 LUFS was heard; play the recording while Learn is on; the mix that was heard stays"
      )
    }
    let mix = MixSuggestion.metadata(for: findings, algorithm: "Nearfar Remix, learned while it played")
    let isWritten = write(mix, to: path, setting)
    let text = MixMetadataWriter.text(mix)
    let content = try MixFile.load(text: text, origin: isWritten ? .learned : .learnedNotWritten, setting)
    return (content, text)
  }

  /// True where there is nowhere to write to.
  private static func write(_ mix: MixMetadata, to path: String?, _ setting: borrowing BuildSetting) -> Bool {
    guard let path else { return true }
    do throws(SettingFileError) {
      try MixMetadataWriter.write(mix, to: path)
      setting.log(.note, "the learned mix was written to " + path)
      return true
    } catch {
      setting.log(.error, error.message + "; the learned mix is followed, and kept in the session")
      return false
    }
  }
}
