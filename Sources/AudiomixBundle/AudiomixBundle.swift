import CLV2
import LV2Entry
import Plugins

private let bundle = PluginBundle([
  PluginEntry(AudiomixStereo.self, run: { runAudiomixStereo($0, $1) }),
  PluginEntry(Audiomix51.self, run: { runAudiomix51($0, $1) }),
  PluginEntry(Audiomix714.self, run: { runAudiomix714($0, $1) }),
])

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { bundle.descriptor(at: index) }

@_noLocks private func runAudiomixStereo(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.hear(AudiomixStereo.self, handle)
  Instance.run(AudiomixStereo.self, handle, frames)
}

@_noLocks private func runAudiomix51(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Audiomix51.self, handle, frames)
}

@_noLocks private func runAudiomix714(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Audiomix714.self, handle, frames)
}
