import PluginModel

/// The five consecutive ports of head trackers, which plugins with headphones share.
enum TrackerPorts: Int, CaseIterable {
  case oscPort, oscNetwork, oscPortInUse, midiTracker, headRecenter

  var spec: PortSpec {
    switch self {
    case .oscPort:
      PortSpec(
        "osc_port", "OSC Port", .control(ControlSpec(0...65_535, initial: 0, shape: .integer)), group: .head,
        comment: "The UDP port to which a head tracker sends; 0 is none. One in use makes the next free one be taken.")
    case .oscNetwork:
      PortSpec(
        "osc_network", "OSC From Network", .control(.toggle(initial: false)), group: .head,
        comment: "Off: only programs on this machine are heard. On: telephones and trackers in the network too.")
    case .oscPortInUse:
      PortSpec(
        "osc_port_in_use", "OSC Port In Use", .meter(ControlSpec(0...65_535, initial: 0, shape: .integer)),
        group: .head, comment: "The port that is open; 0 is none, and the log says why.")
    case .midiTracker:
      PortSpec(
        "midi_tracker", "MIDI Tracker",
        .control(
          .choice(
            [
              "Off", "MrHeadTracker, yaw pitch roll, inverse", "MrHeadTracker, yaw pitch roll, direct",
              "MrHeadTracker, quaternions, inverse", "MrHeadTracker, quaternions, direct", "Supperware",
            ], initial: 0)), group: .head, comment: "What is connected to the MIDI input, as its switches stand.")
    case .headRecenter:
      PortSpec(
        "head_recenter", "Head Recenter", .control(.trigger), group: .head,
        comment: "Switched on, takes where the tracked head looks at that moment for the front.")
    }
  }
}
