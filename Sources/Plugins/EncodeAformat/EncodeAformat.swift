import Ambisonics
import PluginModel
import Signal

/// A microphone's four channels, capsules or B-format of any kind, as a first-order field. Latency 0.
public struct EncodeAformat: Processor, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:encode-aformat", name: "Nearfar Encode A-format", bundle: "nearfar-encode", type: .spatial,
      comment:
        "Makes first-order Ambisonics (AmbiX) of the capsules of a tetrahedral microphone, with the spacing of the capsules corrected, or of FuMa and N3D recordings.",
      ports: EncodeAformatPort.self, presets: EncodeAformatPresets.all)
  }

  private var encoder: MicrophoneEncoder
  private var wet: RampedGain
  private var dry: RampedGain
  private let input = ChannelBuffer(channels: 4, capacity: Ports.chunk)
  private let bounded = ChannelBuffer(channels: 4, capacity: Ports.chunk)
  private let field = ChannelBuffer(channels: 4, capacity: Ports.chunk + 8)

  /// What filters are held within, so that none of them remembers an overflow.
  private static var loudest: Float { @_noLocks get { 1e8 } }

  public init(_ setting: borrowing BuildSetting) throws(BuildError) {
    // Twice as long as elsewhere: the filters sharpen the ends of the gain's ramps.
    let rampFrames = setting.frames(seconds: 2 * controlRampSeconds)
    encoder = MicrophoneEncoder(sampleRate: setting.sampleRate, rampFrames: rampFrames, capacity: Ports.chunk)
    wet = RampedGain(rampFrames: rampFrames)
    dry = RampedGain(rampFrames: rampFrames)
  }

  public mutating func reset() {
    encoder.reset()
    wet.reset()
    dry.reset()
  }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) {
    ports.set(EncodeAformatPort.latency, 0)
    let isOn = ports.isOn(EncodeAformatPort.enabled)
    wet.setTarget(isOn ? 1 : 0)
    dry.setTarget(isOn ? 0 : 1)
    encoder.move(to: setting(ports))
    var start = 0
    while start < frames {
      let count = min(Ports.chunk, frames - start)
      ports.read(EncodeAformatPort.in1, from: start, frames: count, into: input)
      encode(frames: count)
      ports.write(EncodeAformatPort.outW, from: start, frames: count, field)
      start += count
    }
  }

  @_noLocks private func setting(_ ports: borrowing Ports) -> MicrophoneSetting {
    var setting = MicrophoneSetting()
    setting.format = MicrophoneFormat(rawValue: Int(ports.value(EncodeAformatPort.inputFormat))) ?? .capsules
    setting.order = CapsuleOrder(rawValue: Int(ports.value(EncodeAformatPort.capsuleOrder))) ?? .fluFrdBldBru
    setting.orientation = MicrophoneOrientation(rawValue: Int(ports.value(EncodeAformatPort.orientation))) ?? .upright
    let model = TetrahedralMicrophone.Model(rawValue: Int(ports.value(EncodeAformatPort.microphone))) ?? .custom
    let custom = TetrahedralMicrophone(
      radiusMetres: 0.001 * ports.value(EncodeAformatPort.radius),
      directivity: ports.value(EncodeAformatPort.directivity))
    setting.microphone = TetrahedralMicrophone(model) ?? custom
    setting.highPassHz = ports.value(EncodeAformatPort.highPass)
    setting.gain = Decibels.gain(ports.value(EncodeAformatPort.gain))
    return setting
  }

  @_noLocks private mutating func encode(frames: Int) {
    for channel in 0..<4 {
      VectorMath.clamp(input[channel], limit: Self.loudest, into: bounded[channel], count: frames)
    }
    encoder.process(bounded, into: field, frames: frames)
    mix(frames: frames)
  }

  /// The field, the input, or what lies between while the one goes over to the other.
  @_noLocks private mutating func mix(frames: Int) {
    if wet.isUnity && dry.isSilent { return }
    if wet.isSilent && dry.isUnity { return field.copy(from: input, frames: frames) }
    let (wetBefore, dryBefore) = (wet, dry)
    for channel in 0..<4 {
      (wet, dry) = (wetBefore, dryBefore)
      wet.process(field[channel], into: field[channel], frames: frames)
      dry.processAdding(input[channel], to: field[channel], frames: frames)
    }
  }
}
