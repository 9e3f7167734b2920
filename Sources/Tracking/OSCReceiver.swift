import Ambisonics
import CLO
import CPlatform

/// The OSC port of one instance, as the listening thread serves it.
struct OSCReceiver: ~Copyable {
  /// Of one visit; more wait for the next, so that a flood on one port does not starve the others.
  private static var packetsPerVisit: Int { 256 }
  private static var packetBytes: Int { 4096 }
  /// How many ports after the wanted one are tried.
  private static var alternatives: Int { 16 }

  let mailbox: OSCMailbox
  private let tell: (_ isWarning: Bool, _ text: String) -> Void
  private let packet: UnsafeMutablePointer<UInt8>
  private var served = OSCMailbox.Request.none
  private var socket: Int32 = -1
  private var pose = OSCPose()

  /// Build. `tell`: something for the user; called from the listening thread.
  static func make(
    _ mailbox: OSCMailbox, tell: @escaping (_ isWarning: Bool, _ text: String) -> Void
  ) -> UnsafeMutablePointer<OSCReceiver> {
    let receiver = UnsafeMutablePointer<OSCReceiver>.allocate(capacity: 1)
    receiver.initialize(to: OSCReceiver(mailbox, tell: tell))
    return receiver
  }

  /// Build. Once the thread does not visit it any more.
  static func destroy(_ receiver: UnsafeMutablePointer<OSCReceiver>) {
    receiver.deinitialize(count: 1)
    receiver.deallocate()
  }

  private init(_ mailbox: OSCMailbox, tell: @escaping (_ isWarning: Bool, _ text: String) -> Void) {
    self.mailbox = mailbox
    self.tell = tell
    packet = .allocate(capacity: Self.packetBytes)
    packet.initialize(repeating: 0, count: Self.packetBytes)
  }

  deinit {
    if socket >= 0 { nf_udp_close(socket) }
    packet.deallocate()
  }

  /// Negative for none.
  var descriptor: Int32 { socket }

  /// Follows a request, and takes what has arrived.
  mutating func visit() {
    let wanted = mailbox.request
    if wanted != served {
      close()
      served = wanted
      if wanted != .none { open(wanted) }
    }
    if socket >= 0 { receive() }
  }

  private mutating func open(_ wanted: OSCMailbox.Request) {
    var problem = ""
    for port in wanted.port...min(wanted.port + Self.alternatives, 65_535) {
      socket = nf_udp_open(Int32(port), wanted.isOpen ? 1 : 0)
      if socket >= 0 {
        mailbox.post(openPort: port)
        let text = "OSC port \(port) is open for head trackers \(wanted.isOpen ? "of any machine" : "on this machine")"
        tell(port != wanted.port, port == wanted.port ? text : "\(text), in place of \(wanted.port): \(problem)")
        return
      }
      if port == wanted.port { problem = String(cString: nf_last_error()) }
    }
    tell(
      true,
      "no OSC port can be opened for head trackers, neither \(wanted.port) nor the \(Self.alternatives) after it: \(problem)"
    )
  }

  private mutating func close() {
    guard socket >= 0 else { return }
    nf_udp_close(socket)
    socket = -1
    pose = OSCPose()
    mailbox.post(openPort: 0)
    mailbox.post(orientation: OrientationWord.none)
  }

  private mutating func receive() {
    for _ in 0..<Self.packetsPerVisit {
      let bytes = nf_udp_receive(socket, packet, Self.packetBytes)
      guard bytes >= 0 else { return }
      guard bytes <= Self.packetBytes else { continue }
      let data = packet
      withUnsafeMutablePointer(to: &self) { receiver in
        nf_osc_read(
          data, bytes, 0,
          { context, path, values, count in
            guard let context, let path, let values else { return }
            context.assumingMemoryBound(to: OSCReceiver.self).pointee.take(path, values, Int(count))
          }, receiver)
      }
    }
  }

  private mutating func take(_ path: UnsafePointer<CChar>, _ values: UnsafePointer<Float>, _ count: Int) {
    if let head = pose.take(path, values, count: count) {
      mailbox.post(orientation: OrientationWord.word(head))
    }
  }
}
