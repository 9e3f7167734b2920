import Ambisonics
import CPlatform

/// What the microphones of an array hear of sound from many directions, as it was measured. Build.
public struct MeasuredArray: Sendable {
  public static let fewestDirections = 12
  public static let mostFrames = 1 << 16

  public let directions: [Direction]
  public let microphones: Int
  /// Of each response.
  public let frames: Int
  public let sampleRate: Double
  /// Direction × microphone × frame.
  public let samples: [Float]
  /// Direction × microphone: frames by which a response comes later than its samples say.
  public let delays: [Float]

  public init(
    directions: [Direction], microphones: Int, frames: Int, sampleRate: Double, samples: [Float], delays: [Float]? = nil
  ) {
    precondition(samples.count == directions.count * microphones * frames)
    self.directions = directions
    self.microphones = microphones
    self.frames = frames
    self.sampleRate = sampleRate
    self.samples = samples
    self.delays = delays ?? [Float](repeating: 0, count: directions.count * microphones)
  }

  /// Why it cannot be used; nil where it can. The remedy is for whoever knows where it came from.
  public var problem: String? {
    if directions.count < Self.fewestDirections {
      return "holds \(directions.count) directions, not \(Self.fewestDirections) or more"
    }
    if microphones < 2 || microphones > MicrophoneArray.mostMicrophones {
      return "is of \(microphones) microphones, not of 2 to \(MicrophoneArray.mostMicrophones)"
    }
    let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    if !energy.isFinite { return "holds samples that are no numbers" }
    return energy > 0 ? nil : "holds silence alone"
  }

  /// When a wave from each direction passes the middle of the microphones, in frames from the start of its responses.
  ///
  /// Fits t − r·s to when each microphone's response is strongest, and takes the mean of the microphones' t and places r: so it does
  /// not matter where on the turntable the array stood, nor how far away the loudspeaker was.
  var passages: [Double] {
    var (time, place) = (0.0, (x: 0.0, y: 0.0, z: 0.0))
    for microphone in 0..<microphones {
      let fit = fit(of: microphone)
      let share = 1 / Double(microphones)
      time += share * fit[0]
      place = (place.x + share * fit[1], place.y + share * fit[2], place.z + share * fit[3])
    }
    return directions.map { time - place.x * Double($0.x) - place.y * Double($0.y) - place.z * Double($0.z) }
  }

  /// Time and place of one microphone, in frames.
  private func fit(of microphone: Int) -> [Double] {
    // A little is added to the diagonal: a ring of directions does not tell the height.
    var matrix = [Double](repeating: 0, count: 16)
    var right = [Double](repeating: 0, count: 4)
    for (index, d) in directions.enumerated() {
      let row = [1, -Double(d.x), -Double(d.y), -Double(d.z)]
      let arrival = arrival(index, microphone)
      for i in 0..<4 {
        right[i] += row[i] * arrival
        for j in 0..<4 { matrix[4 * i + j] += row[i] * row[j] }
      }
    }
    for i in 1..<4 { matrix[5 * i] += 1e-3 * Double(directions.count) }
    return LinearSystem.solve(matrix, right) ?? [0, 0, 0, 0]
  }

  private func arrival(_ direction: Int, _ microphone: Int) -> Double {
    let index = direction * microphones + microphone
    var (peak, place): (Float, Int) = (-1, 0)
    for frame in 0..<frames where samples[index * frames + frame].magnitude > peak {
      (peak, place) = (samples[index * frames + frame].magnitude, frame)
    }
    return Double(place) + Double(delays[index])
  }
}
