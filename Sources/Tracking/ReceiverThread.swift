import CLO
import CPlatform

/// The one thread of the process that listens for head trackers: it starts with the first instance and ends with the last,
/// before a host may unload the code.
///
/// It sleeps until a packet arrives, and looks every 50 ms whether an instance asks for another port: audio threads cannot
/// wake it, because every call that does goes through the kernel. `lock` is held while receivers are visited, and never by an
/// audio thread; who takes one out waits for the visit to end.
enum ReceiverThread {
  private static var pauseMilliseconds: Int32 { 50 }

  /// Of one run of the thread, so that a new one may start while the last one still ends.
  private struct Run {
    var thread = pthread_t()
    let alarm: Int32
    var mustEnd = false
  }

  private struct State: @unchecked Sendable {
    let lock: UnsafeMutablePointer<pthread_mutex_t>
    let receivers: UnsafeMutablePointer<[UnsafeMutablePointer<OSCReceiver>]>
    let run: UnsafeMutablePointer<UnsafeMutablePointer<Run>?>
  }

  private static let state: State = {
    guard let lock = nf_lock_make() else { fatalError("out of memory") }
    let receivers = UnsafeMutablePointer<[UnsafeMutablePointer<OSCReceiver>]>.allocate(capacity: 1)
    receivers.initialize(to: [])
    let run = UnsafeMutablePointer<UnsafeMutablePointer<Run>?>.allocate(capacity: 1)
    run.initialize(to: nil)
    return State(lock: lock, receivers: receivers, run: run)
  }()

  /// Build. False where no thread can be started: the receiver then stays deaf.
  static func add(_ receiver: UnsafeMutablePointer<OSCReceiver>) -> Bool {
    nf_lock(state.lock)
    defer { nf_unlock(state.lock) }
    state.receivers.pointee.append(receiver)
    if state.run.pointee == nil { state.run.pointee = start() }
    return state.run.pointee != nil
  }

  /// Build. From its return on the thread does not touch the receiver, and with the last one it has ended.
  static func remove(_ receiver: UnsafeMutablePointer<OSCReceiver>) {
    nf_lock(state.lock)
    state.receivers.pointee.removeAll { $0 == receiver }
    var ending: UnsafeMutablePointer<Run>?
    if state.receivers.pointee.isEmpty {
      ending = state.run.pointee
      state.run.pointee = nil
      ending?.pointee.mustEnd = true
    }
    nf_unlock(state.lock)
    guard let ending else { return }
    nf_alarm_ring(ending.pointee.alarm)
    nf_thread_join(ending.pointee.thread)
    nf_alarm_destroy(ending.pointee.alarm)
    ending.deinitialize(count: 1)
    ending.deallocate()
  }

  /// With the lock held, for which the thread then waits.
  private static func start() -> UnsafeMutablePointer<Run>? {
    let alarm = nf_alarm_make()
    guard alarm >= 0 else { return nil }
    let run = UnsafeMutablePointer<Run>.allocate(capacity: 1)
    run.initialize(to: Run(alarm: alarm))
    let isStarted = nf_thread_start(
      &run.pointee.thread, "nearfar-osc",
      { context in
        if let context { ReceiverThread.listen(context.assumingMemoryBound(to: Run.self)) }
        return nil
      }, run)
    if isStarted != 0 { return run }
    nf_alarm_destroy(alarm)
    run.deinitialize(count: 1)
    run.deallocate()
    return nil
  }

  private static func listen(_ run: UnsafeMutablePointer<Run>) {
    var descriptors: [Int32] = []
    while true {
      nf_lock(state.lock)
      let mustEnd = run.pointee.mustEnd
      descriptors.removeAll(keepingCapacity: true)
      descriptors.append(run.pointee.alarm)
      if !mustEnd {
        for receiver in state.receivers.pointee {
          receiver.pointee.visit()
          if receiver.pointee.descriptor >= 0 { descriptors.append(receiver.pointee.descriptor) }
        }
      }
      nf_unlock(state.lock)
      if mustEnd { return }
      nf_wait(descriptors, Int32(descriptors.count), pauseMilliseconds)
    }
  }
}
