import CLV2
import CPlatform
import PluginModel
import Plugins

/// Instances of plugins that learn.
extension Instance {
  /// Build. As for any plugin with files, with what makes contents of measurements and texts.
  static func make<P: Learner & ~Copyable>(
    learning type: P.Type, _ setting: borrowing BuildSetting, _ host: HostFeatures
  ) -> LV2_Handle? {
    let (sampleRate, bundlePath, log) = (setting.sampleRate, setting.bundlePath, setting.log)
    let learning = LearningWork(
      learn: { measurement, path in
        do throws(BuildError) {
          return try P.learn(
            from: measurement, writingTo: path, BuildSetting(sampleRate: sampleRate, bundlePath: bundlePath, log: log))
        } catch {
          log(.error, error.message)
          return nil
        }
      },
      load: { text in
        do throws(BuildError) {
          return try P.load(text: text, BuildSetting(sampleRate: sampleRate, bundlePath: bundlePath, log: log))
        } catch {
          log(.error, error.message)
          return nil
        }
      },
      free: { P.free(measurement: $0) })
    return make(playing: type, setting, host, learning: learning)
  }

  /// Audio. As for any plugin with files, with measurements going off and coming back.
  @inlinable @inline(__always)
  public static func run<P: Learner & ~Copyable>(_ type: P.Type, _ handle: LV2_Handle?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self), let files = instance.pointee.files,
      let learning = files.learning
    else { return }
    let processor = instance.pointee.processor.assumingMemoryBound(to: P.self)
    let mode = nf_rt_flush_denormals()
    if let blank = learning.pointee.takeBlank() { processor.pointee.giveBack(blank) }
    if learning.pointee.takeFailure() { processor.pointee.reportNothingLearnt() }
    runBetweenFiles(type, instance, files, frames)
    if let measurement = processor.pointee.takeMeasurement() { learning.pointee.send(measurement) }
    learning.pointee.ask()
    nf_rt_restore_denormals(mode)
  }
}
