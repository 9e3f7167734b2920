import Ambisonics
import CPlatform
import Signal
import Spatial

/// The loudspeakers of a bed: their places, the upmix, the low-frequency channel, the room around them, the head, and the equalization
/// of the headphones.
/// Rests after all has ended. Audio but for `init`.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct BedSpeakers: ~Copyable {
  let latencyFrames: Int
  var headphones: BedHeadphones
  var hrtfStatus: HeadModel.Status
  var equalizer: HeadphoneEqualizer
  private let layout: BedLayout
  private let directions: UnsafeMutablePointer<Direction>
  private let sources: ChannelBuffer
  private let ears: ChannelBuffer
  private let field: ChannelBuffer
  private var room: RoomReverberation
  private var ambience: StereoAmbience
  private var upmix: Ramp
  private let gains: FloatBuffer
  private var lowFrequencies: LowFrequencyFeed
  private var lowDelay: DelayLine
  private let low: ChannelBuffer
  private let lowDelayed: ChannelBuffer
  private let silence: FloatBuffer
  private let tailFrames: Int
  /// Frames until all has ended.
  private var tailLeft = 0
  private var upmixLeft = 0

  /// Share of a main loudspeaker's bass that reaches each ear: −4.5 dB, see `HeadResponses.FrontReference.pairAndCentre`.
  private static var mainBass: Float { @_noLocks get { 0.594_6 } }

  /// Build.
  init(_ layout: BedLayout, _ setting: borrowing BuildSetting) {
    let rate = setting.sampleRate
    let log = setting.log
    let rampFrames = Int(0.02 * rate)
    self.layout = layout
    let head = SharedHead(
      chosen: HeadModel.chosenPath, sampleRate: rate, .bed(layout.front), warn: { log(.warning, $0) })
    hrtfStatus = head.status
    headphones = BedHeadphones(head, layout, fadeFrames: setting.frames(seconds: 0.05))
    equalizer = HeadphoneEqualizer(fadeFrames: setting.frames(seconds: 0.05), capacity: Ports.chunk)
    latencyFrames = headphones.latencyFrames
    let places = layout.directions
    directions = .allocate(capacity: places.count)
    for index in places.indices { (directions + index).initialize(to: places[index]) }
    sources = ChannelBuffer(channels: layout.sourceCount, capacity: Ports.chunk)
    ears = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    field = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    room = RoomReverberation(
      sampleRate: rate, rampFrames: rampFrames, capacity: Ports.chunk,
      sources: Array(places.prefix(layout.channelSources)))
    ambience = StereoAmbience(sampleRate: rate, capacity: Ports.chunk)
    upmix = Ramp(0, lengthFrames: rampFrames)
    gains = FloatBuffer(count: Ports.chunk)
    lowFrequencies = LowFrequencyFeed(sampleRate: rate, rampFrames: rampFrames)
    lowDelay = DelayLine(channels: 1, delayFrames: latencyFrames)
    low = ChannelBuffer(channels: 1, capacity: Ports.chunk)
    lowDelayed = ChannelBuffer(channels: 1, capacity: Ports.chunk)
    silence = FloatBuffer(count: Ports.chunk)
    // The low-pass, which is the slowest but for the room and the equalization, has ended by then.
    tailFrames = headphones.tailFrames + setting.frames(seconds: 0.3 + HeadphoneEqualizer.tailSeconds)
  }

  deinit { directions.deallocate() }

  @_noLocks mutating func reset() {
    wake()
    upmix.reset()
    tailLeft = 0
    upmixLeft = 0
  }

  @_noLocks private mutating func wake() {
    headphones.reset()
    equalizer.reset()
    room.reset()
    ambience.reset()
    lowFrequencies.reset()
    lowDelay.reset()
  }

  @_noLocks mutating func setTargets(_ controls: BedControls) {
    room.setSize(controls.roomSize)
    room.setAmount(controls.room)
    upmix.setTarget(controls.upmix)
    lowFrequencies.setGain(Self.mainBass * controls.lfeGain)
    if layout == .stereo {
      directions[0] = Direction(azimuthDegrees: controls.speakerDegrees, elevationDegrees: 0)
      directions[1] = Direction(azimuthDegrees: -controls.speakerDegrees, elevationDegrees: 0)
    }
    headphones.turn(to: controls.head)
    for source in 0..<layout.sourceCount { headphones.place(source, at: directions[source], head: controls.head) }
  }

  /// Adds the ears' signals to `output`. `channels`: those of the bed; `isSilent` where all of them are, and have been told so.
  @_noLocks
  mutating func add(
    _ channels: borrowing ChannelBuffer, isSilent: Bool, to output: borrowing ChannelBuffer, frames: Int
  ) {
    if isSilent {
      guard tailLeft > 0 || room.isSounding && tailLeft > -1 else {
        headphones.settle()
        return equalizer.settle()
      }
      tailLeft = max(0, tailLeft - frames)
      if tailLeft == 0 && !room.isSounding { tailLeft = -1 }
    } else {
      if tailLeft < 0 { wake() }
      tailLeft = tailFrames
    }
    for source in 0..<layout.channelSources {
      nf_rt_copy(sources[source], channels[layout.channel(of: source)], frames * MemoryLayout<Float>.stride)
    }
    if layout == .stereo { addUpmix(frames: frames) }
    let hasField = room.isSounding
    field.clear(frames: frames)
    if hasField { room.process(sources, addingTo: field, frames: frames) }
    headphones.process(sources, field, hasField: hasField, into: ears, frames: frames)
    if layout.hasLowFrequencies { addLowFrequencies(channels[BedLayout.lowFrequencyChannel], frames: frames) }
    equalizer.process(ears, frames: frames)
    for ear in 0..<2 {
      let (from, to) = (ears[ear], output[ear])
      for frame in 0..<frames { to[frame] += from[frame] }
    }
  }

  /// The ambience of the pair into the sources behind it.
  @_noLocks private mutating func addUpmix(frames: Int) {
    if upmix.isMoving || upmix.value > 0 {
      if upmixLeft <= 0 { ambience.reset() }
      upmixLeft = tailFrames
      headphones.setUpmixed(true)
      ambience.process(sources[0], sources[1], into: sources, from: 2, frames: frames)
      upmix.render(into: gains.pointer, frames: frames)
      for source in 2..<6 {
        VectorMath.multiply(sources[source], gains.pointer, into: sources[source], count: frames)
      }
    } else {
      upmixLeft -= min(frames, upmixLeft)
      headphones.setUpmixed(upmixLeft > 0)
      for source in 2..<6 { nf_rt_clear(sources[source], frames * MemoryLayout<Float>.stride) }
    }
  }

  /// To both ears alike: below 120 Hz a head makes no difference.
  @_noLocks private mutating func addLowFrequencies(_ channel: UnsafePointer<Float>, frames: Int) {
    lowFrequencies.process(channel, silence.pointer, into: low[0], frames: frames)
    lowDelay.process(low, into: lowDelayed, frames: frames)
    let from = lowDelayed[0]
    for ear in 0..<2 {
      let to = ears[ear]
      for frame in 0..<frames { to[frame] += from[frame] }
    }
  }
}
