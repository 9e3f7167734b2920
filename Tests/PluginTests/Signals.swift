import Testing

/// What the contract tests measure. The expectations keep whole signals out of the macros, which print what they are given.
func expectBitEqual(
  _ a: [[Float]], _ b: [[Float]], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  let equal = isBitEqual(a, b)
  #expect(equal, comment, sourceLocation: sourceLocation)
}

func expectFinite(_ signals: [[Float]], _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
  let finite = isFinite(signals)
  #expect(finite, comment, sourceLocation: sourceLocation)
}

func peak(_ signals: [[Float]]) -> Float { signals.joined().reduce(0) { max($0, abs($1)) } }

func isFinite(_ signals: [[Float]]) -> Bool { signals.joined().allSatisfy(\.isFinite) }

/// The same bit patterns.
func isBitEqual(_ a: [[Float]], _ b: [[Float]]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
}

func difference(_ a: [[Float]], _ b: [[Float]]) -> Float {
  zip(a.joined(), b.joined()).reduce(0) { max($0, abs($1.0 - $1.1)) }
}

func delayed(_ signal: [Float], by frames: Int) -> [Float] {
  Array((Array(repeating: 0, count: frames) + signal).prefix(signal.count))
}

func silence(_ channels: Int, frames: Int) -> [[Float]] {
  Array(repeating: Array(repeating: 0, count: frames), count: channels)
}

/// The largest change from one frame to the next.
func largestStep(_ signal: [Float]) -> Float { zip(signal, signal.dropFirst()).reduce(0) { max($0, abs($1.1 - $1.0)) } }

/// The largest second difference: what a click stands out in.
func largestBend(_ signal: [Float]) -> Float {
  var bend: Float = 0
  for frame in 2..<signal.count {
    let second = signal[frame] - 2 * signal[frame - 1] + signal[frame - 2]
    bend = max(bend, abs(second))
  }
  return bend
}

/// Of all channels.
func largestBend(_ signals: [[Float]]) -> Float { signals.map { largestBend($0) }.max() ?? 0 }
