import Testing

@testable import Signal

@Suite struct RampTests {
  @Test func theFirstTargetIsTakenAtOnce() {
    var ramp = Ramp(0, lengthFrames: 100)
    ramp.setTarget(0.8)
    #expect(!ramp.isMoving && ramp.next() == 0.8)
    ramp.setTarget(0.2)
    #expect(ramp.isMoving)
    ramp.reset()
    ramp.setTarget(-3)
    #expect(!ramp.isMoving && ramp.next() == -3)
  }

  @Test func itMovesAlongAStraightLine() {
    var ramp = Ramp(0, lengthFrames: 100)
    ramp.setTarget(1)
    ramp.setTarget(2)
    for frame in 1...100 {
      // Two roundings of values up to 2, and one of the step, a hundred times over.
      #expect(abs(ramp.next() - (1 + Float(frame) / 100)) < 5e-7)
    }
    #expect(ramp.value == 2 && !ramp.isMoving)
  }

  @Test(arguments: divisions) func anyDivisionGivesTheSameBits(_ sizes: [Int]) {
    #expect(bits(rendered(sizes)) == bits(rendered([3000])))
  }

  private func rendered(_ sizes: [Int]) -> [Float] {
    var ramp = Ramp(0, lengthFrames: 777)
    ramp.setTarget(0.1)
    ramp.setTarget(0.9)
    let values = FloatBuffer(count: 3000)
    pieces(3000, sizes) { start, count in ramp.render(into: values.pointer + start, frames: count) }
    return values.values
  }

  @Test func advancingEqualsRendering() {
    var (stepping, jumping) = (Ramp(0, lengthFrames: 500), Ramp(0, lengthFrames: 500))
    for target: Float in [1, 3] {
      stepping.setTarget(target)
      jumping.setTarget(target)
    }
    var last: Float = 0
    for _ in 0..<300 { last = stepping.next() }
    #expect(jumping.advance(frames: 300) == last && abs(last - 2.2) < 1e-6)
    #expect(jumping.advance(frames: 1000) == 3)
  }

  /// A new target before the last was reached: on from where the value stands.
  @Test func aMoveUnderWayTurnsWithoutAStep() {
    var ramp = Ramp(0, lengthFrames: 400)
    for target: Float in [0, 1] { ramp.setTarget(target) }
    let middle = ramp.advance(frames: 200)
    ramp.setTarget(0)
    #expect(abs(middle - 0.5) < 1e-6 && ramp.value == middle)
    #expect(abs(ramp.next() - middle) < 1.01 * middle / 400)
    #expect(ramp.advance(frames: 399) == 0)
  }

  @Test(arguments: divisions) func gainDoesNotDependOnTheDivision(_ sizes: [Int]) {
    let (whole, parts) = (ramped([3000]), ramped(sizes))
    #expect(bits(whole) == bits(parts) && peak(whole) > 0.5)
  }

  @Test func gainIsTheRampTimesTheInput() {
    var ramp = Ramp(0, lengthFrames: 400)
    for target: Float in [0.25, 1] { ramp.setTarget(target) }
    let input = noise(3000)
    let expected = input.map { ramp.next() * $0 }
    #expect(bits(ramped([100])) == bits(expected))
  }

  @Test func addingAddsTheSame() {
    var gain = RampedGain(rampFrames: 400)
    for target: Float in [0.25, 1] { gain.setTarget(target) }
    let sum = FloatBuffer(count: 3000)
    sum.fill(1)
    gain.processAdding(noise(3000), to: sum.pointer, frames: 3000)
    // The sum may be fused: one rounding less.
    #expect(difference(sum.values, ramped([3000]).map { 1 + $0 }) < 2.4e-7)
  }

  private func ramped(_ sizes: [Int]) -> [Float] {
    var gain = RampedGain(rampFrames: 400)
    for target: Float in [0.25, 1] { gain.setTarget(target) }
    let input = noise(3000)
    let output = FloatBuffer(count: 3000)
    input.withUnsafeBufferPointer { input in
      pieces(3000, sizes) { start, count in
        gain.process(input.baseAddress! + start, into: output.pointer + start, frames: count)
      }
    }
    return output.values
  }
}
