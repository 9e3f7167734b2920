import Ambisonics
import CPlatform
import Signal

/// Sharpens a linear first-order renderer where the sound comes from one direction: filters that follow the field are added
/// to its own, so that a plane wave is heard through the head's own responses and a diffuse field as before.
///
/// The parameters come some 20 ms after the sound that they are from; the sound itself is not delayed. New filters
/// are made in the first half of every hop, a step per partition, and cross-faded in during the quarter after it; hops
/// count from the frame at which the amount left 0, so that block sizes do not matter. At 0, and once the last filters have
/// faded out, it does and costs nothing.
/// Build: `init`. Audio: the rest. Cost: about that of the linear convolver.
public struct SharpRenderer: ~Copyable {
  private let analysis: SharpAnalysis
  private let filters: SharpFilters
  private var convolver: PartitionedConvolver
  private let scratch: ConvolverScratch
  /// The field in the room, and pieces of that of the head and of the output.
  private let room: ChannelBuffer
  private let piece: ChannelBuffer
  private let corrected: ChannelBuffer

  private let partitionFrames: Int
  private let hopFrames: Int
  /// Place in the hop.
  private var position = 0
  private var isActive = false
  /// A hop was analysed since it became active.
  private var isFilled = false
  /// The filters that were made last correct something; those that sound do.
  private var isMade = false
  private var isSounding = false
  private var amount: Float = 0
  private var head = Rotation()

  private static let partitions = 8

  /// `tables`: must outlive this. `capacity`: frames of the largest block.
  public init(_ tables: UnsafePointer<SharpTables>, capacity: Int) {
    let transformSize = tables.pointee.transformSize
    partitionFrames = transformSize / 4
    hopFrames = SharpRenderer.partitions * partitionFrames
    analysis = SharpAnalysis(tables.pointee)
    convolver = PartitionedConvolver(
      inputs: 4, outputs: 2, partitionFrames: partitionFrames, taps: tables.pointee.correctionTaps)
    scratch = ConvolverScratch(partitionFrames: partitionFrames)
    room = ChannelBuffer(channels: 4, capacity: capacity)
    piece = ChannelBuffer(channels: 4, capacity: partitionFrames)
    corrected = ChannelBuffer(channels: 2, capacity: partitionFrames)
    filters = SharpFilters(tables)
  }

  /// Forgets past input; the amount stays.
  @_noLocks public mutating func reset() {
    isActive = false
    set(amount: amount)
  }

  /// How sharp, 0…1.
  @_noLocks public mutating func set(amount: Float) {
    self.amount = amount
    guard amount > 0 && !isActive else { return }
    isActive = true
    isFilled = false
    isMade = false
    isSounding = false
    position = 0
    analysis.reset()
    convolver.clear()
  }

  @_noLocks public mutating func turn(to head: Rotation) { self.head = head }

  /// To be called before `add` with the same frames of the field as it is in the room, W Y Z X.
  @_noLocks public func observe(_ field: borrowing ChannelBuffer, frames: Int) {
    guard isActive else { return }
    precondition(frames <= room.capacity)
    room.copy(from: field, frames: frames)
  }

  /// Adds to the ears what sharpens them. `field`: the same frames, as the head has them.
  @_noLocks public mutating func add(
    _ field: borrowing ChannelBuffer, to output: borrowing ChannelBuffer, frames: Int
  ) {
    var done = 0
    guard isActive else { return }
    while done < frames {
      let place = position % partitionFrames
      if place == 0 { work(partition: position / partitionFrames) }
      guard isActive else { return }
      let count = min(frames - done, partitionFrames - place)
      analysis.take(room, from: done, frames: count, to: position)
      render(field, to: output, from: done, frames: count)
      done += count
      position += count
      if position == hopFrames {
        position = 0
        isFilled = true
      }
    }
  }

  @_noLocks private mutating func render(
    _ field: borrowing ChannelBuffer, to output: borrowing ChannelBuffer, from start: Int, frames: Int
  ) {
    for channel in 0..<4 {
      nf_rt_copy(piece[channel], field[channel] + start, frames * MemoryLayout<Float>.stride)
    }
    convolver.process(piece, into: corrected, frames: frames)
    for ear in 0..<2 { VectorMath.add(corrected[ear], gain: 1, to: output[ear] + start, count: frames) }
  }

  /// What there is to do before a partition of the hop.
  @_noLocks private mutating func work(partition: Int) {
    guard isFilled else { return }
    switch partition {
    case 0:
      isActive = amount > 0 || isSounding
      if isActive { analysis.transform() }
    case 1:
      analysis.update()
      isMade = filters.mix(analysis, head: head, amount: amount)
    case 2:
      if isMade { filters.transform() } else { filters.responses.clear() }
    case 3:
      convolver.prepare(filters.responses, frames: filters.taps, scratch)
    case SharpRenderer.partitions / 2:
      convolver.crossfade(frames: hopFrames / 4)
      isSounding = isMade
    default: break
    }
  }
}
