import Ambisonics
import CPlatform

/// Where the head trackers of one instance say that the head stands: OSC or MIDI, whichever spoke last.
///
/// Build: `init`. Audio: the rest. An orientation is taken once per block; what follows it does the smoothing, so nothing here
/// delays.
public struct TrackedHead: ~Copyable {
  private let mailbox: OSCMailbox
  private let receiver: UnsafeMutablePointer<OSCReceiver>
  private var midi = MIDITracker()
  private var hasHeardMIDI = false
  private var isMIDI = false
  private var word = OrientationWord.none
  /// As it came in.
  private var raw: Quaternion?
  /// What was taken for the front.
  private var front: Quaternion?
  /// Nil before the first block: a button that is down then was not pressed.
  private var wasPressed: Bool?

  /// `tell`: another thread calls it, as long as this lives; `isWarning`, text.
  public init(tell: @escaping (Bool, String) -> Void) {
    mailbox = OSCMailbox()
    receiver = OSCReceiver.make(mailbox, tell: tell)
    if !ReceiverThread.add(receiver) { tell(true, "no thread can be started: OSC head trackers are not heard") }
  }

  deinit {
    ReceiverThread.remove(receiver)
    OSCReceiver.destroy(receiver)
    mailbox.destroy()
  }

  /// The port that is open, 0 for none. Opening takes some time, and happens in another thread.
  public var portInUse: Int { @_noLocks get { mailbox.openPort } }

  /// The OSC port to listen on, 0 for none. `isOpen`: to other machines too.
  @_noLocks public mutating func listen(port: Int, isOpen: Bool, device: MIDITracker.Device) {
    mailbox.ask(OSCMailbox.Request(port: port, isOpen: isOpen))
    midi.choose(device)
  }

  /// One MIDI message.
  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) {
    if midi.hear(bytes, count: count) { hasHeardMIDI = true }
  }

  /// After `listen` and this block's messages: takes the newest orientation, and for the front the one that stands when the
  /// button goes down.
  @_noLocks public mutating func take(frontButton isPressed: Bool) {
    let newest = mailbox.orientation
    if newest != word {
      word = newest
      isMIDI = false
    }
    if hasHeardMIDI { isMIDI = true }
    hasHeardMIDI = false
    let osc = OrientationWord.quaternion(word)
    if isMIDI, let heard = midi.orientation {
      raw = heard
    } else {
      raw = osc ?? midi.orientation
    }
    if isPressed, let wasPressed, !wasPressed { front = raw }
    wasPressed = isPressed
  }

  /// The orientation relative to the front, with axes inverted that the tracker counts the other way; nil while none has
  /// arrived.
  @_noLocks public func orientation(invertYaw: Bool, invertPitch: Bool, invertRoll: Bool) -> Quaternion? {
    guard let raw else { return nil }
    let head = TrackedHead.inverted(raw, invertYaw, invertPitch, invertRoll)
    guard let front else { return head }
    let start = TrackedHead.inverted(front, invertYaw, invertPitch, invertRoll)
    // What has turned since, about the axes of the room, seen from where the head faced then. So what is vertical stays
    // vertical, however the tracker sits on the head.
    let facing = Quaternion.aboutZ(Rotation(start).angles.yaw)
    return facing.conjugate.times(head).times(start.conjugate).times(facing)
  }

  @_noLocks private static func inverted(_ q: Quaternion, _ yaw: Bool, _ pitch: Bool, _ roll: Bool) -> Quaternion {
    guard yaw || pitch || roll else { return q }
    let angles = Rotation(q).angles
    return Quaternion(
      yawDegrees: yaw ? -angles.yaw : angles.yaw, pitchDegrees: pitch ? -angles.pitch : angles.pitch,
      rollDegrees: roll ? -angles.roll : angles.roll)
  }
}
