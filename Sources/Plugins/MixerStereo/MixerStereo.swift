import Ambisonics
import CPlatform
import PluginModel
import Signal
import Spatial

/// First-order ambience and a dialog channel to two channels: headphones, built-in or external loudspeakers.
///
/// One path sounds at a time; a change of `output_type` cross-fades in 20 ms, and a path that sounds again starts from
/// silence under its own fade. No path has latency; what responses of a head need, 8 frames, is 6 cm of air.
public struct MixerStereo: FilePlayer, MIDIListener, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:mixer-stereo", name: "Nearfar Mixer Stereo", bundle: "nearfar-mixer", type: .spatial,
      comment: """
        Mixes first-order Ambisonics (AmbiX) and a dialog channel to headphones, with head tracking and any SOFA head, or to \
        two loudspeakers.
        """,
      ports: MixerStereoPort.self,
      files: HeadphoneFile.properties, presets: MixerStereoPresets.all)
  }

  var tracker: HeadTracker
  var headphones: HeadphonePath
  var equalizer: HeadphoneEqualizer
  private var speakers: SpeakerPath
  var hrtfStatus: HeadModel.Status
  /// What `render` mixes, and changes.
  private let field: ChannelBuffer
  private let dialog: ChannelBuffer
  /// What it makes of it.
  let mixed: ChannelBuffer
  private let rendered: ChannelBuffer
  private let gains: FloatBuffer

  private var ambienceGain: Ramp
  private var dialogGain: Ramp
  private var room: RoomReverberation
  private var spread: SpreadSource
  private var headphoneShare: PathShare

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    let rate = setting.sampleRate
    let log = setting.log
    let head = SharedHead(chosen: HeadModel.chosenPath, sampleRate: rate, .mixer, warn: { log(.warning, $0) })
    tracker = HeadTracker(log: log)
    hrtfStatus = head.status
    headphones = HeadphonePath(head, fadeFrames: setting.frames(seconds: 0.05), chunk: Ports.chunk)
    equalizer = HeadphoneEqualizer(fadeFrames: setting.frames(seconds: 0.05), capacity: Ports.chunk)
    speakers = SpeakerPath(sampleRate: rate, chunk: Ports.chunk)
    field = ChannelBuffer(channels: 4, capacity: Ports.chunk)
    dialog = ChannelBuffer(channels: 1, capacity: Ports.chunk)
    rendered = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    mixed = ChannelBuffer(channels: 2, capacity: Ports.chunk)
    gains = FloatBuffer(count: Ports.chunk)
    let rampFrames = Int(0.02 * rate)
    ambienceGain = Ramp(lengthFrames: rampFrames)
    dialogGain = Ramp(lengthFrames: rampFrames)
    room = RoomReverberation(sampleRate: rate, rampFrames: rampFrames, capacity: Ports.chunk)
    spread = SpreadSource(rampFrames: rampFrames, chunk: Ports.chunk)
    let tailFrames = headphones.tailFrames + setting.frames(seconds: HeadphoneEqualizer.tailSeconds)
    headphoneShare = PathShare(rampFrames: rampFrames, tailFrames: tailFrames)
  }

  public mutating func reset() {
    headphones.reset()
    equalizer.reset()
    speakers.reset()
    ambienceGain.reset()
    dialogGain.reset()
    room.reset()
    spread.reset()
    headphoneShare.reset()
  }

  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { tracker.hear(bytes, count: count) }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(MixerStereoPort.latency, 0)
    ports.set(MixerStereoPort.hrtfStatus, Float(hrtfStatus.rawValue))
    ports.set(MixerStereoPort.eqStatus, Float(equalizer.status.rawValue))
    let head = tracker.rotation(
      ports, headPorts: MixerStereoPort.headYaw.rawValue, trackerPorts: MixerStereoPort.oscPort.rawValue)
    setTargets(MixerStereoControls(ports, head: head))
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(MixerStereoPort.inW, from: start, frames: count, into: field)
      ports.read(MixerStereoPort.inDialog, from: start, frames: count, into: dialog)
      render(frames: count)
      ports.write(MixerStereoPort.outLeft, from: start, frames: count, mixed)
      start += count
    }
  }

  /// Audio. W Y Z X and dialog, for `render`; held below what the sums that follow could not bear.
  @_noLocks func take(_ parts: borrowing ChannelBuffer, frames: Int) {
    for channel in 0..<4 { VectorMath.clamp(parts[channel], limit: 1e15, into: field[channel], count: frames) }
    VectorMath.clamp(parts[4], limit: 1e15, into: dialog[0], count: frames)
  }

  /// Audio. Once per block.
  @_noLocks mutating func setTargets(_ controls: MixerStereoControls) {
    ambienceGain.setTarget(controls.ambienceGain)
    dialogGain.setTarget(controls.dialogGain)
    room.setSize(controls.roomSize)
    room.setAmount(controls.room)
    spread.setTarget(controls.source, degrees: controls.spreadDegrees)
    headphoneShare.setTarget(isOn: controls.output == .headphones)
    headphones.move(head: controls.head, source: controls.source)
    headphones.set(sharp: controls.sharp)
    speakers.setTargets(controls.output, source: controls.source)
  }

  /// Audio. At most `Ports.chunk` frames of `field` and `dialog` into `mixed`.
  @_noLocks mutating func render(frames: Int) {
    scale(frames: frames)
    room.process(dialog, addingTo: field, frames: frames)
    spread.process(dialog, field, frames: frames)
    speakers.wake()
    if headphoneShare.wakes() {
      headphones.reset()
      equalizer.reset()
    }
    if headphoneShare.isWhole && !speakers.isSounding {
      headphones.process(field, dialog[0], into: mixed, frames: frames)
      return equalizer.process(mixed, frames: frames)
    }
    mixed.clear(frames: frames)
    // Loudspeakers first: headphones change the field.
    speakers.add(field, dialog[0], to: mixed, frames: frames)
    guard headphoneShare.isSounding else {
      headphones.settle()
      return equalizer.settle()
    }
    headphoneShare.render(into: gains.pointer, frames: frames)
    VectorMath.multiply(dialog[0], gains.pointer, into: dialog[0], count: frames)
    for channel in 0..<4 { VectorMath.multiply(field[channel], gains.pointer, into: field[channel], count: frames) }
    headphones.process(field, dialog[0], into: rendered, frames: frames)
    equalizer.process(rendered, frames: frames)
    for channel in 0..<2 { VectorMath.add(rendered[channel], gain: 1, to: mixed[channel], count: frames) }
  }

  /// The two levels.
  @_noLocks private mutating func scale(frames: Int) {
    if dialogGain.isMoving || dialogGain.value != 1 {
      dialogGain.render(into: gains.pointer, frames: frames)
      VectorMath.multiply(dialog[0], gains.pointer, into: dialog[0], count: frames)
    }
    if ambienceGain.isMoving || ambienceGain.value != 1 {
      ambienceGain.render(into: gains.pointer, frames: frames)
      for channel in 0..<4 { VectorMath.multiply(field[channel], gains.pointer, into: field[channel], count: frames) }
    }
  }
}
