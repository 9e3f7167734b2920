import Ambisonics
import PluginModel
import Signal
import Spatial

/// First-order ambience and a dialog channel to loudspeakers of any layout: the sound of the plugins in this folder.
///
/// The field turns against the head before it is decoded, and the dialog's direction with it. No latency.
struct SpeakerMixer: ~Copyable {
  private let places: SpeakerMixerPorts
  /// What `render` mixes, and changes.
  private let field: ChannelBuffer
  private let dialog: ChannelBuffer
  /// What it makes of it.
  let mixed: ChannelBuffer
  private var dialogGain: RampedGain
  private var ambienceGains: InlineArray<4, RampedGain>
  private var room: RoomReverberation
  private var spread: SpreadSource
  private var rotator: FieldRotator
  var loudspeakers: LayoutPath
  private var lowFrequencies: LowFrequencyFeed

  /// Beyond this no sound is meant, and the sums that follow stay finite.
  private static var loudest: Float { 1e15 }

  /// Build.
  init(_ layout: SpeakerLayout, sampleRate: Double) {
    self.init(SpeakerMixerPorts(layout), SpeakerArrangement(layout), sampleRate: sampleRate)
  }

  /// Build.
  init(_ places: SpeakerMixerPorts, _ arrangement: SpeakerArrangement, sampleRate: Double) {
    self.places = places
    let rampFrames = Int(0.02 * sampleRate)
    field = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    dialog = ChannelBuffer(channels: 1, capacity: Ports.chunk)
    mixed = ChannelBuffer(channels: places.outputCount, capacity: Ports.chunk)
    dialogGain = RampedGain(rampFrames: rampFrames)
    ambienceGains = InlineArray<4, RampedGain>(repeating: RampedGain(rampFrames: rampFrames))
    room = RoomReverberation(sampleRate: sampleRate, rampFrames: rampFrames, capacity: Ports.chunk)
    spread = SpreadSource(rampFrames: rampFrames, chunk: Ports.chunk)
    rotator = FieldRotator(rampFrames: Int(controlRampSeconds * sampleRate))
    loudspeakers = LayoutPath(arrangement, outputs: places.outputCount, sampleRate: sampleRate)
    lowFrequencies = LowFrequencyFeed(sampleRate: sampleRate, rampFrames: rampFrames)
  }

  mutating func reset() {
    dialogGain.reset()
    for channel in 0..<4 { ambienceGains[channel].reset() }
    room.reset()
    spread.reset()
    rotator.reset()
    loudspeakers.reset()
    lowFrequencies.reset()
  }

  /// Audio.
  @_noLocks mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(at: places.index(.latency), 0)
    setTargets(SpeakerMixerControls(ports, places))
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      for channel in 0..<4 {
        ports.read(at: SpeakerMixerPorts.inW + channel, from: start, frames: count, into: field[channel])
        VectorMath.clamp(field[channel], limit: Self.loudest, into: field[channel], count: count)
      }
      ports.read(at: SpeakerMixerPorts.inDialog, from: start, frames: count, into: dialog[0])
      VectorMath.clamp(dialog[0], limit: Self.loudest, into: dialog[0], count: count)
      render(frames: count)
      for output in 0..<places.outputCount {
        ports.write(at: SpeakerMixerPorts.firstOutput + output, from: start, frames: count, mixed[output])
      }
      start += count
    }
  }

  /// Audio. W Y Z X and dialog, for `render`.
  @_noLocks func take(_ parts: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<4 {
      VectorMath.clamp(parts[channel], limit: Self.loudest, into: field[channel], count: frames)
    }
    VectorMath.clamp(parts[4], limit: Self.loudest, into: dialog[0], count: frames)
  }

  /// Audio. Once per block.
  @_noLocks mutating func setTargets(_ controls: SpeakerMixerControls) {
    dialogGain.setTarget(controls.dialogGain)
    for channel in 0..<4 { ambienceGains[channel].setTarget(controls.ambienceGain) }
    room.setSize(controls.roomSize)
    room.setAmount(controls.room)
    spread.setTarget(controls.source, degrees: controls.spreadDegrees)
    rotator.turn(to: controls.head)
    loudspeakers.move(to: controls.head.apply(to: controls.source), divergence: controls.divergence)
    lowFrequencies.setGain(controls.lfeGain)
  }

  /// Audio. At most `Ports.chunk` frames of `field` and `dialog` into `mixed`.
  @_noLocks mutating func render(frames: Int) {
    if !dialogGain.isUnity { dialogGain.process(dialog[0], into: dialog[0], frames: frames) }
    for channel in 0..<4 where !ambienceGains[channel].isUnity {
      ambienceGains[channel].process(field[channel], into: field[channel], frames: frames)
    }
    // Outputs without a loudspeaker are silent.
    if places.isCustom { mixed.clear(frames: frames) }
    if places.hasCentre {
      // Before the dialog is spread: it is the same sound at the same level wherever it comes from.
      lowFrequencies.process(field[0], dialog[0], into: mixed[3], frames: frames)
    }
    room.process(dialog, addingTo: field, frames: frames)
    spread.process(dialog, field, frames: frames)
    rotator.process(field, frames: frames)
    loudspeakers.process(field, dialog[0], into: mixed, frames: frames)
  }
}
