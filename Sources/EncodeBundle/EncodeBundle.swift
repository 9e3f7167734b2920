import CLV2
import LV2Entry
import Plugins

private let bundle = PluginBundle([
  PluginEntry(EncodeMono.self, run: { runEncodeMono($0, $1) }),
  PluginEntry(Rotate.self, run: { runRotate($0, $1) }),
  PluginEntry(EncodeStereo.self, run: { runEncodeStereo($0, $1) }),
  PluginEntry(EncodeBed51.self, run: { runEncodeBed51($0, $1) }),
  PluginEntry(EncodeBed714.self, run: { runEncodeBed714($0, $1) }),
  PluginEntry(EncodeAformat.self, run: { runEncodeAformat($0, $1) }),
])

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { bundle.descriptor(at: index) }

@_noLocks private func runEncodeMono(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(EncodeMono.self, handle, frames)
}

@_noLocks private func runRotate(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(Rotate.self, handle, frames)
}

@_noLocks private func runEncodeStereo(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(EncodeStereo.self, handle, frames)
}

@_noLocks private func runEncodeBed51(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(EncodeBed51.self, handle, frames)
}

@_noLocks private func runEncodeBed714(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(EncodeBed714.self, handle, frames)
}

@_noLocks private func runEncodeAformat(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(EncodeAformat.self, handle, frames)
}
