import CPlatform

/// A fixed number of floats, owned, zeroed, and aligned to 64 bytes; never grows.
///
/// Build: `init`, `deinit`. Audio: everything else. Indices are checked in debug builds only, because every inner loop
/// goes through here; callers check frame counts once per block.
public struct FloatBuffer: ~Copyable {
  public let pointer: UnsafeMutablePointer<Float>
  public let count: Int

  public init(count: Int) {
    precondition(count >= 0)
    guard let memory = nf_aligned_allocate(count * MemoryLayout<Float>.stride) else {
      fatalError("out of memory")
    }
    self.pointer = memory.bindMemory(to: Float.self, capacity: count)
    self.count = count
    pointer.initialize(repeating: 0, count: count)
  }

  deinit { nf_free(pointer) }

  @_noLocks public subscript(_ index: Int) -> Float {
    @_noLocks get {
      assert(index >= 0 && index < count)
      return pointer[index]
    }
    @_noLocks nonmutating set {
      assert(index >= 0 && index < count)
      pointer[index] = newValue
    }
  }

  @_noLocks public func clear() {
    nf_rt_clear(pointer, count * MemoryLayout<Float>.stride)
  }

  @_noLocks public func fill(_ value: Float) {
    for index in 0..<count { pointer[index] = value }
  }
}
