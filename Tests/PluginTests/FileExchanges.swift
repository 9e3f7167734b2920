import CAllocationProbe
import Foundation
import HostSupport
import Testing

/// A file with this text, for this run of the tests.
func temporaryFile(_ name: String, _ text: String) -> String {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(getpid())-\(name)").path
  try? text.write(toFile: path, atomically: true, encoding: .utf8)
  return path
}

/// Plays 120 blocks, before each of which `choose` may choose a file that the host loads meanwhile; the audio thread must neither
/// allocate, free nor lock.
func expectNoAllocation(_ plugin: HostedPlugin, _ host: FileHost, choose: (_ block: Int) -> Void) {
  var total = (allocations: UInt(0), frees: UInt(0), locks: UInt(0))
  for block in 0..<120 {
    choose(block)
    host.beforeRun()
    nf_probe_begin()
    plugin.descriptor.pointee.run(plugin.handle, 256)
    let counts = nf_probe_end()
    total.allocations += counts.allocations
    total.frees += counts.frees
    total.locks += counts.locks
    host.afterRun()
    if block % 4 == 3 { host.work() }
  }
  #expect(total == (0, 0, 0))
}
