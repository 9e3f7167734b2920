import CLV2
import CPlatform
import PluginModel
import Plugins

/// Behind an `LV2_Handle`: the host's connections and the processor, whose type only its own callbacks know.
public struct Instance: ~Copyable {
  @usableFromInline let ports: Ports
  /// Points to the concrete `Processor`.
  @usableFromInline let processor: UnsafeMutableRawPointer
  /// Of plugins with files.
  @usableFromInline let files: FileExchanges?
  /// Of plugins with files and a picture.
  @usableFromInline let display: InlineDisplay?
  @usableFromInline let midi: MIDIInput
  private let resetProcessor: (UnsafeMutableRawPointer) -> Void
  private let destroyProcessor: (UnsafeMutableRawPointer) -> Void

  /// Build. An instance of `type`, or nil after telling the host's log why not.
  static func make<P: Processor & ~Copyable>(
    _ type: P.Type, _ setting: borrowing BuildSetting, _ host: HostFeatures, files: FileExchanges? = nil,
    display: InlineDisplay? = nil
  ) -> LV2_Handle? {
    let processor = UnsafeMutablePointer<P>.allocate(capacity: 1)
    do throws(BuildError) {
      processor.initialize(to: try P(setting))
    } catch {
      processor.deallocate()
      setting.log(.error, error.message)
      return nil
    }
    let instance = UnsafeMutablePointer<Instance>.allocate(capacity: 1)
    instance.initialize(
      to: Instance(
        ports: Ports(P.spec.ports), processor: UnsafeMutableRawPointer(processor), files: files,
        display: display, midi: MIDIInput(host, P.spec),
        resetProcessor: { $0.assumingMemoryBound(to: P.self).pointee.reset() },
        destroyProcessor: {
          let processor = $0.assumingMemoryBound(to: P.self)
          processor.deinitialize(count: 1)
          processor.deallocate()
        }))
    return LV2_Handle(instance)
  }

  private init(
    ports: consuming Ports, processor: UnsafeMutableRawPointer, files: FileExchanges?, display: InlineDisplay?,
    midi: MIDIInput,
    resetProcessor: @escaping (UnsafeMutableRawPointer) -> Void,
    destroyProcessor: @escaping (UnsafeMutableRawPointer) -> Void
  ) {
    self.ports = ports
    self.processor = processor
    self.files = files
    self.display = display
    self.midi = midi
    self.resetProcessor = resetProcessor
    self.destroyProcessor = destroyProcessor
  }

  deinit {
    destroyProcessor(processor)
    files?.destroy()
    display?.destroy()
  }

  // MARK: Callbacks that are the same for every plugin

  /// Audio: some hosts connect ports before every block.
  @_noLocks static func connect(_ handle: LV2_Handle?, _ port: UInt32, _ data: UnsafeMutableRawPointer?) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self) else { return }
    instance.pointee.ports.connect(Int(port), to: data)
  }

  static func activate(_ handle: LV2_Handle?) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self) else { return }
    instance.pointee.resetProcessor(instance.pointee.processor)
  }

  static func destroy(_ handle: LV2_Handle?) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self) else { return }
    instance.deinitialize(count: 1)
    instance.deallocate()
  }

  /// Audio. Renders one block of an instance made for `P`. Called from one `@_noLocks` function per plugin, so that the
  /// proof covers the whole of it.
  @inlinable @inline(__always)
  public static func run<P: Processor & ~Copyable>(_ type: P.Type, _ handle: LV2_Handle?, _ frames: UInt32) {
    guard let instance = handle?.assumingMemoryBound(to: Instance.self) else { return }
    let mode = nf_rt_flush_denormals()
    instance.pointee.processor.assumingMemoryBound(to: P.self)
      .pointee.process(instance.pointee.ports, frames: Int(frames))
    nf_rt_restore_denormals(mode)
  }
}
