import CPlatform
import Signal

/// What a field from a microphone goes through: the correction of the capsules' spacing, W on its own and X, Y, Z alike, and
/// the high-pass. No latency.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct MicrophoneFilter: ~Copyable {
  /// What filters are made for.
  struct Setting: Equatable {
    /// Radius 0: nothing to correct.
    var microphone: TetrahedralMicrophone
    var highPassHz: Float

    /// Audio.
    @_noLocks init(_ setting: MicrophoneSetting) {
      microphone = setting.microphone
      if setting.format != .capsules { microphone = TetrahedralMicrophone(radiusMetres: 0, directivity: 0.5) }
      highPassHz = setting.highPassHz
    }
  }

  private(set) var setting = Setting(MicrophoneSetting())
  private let pressure: FloatBuffer
  private let gradient: FloatBuffer
  private var highPass = FieldHighPass()

  /// Build.
  init(taps: Int) {
    pressure = FloatBuffer(count: taps)
    gradient = FloatBuffer(count: taps)
  }

  /// Audio. Begins anew with filters for `setting`. `powers`: room for `points` + 1 of them.
  @_noLocks
  mutating func begin(
    _ setting: Setting, _ design: borrowing ShortMinimumPhase, powers: borrowing ChannelBuffer, sampleRate: Float
  ) {
    self.setting = setting
    highPass.begin(cutoffHz: setting.highPassHz, sampleRate: sampleRate)
    guard setting.microphone.radiusMetres > 0 else { return }
    for point in 0...design.points {
      let hz = 0.5 * sampleRate * Float(point) / Float(design.points)
      let power = TetrahedralResponse.powers(of: setting.microphone, atHz: hz)
      powers[0][point] = 1 / power.pressure
      powers[1][point] = 1 / power.gradient
    }
    design.design(powers[0], into: pressure.pointer)
    design.design(powers[1], into: gradient.pointer)
  }

  /// Audio.
  @_noLocks mutating func clear() { highPass.clear() }

  /// Audio. 4 channels of `input`, from frame `start` on and with `taps − 1` frames before it, → `output` from `place` on; its
  /// channels have room for 8 frames more.
  @_noLocks
  mutating func process(
    _ input: borrowing ChannelBuffer, from start: Int, into output: borrowing ChannelBuffer, at place: Int, frames: Int
  ) {
    for channel in 0..<4 {
      let (newest, result) = (input[channel] + start, output[channel] + place)
      if setting.microphone.radiusMetres > 0 {
        let taps = channel == 0 ? pressure.pointer : gradient.pointer
        DirectForm.filter(newest, response: taps, taps: pressure.count, frames: frames, into: result)
      } else {
        nf_rt_copy(result, newest, frames * MemoryLayout<Float>.stride)
      }
    }
    highPass.process(
      output[0] + place, output[1] + place, output[2] + place, output[3] + place, frames: frames)
  }
}
