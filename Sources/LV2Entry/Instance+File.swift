import CLV2
import CPlatform
import PluginModel
import Plugins

/// Instances of plugins with files.
extension Instance {
  /// Build. As `make` for any plugin, with what loads and exchanges its files.
  static func make<P: FilePlayer & ~Copyable>(
    playing type: P.Type, _ setting: borrowing BuildSetting, _ host: HostFeatures, learning: LearningWork? = nil
  ) -> LV2_Handle? {
    let spec = P.spec
    guard !spec.files.isEmpty else { return make(type, setting, host) }
    let (sampleRate, bundlePath, log) = (setting.sampleRate, setting.bundlePath, setting.log)
    let files = FileExchanges(
      host, spec,
      load: { file, path in
        do throws(BuildError) {
          return try P.load(path, of: file, BuildSetting(sampleRate: sampleRate, bundlePath: bundlePath, log: log))
        } catch {
          log(.error, error.message)
          return nil
        }
      },
      unload: { P.unload($1, of: $0) }, learning: learning)
    if let handle = make(type, setting, host, files: files) { return handle }
    files.destroy()
    return nil
  }

  static func files(_ handle: LV2_Handle?) -> FileExchanges? {
    handle?.assumingMemoryBound(to: Instance.self).pointee.files
  }

  /// Audio. Renders one block and serves the exchange of files around it.
  @inlinable @inline(__always)
  public static func run<P: FilePlayer & ~Copyable>(_ type: P.Type, _ handle: LV2_Handle?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self), let files = instance.pointee.files else {
      return
    }
    let mode = nf_rt_flush_denormals()
    runBetweenFiles(type, instance, files, frames)
    nf_rt_restore_denormals(mode)
  }

  @inlinable @inline(__always)
  static func runBetweenFiles<P: FilePlayer & ~Copyable>(
    _ type: P.Type, _ instance: UnsafeMutablePointer<Instance>, _ files: FileExchanges, _ frames: UInt32
  ) {
    let processor = instance.pointee.processor.assumingMemoryBound(to: P.self)
    for file in 0..<files.count {
      files[file].pointee.listen(instance.pointee.ports)
      if let content = files[file].pointee.takeArrival() { processor.pointee.play(content, of: file) }
      if files[file].pointee.takeFailure() { processor.pointee.reportFailure(of: file) }
    }
    processor.pointee.process(instance.pointee.ports, frames: Int(frames))
    let notifications = files.beginNotifications(instance.pointee.ports)
    for file in 0..<files.count {
      if let old = processor.pointee.takeOld(of: file) { files[file].pointee.retire(old) }
      files[file].pointee.finish(notifications)
    }
  }
}
