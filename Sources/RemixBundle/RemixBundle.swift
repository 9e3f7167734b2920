import CLV2
import LV2Entry
import Plugins

private let bundle = PluginBundle([PluginEntry(displaying: RemixPlugin.self, run: { runRemix($0, $1) })])

@_cdecl("lv2_descriptor")
public func lv2Descriptor(_ index: UInt32) -> UnsafePointer<LV2_Descriptor>? { bundle.descriptor(at: index) }

@_noLocks private func runRemix(_ handle: LV2_Handle?, _ frames: UInt32) {
  Instance.run(RemixPlugin.self, handle, frames)
}
