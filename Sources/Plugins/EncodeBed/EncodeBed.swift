import Ambisonics
import PluginModel
import Signal

/// What the bed encoders share: every channel a plane wave from the place of its loudspeaker, the low-frequency channel in W.
/// Latency 0.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct EncodeBed: ~Copyable {
  private let layout: BedLayout
  private let encoder: FieldEncoder
  private var lowFrequencies: LowFrequencyPressure
  private let directions: UnsafeMutablePointer<Direction>
  /// The channels that have a place.
  private let channels: ChannelBuffer
  private let feed = FloatBuffer(count: Ports.chunk)
  private let field = ChannelBuffer(channels: 4, capacity: Ports.chunk)

  /// What filters are held within, so that none of them remembers an overflow.
  private static var loudest: Float { @_noLocks get { 1e8 } }

  /// Build.
  init(_ layout: BedLayout, _ setting: borrowing BuildSetting) {
    let rampFrames = setting.frames(seconds: controlRampSeconds)
    let places = layout.directions
    self.layout = layout
    encoder = FieldEncoder(sources: layout.channelSources, rampFrames: rampFrames)
    // Twice as long: it begins with filters that have rested.
    lowFrequencies = LowFrequencyPressure(sampleRate: setting.sampleRate, rampFrames: 2 * rampFrames)
    channels = ChannelBuffer(channels: layout.channelSources, capacity: Ports.chunk)
    directions = .allocate(capacity: places.count)
    for index in places.indices { (directions + index).initialize(to: places[index]) }
  }

  deinit { directions.deallocate() }

  mutating func reset() {
    encoder.reset()
    lowFrequencies.reset()
  }

  /// Audio.
  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    let places = EncodeBedPorts(layout)
    ports.set(at: places.index(.latency), 0)
    setTargets(ports, places)
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      for source in 0..<layout.channelSources {
        ports.read(at: layout.channel(of: source), from: start, frames: count, into: channels[source])
      }
      ports.read(at: BedLayout.lowFrequencyChannel, from: start, frames: count, into: feed.pointer)
      encode(frames: count)
      for channel in 0..<4 {
        ports.write(at: places.firstOutput + channel, from: start, frames: count, field[channel])
      }
      start += count
    }
  }

  @_noLocks private mutating func setTargets(_ ports: borrowing Ports, _ places: EncodeBedPorts) {
    let level = ports.value(at: places.index(.lfeLevel))
    lowFrequencies.setGain(level > -40 ? Decibels.gain(level) : 0)
    let isOn = ports.value(at: places.index(.enabled)) >= 0.5
    // The field turns against the head.
    let turn = Rotation(
      yawDegrees: -ports.value(at: places.index(.rotation)), pitchDegrees: 0, rollDegrees: 0)
    for source in 0..<layout.channelSources {
      encoder.move(
        source,
        to: isOn ? FirstOrderGains(turn.apply(to: directions[source])) : FirstOrderGains(w: 1, y: 0, z: 0, x: 0))
    }
  }

  @_noLocks private mutating func encode(frames: Int) {
    encoder.process(channels, into: field, frames: frames)
    VectorMath.clamp(feed.pointer, limit: Self.loudest, into: feed.pointer, count: frames)
    lowFrequencies.add(feed.pointer, to: field[0], frames: frames)
  }
}
