import CLV2
import LV2Entry
import Plugins

private let bundle = PluginBundle([
  PluginEntry(MixerStereo.self, run: { runMixerStereo($0, $1) }),
  PluginEntry(MixerQuad.self, run: { runMixerQuad($0, $1) }),
  PluginEntry(Mixer51.self, run: { runMixer51($0, $1) }),
  PluginEntry(Mixer71.self, run: { runMixer71($0, $1) }),
  PluginEntry(Mixer514.self, run: { runMixer514($0, $1) }),
  PluginEntry(Mixer714.self, run: { runMixer714($0, $1) }),
  PluginEntry(BedStereo.self, run: { runBedStereo($0, $1) }),
  PluginEntry(Bed51.self, run: { runBed51($0, $1) }),
  PluginEntry(Bed714.self, run: { runBed714($0, $1) }),
  PluginEntry(MixerCustom.self, run: { runMixerCustom($0, $1) }),
])

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { bundle.descriptor(at: index) }

@_noLocks private func runMixerStereo(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.hear(MixerStereo.self, handle)
  Instance.run(MixerStereo.self, handle, frames)
}

@_noLocks private func runMixerQuad(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(MixerQuad.self, handle, frames)
}

@_noLocks private func runMixer51(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Mixer51.self, handle, frames)
}

@_noLocks private func runMixer71(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Mixer71.self, handle, frames)
}

@_noLocks private func runMixer514(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Mixer514.self, handle, frames)
}

@_noLocks private func runMixer714(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Mixer714.self, handle, frames)
}

@_noLocks private func runBedStereo(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.hear(BedStereo.self, handle)
  Instance.run(BedStereo.self, handle, frames)
}

@_noLocks private func runBed51(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.hear(Bed51.self, handle)
  Instance.run(Bed51.self, handle, frames)
}

@_noLocks private func runBed714(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.hear(Bed714.self, handle)
  Instance.run(Bed714.self, handle, frames)
}

@_noLocks private func runMixerCustom(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(MixerCustom.self, handle, frames)
}
