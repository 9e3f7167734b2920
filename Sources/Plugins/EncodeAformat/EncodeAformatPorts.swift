import Ambisonics
import PluginModel

public enum EncodeAformatPort: Int, PortSet {
  case in1, in2, in3, in4, outW, outY, outZ, outX, enabled, latency, inputFormat, microphone, capsuleOrder, orientation,
    radius, directivity, highPass, gain

  public var spec: PortSpec {
    switch self {
    case .in1: PortSpec("in_1", "In 1", .audioInput, group: .microphoneInput)
    case .in2: PortSpec("in_2", "In 2", .audioInput, group: .microphoneInput)
    case .in3: PortSpec("in_3", "In 3", .audioInput, group: .microphoneInput)
    case .in4: PortSpec("in_4", "In 4", .audioInput, group: .microphoneInput)
    case .outW: .ambisonicOutput(.w)
    case .outY: .ambisonicOutput(.y)
    case .outZ: .ambisonicOutput(.z)
    case .outX: .ambisonicOutput(.x)
    case .enabled: .enabled
    case .latency: .latency
    case .inputFormat, .microphone, .capsuleOrder, .orientation: choice
    case .radius:
      PortSpec(
        "radius", "Radius", .control(ControlSpec(0...40, initial: 15, unit: .millimetres)), group: .source,
        comment: "Of a custom microphone: from the centre to the membranes of the capsules; 0 is no correction.")
    case .directivity:
      PortSpec(
        "directivity", "Directivity", .control(ControlSpec(0.25...0.75, initial: 0.5)), group: .source,
        comment:
          "Of a custom microphone's capsules: 0.25 hypercardioid, 0.37 supercardioid, 0.5 cardioid, 0.7 wide cardioid.")
    case .highPass:
      PortSpec(
        "high_pass", "High-pass", .control(ControlSpec(0...300, initial: 0, unit: .hertz)),
        comment: "Corner of a second-order high-pass against wind and handling; 0 is off.")
    case .gain:
      PortSpec(
        "gain", "Gain", .control(ControlSpec(-24...18, initial: 0, unit: .decibels)),
        comment: "At 0 dB a plane wave that a capsule faces has the level in W that it has in that capsule.")
    }
  }

  private var choice: PortSpec {
    switch self {
    case .inputFormat:
      PortSpec(
        "input_format", "Input Format",
        .control(.choice(["A-format (capsules)", "AmbiX (SN3D)", "N3D", "FuMa"], initial: 0)),
        comment: "What the four channels are: capsules, W Y Z X in either scale, or W X Y Z with W 3 dB down.")
    case .microphone:
      PortSpec(
        "microphone", "Microphone",
        .control(
          .choice(
            [
              "Custom", "Sennheiser AMBEO VR", "RØDE NT-SF1", "Zoom H3-VR", "Core Sound TetraMic", "SoundField SPS200",
            ], initial: 1)),
        group: .source, comment: "A-format: whose capsules they are, for the correction of their spacing.")
    case .capsuleOrder:
      PortSpec(
        "capsule_order", "Capsule Order", .control(.choice(CapsuleOrder.allCases.map { $0.name }, initial: 0)),
        group: .source,
        comment:
          "A-format: where channels 1 to 4 look: front or back, left or right, up or down. The first is that of nearly all microphones."
      )
    default:
      PortSpec(
        "orientation", "Orientation",
        .control(
          .choice(["Upright", "Upside down", "End-fire, front up", "End-fire, front down"], initial: 0)),
        group: .source,
        comment:
          "How the microphone was held; end-fire is lying, with the capsules to the front, and what was its front up or down."
      )
    }
  }
}
