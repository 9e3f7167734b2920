import CMySofa
import Signal

@testable import Spatial

/// Heads as libmysofa hands them over: any sizes and numbers, but no more numbers than it says.
enum HeadData {
  /// Sizes come first, a byte each, and then the numbers.
  private struct Source {
    let bytes: [UInt8]
    var place = 0

    mutating func byte() -> UInt8 {
      defer { place += 1 }
      return bytes.isEmpty ? 0 : bytes[place % bytes.count]
    }

    mutating func number() -> Float { Float(bitPattern: (0..<4).reduce(0) { bits, _ in bits << 8 | UInt32(byte()) }) }

    /// Some numbers fewer than `usual` where the next byte says so.
    mutating func array(_ usual: Int) -> MYSOFA_ARRAY {
      var array = MYSOFA_ARRAY()
      let count = max(0, usual - Int(byte() >> 6))
      array.elements = UInt32(count)
      guard count > 0 else { return array }
      array.values = .allocate(capacity: count)
      for index in 0..<count { array.values[index] = number() }
      return array
    }
  }

  @Sendable static func read() throws {
    let contents = FileContents(path: InputFile.path, mostBytes: 1 << 20)
    var source = Source(bytes: Array(contents.bytes))
    var head = MYSOFA_HRTF()
    (head.M, head.N, head.R, head.C) = (UInt32(source.byte()), UInt32(source.byte()) + 1, 2, 3)
    let hasDelays = source.byte() & 1 == 1
    head.SourcePosition = source.array(3 * Int(head.M))
    head.DataIR = source.array(2 * Int(head.M * head.N))
    head.DataSamplingRate = source.array(1)
    head.DataDelay = source.array(hasDelays ? 2 * Int(head.M) : 2)
    head.ReceiverPosition = source.array(6)
    defer {
      for array in [head.SourcePosition, head.DataIR, head.DataSamplingRate, head.DataDelay, head.ReceiverPosition] {
        array.values?.deallocate()
      }
    }
    check(try SOFAFile.responses(of: head, "a head"))
  }

  static func check(_ head: borrowing ImpulseResponses) {
    for (index, direction) in head.directions.enumerated() {
      precondition(abs((direction * direction).sum() - 1) < 1e-3)
      for ear in 0..<2 {
        for frame in 0..<head.frames { precondition(head.response(index, ear: ear)[frame].isFinite) }
      }
    }
  }
}
