import Ambisonics
import CPlatform
import PluginModel
import Signal
import Spatial

/// Channels for loudspeakers to headphones, head-tracked: the sound of the plugins in this folder.
///
/// The plain downmix and the loudspeakers share the signal by `blend` before their delays, so that whatever still sounds ends
/// by itself; each rests while it has nothing to do. Latency: that of the headphones.
struct Bed: ~Copyable {
  private let places: BedPorts
  private var tracker: HeadTracker
  private var layout: BedLayout { @_noLocks get { places.layout } }
  private let channels: ChannelBuffer
  private let dry: ChannelBuffer
  private let mixed: ChannelBuffer
  private var wet: Ramp
  private let gains: FloatBuffer
  private var dryDelay: DelayLine
  private var dryLeft = 0
  var speakers: BedSpeakers

  /// Beyond this no sound is meant, and the powers of powers that follow stay finite.
  private static var loudest: Float { @_noLocks get { 1e8 } }

  /// Build.
  init(_ layout: BedLayout, _ setting: borrowing BuildSetting) {
    places = BedPorts(layout)
    tracker = HeadTracker(log: setting.log)
    channels = ChannelBuffer(channels: layout.inputCount, capacity: Ports.chunk)
    dry = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    mixed = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    wet = Ramp(lengthFrames: Int(0.02 * setting.sampleRate))
    gains = FloatBuffer(count: Ports.chunk)
    speakers = BedSpeakers(layout, setting)
    dryDelay = DelayLine(channels: 2, delayFrames: speakers.latencyFrames)
  }

  mutating func reset() {
    wet.reset()
    dryDelay.reset()
    dryLeft = 0
    speakers.reset()
  }

  @_noLocks mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { tracker.hear(bytes, count: count) }

  /// Audio.
  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(at: places.index(.latency), Float(speakers.latencyFrames))
    ports.set(at: places.index(.hrtfStatus), Float(speakers.hrtfStatus.rawValue))
    ports.set(at: places.index(.eqStatus), Float(speakers.equalizer.status.rawValue))
    let head = tracker.rotation(ports, headPorts: places.index(.headYaw), trackerPorts: places.index(.oscPort))
    let controls = BedControls(ports, places, head: head)
    wet.setTarget(controls.blend)
    speakers.setTargets(controls)
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      for channel in 0..<layout.inputCount {
        ports.read(at: channel, from: start, frames: count, into: channels[channel])
      }
      render(frames: count)
      for ear in 0..<2 { ports.write(at: places.firstOutput + ear, from: start, frames: count, mixed[ear]) }
      start += count
    }
  }

  @_noLocks private mutating func render(frames: Int) {
    let (isWet, isDry) = (!wet.isMoving && wet.value == 1, !wet.isMoving && wet.value == 0)
    wet.render(into: gains.pointer, frames: frames)
    renderDry(isSilent: isWet, frames: frames)
    for channel in 0..<layout.inputCount {
      VectorMath.clamp(channels[channel], limit: Self.loudest, into: channels[channel], count: frames)
      if !isWet { VectorMath.multiply(channels[channel], gains.pointer, into: channels[channel], count: frames) }
    }
    speakers.add(channels, isSilent: isDry, to: mixed, frames: frames)
  }

  /// The downmix's share, late by the latency, into `mixed`.
  @_noLocks private mutating func renderDry(isSilent: Bool, frames: Int) {
    if isSilent {
      guard dryLeft > 0 else { return mixed.clear(frames: frames) }
      dryLeft -= frames
      dry.clear(frames: frames)
    } else {
      if dryLeft <= 0 { dryDelay.reset() }
      dryLeft = speakers.latencyFrames
      downmix(frames: frames)
    }
    dryDelay.process(dry, into: mixed, frames: frames)
  }

  @_noLocks private func downmix(frames: Int) {
    dry.clear(frames: frames)
    for source in 0..<layout.channelSources {
      let (channel, gain) = (channels[layout.channel(of: source)], layout.downmix(of: source))
      Self.add(channel, gain: gain.left, to: dry[0], frames: frames)
      Self.add(channel, gain: gain.right, to: dry[1], frames: frames)
    }
    for ear in 0..<2 {
      let out = dry[ear]
      for frame in 0..<frames { out[frame] *= 1 - gains[frame] }
    }
  }

  @_noLocks
  private static func add(
    _ source: UnsafePointer<Float>, gain: Float, to out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    guard gain != 0 else { return }
    for frame in 0..<frames { out[frame] += gain * source[frame] }
  }
}
