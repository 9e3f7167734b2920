import Ambisonics
import PluginModel
import Tracking

/// The listener's head: the controls, and the trackers when one has spoken.
///
/// The controls of a plugin with head trackers are `HeadPorts`, `TrackerPorts` and `PortSpec.messageAndMIDIInput`; it conforms
/// to `MIDIListener`, and its `run` calls `Instance.hear`. Build: `init`. Audio: the rest.
///
/// Public for its `deinit`: Embedded Swift must see it where instances are destroyed.
public struct HeadTracker: ~Copyable {
  private var head: TrackedHead

  init(log: @escaping (LogLevel, String) -> Void) {
    head = TrackedHead(tell: { isWarning, text in log(isWarning ? .warning : .note, text) })
  }

  /// One MIDI message.
  @_noLocks mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { head.hear(bytes, count: count) }

  /// Once per block: how the head stands, of `HeadPorts` from index `headPorts` on and `TrackerPorts` from `trackerPorts` on.
  ///
  /// The angles of the ports turn the chair, and the tracked head turns on it. Until a tracker has spoken the ports are all.
  @_noLocks mutating func rotation(_ ports: borrowing Ports, headPorts: Int, trackerPorts: Int) -> Rotation {
    head.listen(
      port: Int(ports.value(at: trackerPorts + TrackerPorts.oscPort.rawValue)),
      isOpen: ports.value(at: trackerPorts + TrackerPorts.oscNetwork.rawValue) >= 0.5,
      device: MIDITracker.Device(
        rawValue: Int(ports.value(at: trackerPorts + TrackerPorts.midiTracker.rawValue) + 0.5)) ?? .none)
    head.take(frontButton: ports.value(at: trackerPorts + TrackerPorts.headRecenter.rawValue) >= 0.5)
    ports.set(at: trackerPorts + TrackerPorts.oscPortInUse.rawValue, Float(head.portInUse))
    let chair = HeadPorts.rotation(ports, from: headPorts)
    guard ports.value(at: headPorts + HeadPorts.headTracking.rawValue) >= 0.5,
      let tracked = head.orientation(
        invertYaw: ports.value(at: headPorts + HeadPorts.invertYaw.rawValue) >= 0.5,
        invertPitch: ports.value(at: headPorts + HeadPorts.invertPitch.rawValue) >= 0.5,
        invertRoll: ports.value(at: headPorts + HeadPorts.invertRoll.rawValue) >= 0.5)
    else { return chair }
    return Rotation(tracked).after(chair)
  }
}
