import Testing

@testable import Signal

/// Against loops as they stand, for every count up to a few vectors, at every alignment of a float.
@Suite struct VectorMathTests {
  private let a = noise(200, seed: 3)
  private let b = noise(200, seed: 4)

  private func everyCase(_ body: (_ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ count: Int) -> Void) {
    a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        for count in [0, 1, 3, 7, 8, 9, 15, 16, 17, 31, 33, 100, 129] {
          for offset in [0, 1, 2, 3, 5, 7] { body(a.baseAddress! + offset, b.baseAddress! + 8 - offset, count) }
        }
      }
    }
  }

  @Test func dotIsTheSumOfProducts() {
    everyCase { a, b, count in
      let slow = (0..<count).reduce(0.0) { $0 + Double(a[$1]) * Double(b[$1]) }
      // One rounding per term, of sums no larger than the count.
      #expect(
        abs(Double(VectorMath.dot(a, b, count: count)) - slow) <= Double(count) * 6e-8 * max(1, Double(count) / 4))
    }
    #expect(VectorMath.energy(a, count: 200) > 30)
  }

  @Test func resultsDoNotDependOnTheAlignment() {
    let memory = FloatBuffer(count: 256)
    let expected = VectorMath.dot(a, b, count: 131)
    for offset in 0..<8 {
      (memory.pointer + offset).update(from: a, count: 131)
      #expect(VectorMath.dot(memory.pointer + offset, b, count: 131).bitPattern == expected.bitPattern)
    }
  }

  @Test func addAccumulates() {
    everyCase { a, b, count in
      let out = FloatBuffer(count: 256)
      (out.pointer + 1).update(from: b, count: count)
      out[count + 1] = 9
      VectorMath.add(a, gain: 0.7, to: out.pointer + 1, count: count)
      // A fused product rounds once, a plain one twice.
      for index in 0..<count { #expect(abs(out[index + 1] - (b[index] + 0.7 * a[index])) <= 2.4e-7) }
      #expect(out[count + 1] == 9, "writes no further")
    }
  }

  @Test func multiplyIsExact() {
    everyCase { a, b, count in
      let out = FloatBuffer(count: 256)
      out[count] = 9
      VectorMath.multiply(a, b, into: out.pointer, count: count)
      for index in 0..<count { #expect(out[index] == a[index] * b[index]) }
      #expect(out[count] == 9)
    }
  }

  @Test func clampHoldsTheLimit() {
    everyCase { a, _, count in
      let out = FloatBuffer(count: 256)
      VectorMath.clamp(a, limit: 0.25, into: out.pointer, count: count)
      for index in 0..<count { #expect(out[index] == min(max(a[index], -0.25), 0.25)) }
    }
  }

  @Test func nonFiniteBecomesZeroAndTheRestStays() {
    for count in [1, 7, 8, 9, 40] {
      for offset in 0..<4 {
        for value in [Float.nan, .infinity, -.infinity, .signalingNaN] {
          for position in [0, count / 2, count - 1] {
            let x = FloatBuffer(count: 64)
            let kept: [Float] = [1, -0.0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -3]
            for index in 0..<count { x[offset + index] = kept[index % kept.count] }
            x[offset + position] = value
            VectorMath.replaceNonFinite(x.pointer + offset, count: count)
            for index in 0..<count {
              let expected = index == position ? 0 : kept[index % kept.count]
              #expect(x[offset + index].bitPattern == expected.bitPattern)
            }
          }
        }
      }
    }
  }

  @Test func squareRootOfEachLane() {
    let lanes = VectorMath.Lanes(0, 1, 2, 4, 9, 1e10, 1e-10, 0.25)
    let roots = VectorMath.squareRoot(lanes)
    for lane in 0..<8 { #expect(roots[lane] == lanes[lane].squareRoot()) }
  }
}
