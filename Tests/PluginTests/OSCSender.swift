import Foundation

/// A head tracker's side of OSC: packets to a port of this machine.
final class OSCSender: @unchecked Sendable {
  private let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)

  deinit { close(descriptor) }

  func send(_ packet: [UInt8], to port: Int) {
    var address = OSCSender.address(port)
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, packet, packet.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  func send(_ path: String, _ values: [Float], to port: Int) { send(OSCSender.message(path, values), to: port) }

  /// Takes a port, so that nobody else can.
  func occupy(_ port: Int) -> Bool {
    var address = OSCSender.address(port)
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func address(_ port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    return address
  }

  static func message(_ path: String, _ values: [Float]) -> [UInt8] {
    message(path, types: String(repeating: "f", count: values.count), values.flatMap { word($0.bitPattern) })
  }

  static func message(_ path: String, types: String, _ arguments: [UInt8]) -> [UInt8] {
    text(path) + text("," + types) + arguments
  }

  static func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    text("#bundle") + [0, 0, 0, 0, 0, 0, 0, 1] + elements.flatMap { word(UInt32($0.count)) + $0 }
  }

  static func word(_ bits: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: bits >> (24 - 8 * $0)) } }

  /// Ended by zeros, at least one, to a multiple of four.
  static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
  }
}
