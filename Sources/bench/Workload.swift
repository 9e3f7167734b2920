import HostSupport
import PluginModel
import Plugins

/// What one plugin is asked to do while it is measured.
struct Workload {
  let name: String
  let spec: PluginSpec
  let controls: [String: Float]
  /// A control that gets another value before every block, from its range.
  let moving: String?
  /// The most it may cost at 48 kHz in blocks of 256, in percent of one core.
  let limitPercent: Double
  /// Who does similar work.
  let peer: String?

  static var all: [Workload] {
    [
      Workload(
        name: "remix, Cinematic", spec: RemixPlugin.spec, controls: [:], moving: nil, limitPercent: 2, peer: nil),
      Workload(
        name: "remix, Studio, amount moving", spec: RemixPlugin.spec, controls: ["style": 1], moving: "remix_amount",
        limitPercent: 2, peer: nil),
      Workload(
        name: "mixer-stereo, headphones, moving head", spec: MixerStereo.spec,
        controls: ["output_type": 1, "dialog_azimuth": 30], moving: "head_yaw", limitPercent: 0.25,
        peer: "libspatialaudio binauralizer, moving head"),
      Workload(
        name: "mixer-stereo, headphones, moving head, sharp", spec: MixerStereo.spec,
        controls: ["output_type": 1, "dialog_azimuth": 30, "sharp": 1], moving: "head_yaw", limitPercent: 0.75,
        peer: nil),
      Workload(
        name: "mixer-7_1_4, still", spec: Mixer714.spec, controls: [:], moving: nil, limitPercent: 0.05, peer: nil),
      Workload(
        name: "mixer-7_1_4, moving head", spec: Mixer714.spec, controls: ["dialog_azimuth": 30], moving: "head_yaw",
        limitPercent: 0.08, peer: nil),
      Workload(
        name: "bed-stereo, moving head", spec: BedStereo.spec, controls: [:], moving: "head_yaw", limitPercent: 0.3,
        peer: nil),
      Workload(
        name: "bed-stereo, upmix, room, moving head", spec: BedStereo.spec, controls: ["upmix": 1, "room": 0.3],
        moving: "head_yaw", limitPercent: 0.8, peer: nil),
      Workload(
        name: "bed-7_1_4, still", spec: Bed714.spec, controls: [:], moving: nil, limitPercent: 0.4, peer: nil),
      Workload(
        name: "bed-7_1_4, moving head", spec: Bed714.spec, controls: [:], moving: "head_yaw", limitPercent: 0.6,
        peer: nil),
      Workload(
        name: "audiomix-stereo, moving head", spec: AudiomixStereo.spec, controls: [:], moving: "head_yaw",
        limitPercent: 2.3, peer: nil),
      Workload(
        name: "encode-mono, moving source", spec: EncodeMono.spec, controls: [:], moving: "azimuth",
        limitPercent: 0.02, peer: "amb-plugins mono panner, moving"),
      Workload(
        name: "encode-stereo, moving pair", spec: EncodeStereo.spec, controls: [:], moving: "rotation",
        limitPercent: 0.05, peer: nil),
      Workload(
        name: "encode-bed-5_1, still", spec: EncodeBed51.spec, controls: [:], moving: nil, limitPercent: 0.05, peer: nil
      ),
      Workload(
        name: "encode-bed-7_1_4, still", spec: EncodeBed714.spec, controls: [:], moving: nil, limitPercent: 0.06,
        peer: nil),
      Workload(
        name: "encode-bed-7_1_4, turning", spec: EncodeBed714.spec, controls: [:], moving: "rotation",
        limitPercent: 0.08, peer: nil),
      Workload(
        name: "encode-aformat, high-pass", spec: EncodeAformat.spec, controls: ["high_pass": 80], moving: nil,
        limitPercent: 0.05, peer: nil),
      Workload(
        name: "encode-aformat, moving radius", spec: EncodeAformat.spec, controls: ["microphone": 0], moving: "radius",
        limitPercent: 0.15, peer: nil),
      Workload(
        name: "rotate, moving yaw", spec: Rotate.spec, controls: ["pitch": 20], moving: "yaw", limitPercent: 0.02,
        peer: "amb-plugins rotator (yaw only), moving"),
    ]
  }
}
