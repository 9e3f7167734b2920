import CLV2
import CPlatform
import PluginModel
import Plugins

/// Instances of plugins with a file.
extension Instance {
  /// Build. As `make` for any plugin, with what loads and exchanges its file.
  static func make<P: FilePlayer & ~Copyable>(
    playing type: P.Type, _ setting: borrowing BuildSetting, _ host: HostFeatures
  ) -> LV2_Handle? {
    guard let property = P.spec.file else { return make(type, setting) }
    let (sampleRate, bundlePath, log) = (setting.sampleRate, setting.bundlePath, setting.log)
    let file = FileExchange.make(
      host, P.spec, property,
      load: { path in
        do throws(BuildError) {
          return try P.load(path, BuildSetting(sampleRate: sampleRate, bundlePath: bundlePath, log: log))
        } catch {
          log(.error, error.message)
          return nil
        }
      },
      unload: { P.unload($0) })
    if let handle = make(type, setting, file: file) { return handle }
    FileExchange.destroy(file)
    return nil
  }

  static func file(_ handle: LV2_Handle?) -> UnsafeMutablePointer<FileExchange>? {
    handle?.assumingMemoryBound(to: Instance.self).pointee.file
  }

  /// Audio. Renders one block and serves the file's exchange around it.
  @inlinable @inline(__always)
  public static func run<P: FilePlayer & ~Copyable>(_ type: P.Type, _ handle: LV2_Handle?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self), let file = instance.pointee.file else {
      return
    }
    let processor = instance.pointee.processor.assumingMemoryBound(to: P.self)
    let mode = nf_rt_flush_denormals()
    file.pointee.listen(instance.pointee.ports)
    if let content = file.pointee.takeArrival() { processor.pointee.play(content) }
    if file.pointee.takeFailure() { processor.pointee.reportFailure() }
    processor.pointee.process(instance.pointee.ports, frames: Int(frames))
    if let old = processor.pointee.takeOld() { file.pointee.retire(old) }
    file.pointee.finish(instance.pointee.ports)
    nf_rt_restore_denormals(mode)
  }
}
