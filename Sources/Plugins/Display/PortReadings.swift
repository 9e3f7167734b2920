import CPlatform
import PluginModel

/// The values of a plugin's controls and meters, handed from the audio thread to another: each is whole, they need not be of
/// one block.
public struct PortReadings {
  private let words: UnsafeMutablePointer<UInt64>
  /// Which ports have values.
  private let isValue: UnsafeMutablePointer<Bool>
  private let count: Int

  /// Build. To be destroyed by its owner.
  public init(_ specs: [PortSpec]) {
    count = specs.count
    words = .allocate(capacity: count)
    isValue = .allocate(capacity: count)
    for (index, spec) in specs.enumerated() {
      (words + index).initialize(to: UInt64((spec.range?.initial ?? 0).bitPattern))
      (isValue + index).initialize(to: spec.range != nil)
    }
  }

  public func destroy() {
    words.deallocate()
    isValue.deallocate()
  }

  /// Audio. Says whether any value has changed.
  @_noLocks public func take(_ ports: borrowing Ports) -> Bool {
    var hasChanged = false
    for index in 0..<count where isValue[index] {
      let value = UInt64(ports.value(at: index).bitPattern)
      if nf_rt_load(words + index) != value {
        nf_rt_store(words + index, value)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /// Any thread.
  subscript<Port: PortSet>(_ port: Port) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: nf_rt_load(words + port.rawValue)))
  }
}
