import Ambisonics
import CPlatform
import Signal

/// Several point sources and a first-order field (the room) to two ears: loudspeakers heard through a head.
///
/// Sources are filtered in groups of four. Each group has its two times, in every hop, to make new filters if its
/// sources move and to take them, so that the work of a turning head is spread out; the change is cross-faded. Latency: `latencyFrames`,
/// 28 frames at 44.1 and 48 kHz. Build: `init`. Audio: the rest. Cost per frame and source at rest: 20 vector multiply-adds.
public struct VirtualSpeakers: ~Copyable {
  public let latencyFrames: Int
  private let head: SharedHead
  /// What is heard after the input has ended.
  public let tailFrames: Int
  private let count: Int
  private let slotFrames: Int
  private let filters: DirectionFilters
  private let scratch: ConvolverScratch
  private let groups: UnsafeMutablePointer<SourceGroup>
  private let groupCount: Int
  private let activity: UnsafeMutablePointer<Bool>
  /// Frames since the reset, within a hop.
  private var clock = 0
  private var isFresh = true
  private var rotator: FieldRotator
  private var fieldConvolver: PartitionedConvolver
  private let fieldEars: ChannelBuffer
  private var fieldLeft = 0

  /// Slots in a hop, two for each group. A hop is 8 ms.
  private static var slots: Int { @_noLocks get { 6 } }

  /// Loudspeakers add up: what comes from the side must not be later than the rest for want of room before its nearer ear.
  static func latencyFrames(sampleRate: Double) -> Int { 28 * BinauralRenderer.scale(sampleRate) }

  /// `count`: of the sources, at most 12. `capacity`: the most frames of one `process`.
  /// `head`: made for a bed; the last to use it frees it.
  public init(_ head: consuming SharedHead, count: Int, capacity: Int) {
    precondition(count <= VirtualSpeakers.slots / 2 * SourceGroup.most)
    let tables = head.tables
    let scale = BinauralRenderer.scale(tables.pointee.sampleRate)
    self.count = count
    latencyFrames = VirtualSpeakers.latencyFrames(sampleRate: tables.pointee.sampleRate)
    slotFrames = 64 * scale
    let partition = 32 * scale
    // 128 of the responses, 16 of the interpolation, 80 for the delays of both ears.
    let taps = 224 * scale
    filters = DirectionFilters(tables.pointee.points, taps: taps, aheadFrames: Float(latencyFrames))
    scratch = ConvolverScratch(partitionFrames: partition)
    groupCount = (count + SourceGroup.most - 1) / SourceGroup.most
    groups = .allocate(capacity: groupCount)
    activity = .allocate(capacity: groupCount)
    activity.initialize(repeating: true, count: groupCount)
    for group in 0..<groupCount {
      (groups + group).initialize(
        to: SourceGroup(
          count: min(SourceGroup.most, count - group * SourceGroup.most), partitionFrames: partition, taps: taps,
          capacity: slotFrames))
    }
    tailFrames = 384 * scale
    rotator = FieldRotator(rampFrames: 512 * scale)
    fieldConvolver = PartitionedConvolver(
      inputs: 4, outputs: 2, partitionFrames: 2 * partition, taps: tables.pointee.linear.taps)
    fieldConvolver.load(tables.pointee.linear.responses, frames: tables.pointee.linear.taps)
    fieldEars = ChannelBuffer(channels: 2, capacity: capacity)
    self.head = head
  }

  deinit {
    groups.deinitialize(count: groupCount)
    groups.deallocate()
    activity.deallocate()
  }

  @_noLocks public mutating func reset() {
    for group in 0..<groupCount { groups[group].reset() }
    rotator.reset()
    fieldConvolver.reset()
    clock = 0
    isFresh = true
    fieldLeft = 0
  }

  /// Where a source is in the room; before `turn`.
  @_noLocks public mutating func place(_ source: Int, at direction: Direction, head: Rotation) {
    groups[source / SourceGroup.most].move(source % SourceGroup.most, to: head.apply(to: direction))
  }

  /// How the field turns.
  @_noLocks public mutating func turn(to head: Rotation) { rotator.turn(to: head) }

  /// Whether sources from `4 · group` to `4 · group + 3` are rendered; those that rest must have been silent for `tailFrames`.
  @_noLocks public mutating func setActive(_ group: Int, _ isActive: Bool) {
    guard group < groupCount, activity[group] != isActive else { return }
    activity[group] = isActive
    if isActive && !isFresh {
      groups[group].reset()
      groups[group].jump(filters, scratch)
    }
  }

  /// `sources`: a channel each. `field`: 4 channels, changed; left out where `hasField` is false and its tail is over. Writes 2
  /// channels of `ears`.
  @_noLocks
  public mutating func process(
    _ sources: borrowing ChannelBuffer, _ field: borrowing ChannelBuffer, hasField: Bool,
    into ears: borrowing ChannelBuffer, frames: Int
  ) {
    if isFresh {
      isFresh = false
      for group in 0..<groupCount { groups[group].jump(filters, scratch) }
    }
    ears.clear(frames: frames)
    var done = 0
    while done < frames {
      if clock % slotFrames == 0 { work(inSlot: clock / slotFrames) }
      let step = min(frames - done, slotFrames - clock % slotFrames)
      for group in 0..<groupCount where activity[group] { render(group, sources, to: ears, at: done, frames: step) }
      clock = (clock + step) % (VirtualSpeakers.slots * slotFrames)
      done += step
    }
    addField(field, hasField: hasField, to: ears, frames: frames)
  }

  @_noLocks private func work(inSlot slot: Int) {
    let group = slot / 2
    guard group < groupCount && activity[group] else { return }
    if slot % 2 == 0 {
      groups[group].advance(filters)
    } else {
      groups[group].take(scratch, fadeFrames: slotFrames)
    }
  }

  @_noLocks
  private mutating func render(
    _ group: Int, _ sources: borrowing ChannelBuffer, to ears: borrowing ChannelBuffer, at start: Int, frames: Int
  ) {
    for source in 0..<groups[group].count {
      nf_rt_copy(
        groups[group].input[source], sources[group * SourceGroup.most + source] + start,
        frames * MemoryLayout<Float>.stride)
    }
    groups[group].render(addingTo: ears, from: start, frames: frames)
  }

  @_noLocks
  private mutating func addField(
    _ field: borrowing ChannelBuffer, hasField: Bool, to ears: borrowing ChannelBuffer, frames: Int
  ) {
    if hasField {
      if fieldLeft <= 0 { fieldConvolver.reset() }
      fieldLeft = tailFrames
    } else {
      guard fieldLeft > 0 else { return }
      fieldLeft -= frames
    }
    rotator.process(field, frames: frames)
    fieldConvolver.process(field, into: fieldEars, frames: frames)
    for ear in 0..<2 {
      let (from, to) = (fieldEars[ear], ears[ear])
      for frame in 0..<frames { to[frame] += from[frame] }
    }
  }
}
