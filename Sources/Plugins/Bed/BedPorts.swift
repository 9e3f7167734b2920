import PluginModel

/// Ports of the beds: the channels, left and right, then the controls. Indices are permanent; new controls come last.
struct BedPorts {
  enum Control: Int, CaseIterable {
    case enabled, latency, blend, headYaw, headPitch, headRoll, headTracking, invertYaw, invertPitch, invertRoll
    case room, roomSize, hrtfStatus, messages, notifications
    case oscPort, oscNetwork, oscPortInUse, midiTracker, headRecenter
    // Of the stereo bed.
    case speakerAngle, upmix
    // Of the others, in their place.
    case lfeLevel
    case eqStatus
  }

  let layout: BedLayout

  init(_ layout: BedLayout) { self.layout = layout }

  /// Audio.
  var firstOutput: Int { @_noLocks get { layout.inputCount } }

  /// Audio.
  @_noLocks func index(_ control: Control) -> Int {
    let place = control.rawValue
    let missing =
      layout == .stereo
      ? (place > Control.lfeLevel.rawValue ? 1 : 0) : (place > Control.upmix.rawValue ? 2 : 0)
    return layout.inputCount + 2 + place - missing
  }

  var specs: [PortSpec] {
    var specs = inputs
    specs.append(MixerStereoPort.outLeft.spec)
    specs.append(MixerStereoPort.outRight.spec)
    for control in Control.allCases where isThere(control) { specs.append(spec(of: control)) }
    return specs
  }

  private func isThere(_ control: Control) -> Bool {
    switch control {
    case .speakerAngle, .upmix: layout == .stereo
    case .lfeLevel: layout.hasLowFrequencies
    default: true
    }
  }

  private func spec(of control: Control) -> PortSpec {
    switch control {
    case .enabled:
      var spec = PortSpec.enabled
      spec.comment =
        layout == .stereo
        ? "Off: the input passes unchanged, with the same latency."
        : "Off: the plain downmix to two channels (ITU-R BS.775), with the same latency."
      return spec
    case .latency: return .latency
    case .blend:
      return PortSpec(
        "blend", "Blend", .control(ControlSpec(0...1, initial: 1)),
        comment: "1 is the loudspeakers, 0 the plain downmix to two channels (ITU-R BS.775).")
    case .headYaw: return HeadPorts.headYaw.spec
    case .headPitch: return HeadPorts.headPitch.spec
    case .headRoll: return HeadPorts.headRoll.spec
    case .headTracking: return HeadPorts.headTracking.spec
    case .invertYaw: return HeadPorts.invertYaw.spec
    case .invertPitch: return HeadPorts.invertPitch.spec
    case .invertRoll: return HeadPorts.invertRoll.spec
    case .room:
      return PortSpec(
        "room", "Room", .control(ControlSpec(0...1, initial: 0)),
        comment: "Reflections and reverberation of a room around the loudspeakers.")
    case .roomSize: return MixPorts.roomSize(group: nil)
    case .hrtfStatus: return HeadFile.status
    case .eqStatus: return EqualizationFile.status
    case .messages: return .messageAndMIDIInput
    case .notifications: return .messageOutput
    case .oscPort: return TrackerPorts.oscPort.spec
    case .oscNetwork: return TrackerPorts.oscNetwork.spec
    case .oscPortInUse: return TrackerPorts.oscPortInUse.spec
    case .midiTracker: return TrackerPorts.midiTracker.spec
    case .headRecenter: return TrackerPorts.headRecenter.spec
    case .speakerAngle:
      return PortSpec(
        "speaker_angle", "Speaker Angle", .control(ControlSpec(5...90, initial: 30, unit: .degrees)),
        comment: "How far to the left and right of the front the two loudspeakers stand.")
    case .upmix:
      return PortSpec(
        "upmix", "Upmix", .control(ControlSpec(0...1, initial: 0)),
        comment:
          "How much of the ambience, what left and right do not have in common, comes from the sides and above too.")
    case .lfeLevel:
      return PortSpec(
        "lfe_level", "LFE Level", .control(ControlSpec(-40...20, initial: 10, unit: .decibels)),
        comment:
          "Level of the low-frequency channel re a main loudspeaker's; 10 dB is the convention of cinemas and ITU-R BS.775, the lowest value is off."
      )
    }
  }

  /// The channels.
  var inputs: [PortSpec] {
    let front = [
      input("in_left", "In Left", "http://lv2plug.in/ns/ext/port-groups#left"),
      input("in_right", "In Right", "http://lv2plug.in/ns/ext/port-groups#right"),
    ]
    let middle = [
      input("in_center", "In Center", "http://lv2plug.in/ns/ext/port-groups#center"),
      input("in_lfe", "In LFE", "http://lv2plug.in/ns/ext/port-groups#lowFrequencyEffects"),
    ]
    switch layout {
    case .stereo: return front
    case .fivePointOne:
      return front + middle + [
        input("in_left_surround", "In Left Surround", "http://lv2plug.in/ns/ext/port-groups#rearLeft"),
        input("in_right_surround", "In Right Surround", "http://lv2plug.in/ns/ext/port-groups#rearRight"),
      ]
    case .sevenPointOneFour:
      return front + middle + [
        input("in_left_side_surround", "In Left Side Surround", "http://lv2plug.in/ns/ext/port-groups#sideLeft"),
        input("in_right_side_surround", "In Right Side Surround", "http://lv2plug.in/ns/ext/port-groups#sideRight"),
        input("in_left_rear_surround", "In Left Rear Surround", "http://lv2plug.in/ns/ext/port-groups#rearLeft"),
        input("in_right_rear_surround", "In Right Rear Surround", "http://lv2plug.in/ns/ext/port-groups#rearRight"),
        input("in_left_top_front", "In Left Top Front", nil), input("in_right_top_front", "In Right Top Front", nil),
        input("in_left_top_rear", "In Left Top Rear", nil), input("in_right_top_rear", "In Right Top Rear", nil),
      ]
    }
  }

  private func input(_ symbol: StaticString, _ name: StaticString, _ designation: StaticString?) -> PortSpec {
    let group: PortGroup =
      switch layout {
      case .stereo: .stereoInput
      case .fivePointOne: .fivePointOneInput
      case .sevenPointOneFour: .speakerInput
      }
    return PortSpec(symbol, name, .audioInput, designation: designation, group: group)
  }
}
