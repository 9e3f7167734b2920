import Foundation
import SettingFiles
import Testing

@testable import Ambisonics
@testable import Signal
@testable import Spatial

/// Layouts from files, and the decoders and panners that are made for them.
@Suite struct SpeakerLayoutFileTests {
  typealias Angles = [(azimuth: Double, elevation: Double)]

  static let five = angles([30, 0, -30, 0, 0, 0, 110, 0, -110, 0])
  static let ring = angles([22.5, 0, 67.5, 0, 112.5, 0, 157.5, 0, -157.5, 0, -112.5, 0, -67.5, 0, -22.5, 0])
  static let cube =
    angles([45, 35.264, -45, 35.264, 135, 35.264, -135, 35.264])
    + angles([45, -35.264, -45, -35.264, 135, -35.264, -135, -35.264])
  static let dome =
    angles([30, 0, -30, 0, 0, 0, 90, 0, -90, 0, 135, 0, -135, 0])
    + angles([45, 30, -45, 30, 135, 30, -135, 30])

  /// Azimuths and elevations in turn.
  private static func angles(_ numbers: [Double]) -> Angles {
    stride(from: 0, to: numbers.count, by: 2).map { (azimuth: numbers[$0], elevation: numbers[$0 + 1]) }
  }

  private func json(_ angles: Angles, _ outer: String = "LoudspeakerLayout", _ inner: String = "Loudspeakers") -> String
  {
    var items = angles.enumerated().map { index, place in
      """
      { "Azimuth": \(place.azimuth), "Elevation": \(place.elevation), "Radius": 1.5, "IsImaginary": false,
        "Channel": \(index + 1), "Gain": 1.0 }
      """
    }
    items.append(
      "{ \"Azimuth\": 0, \"Elevation\": -90, \"Radius\": 1, \"IsImaginary\": true, \"Channel\": 1, \"Gain\": 0 }")
    return "{ \"Name\": \"Test\", \"\(outer)\": { \"Name\": \"x\", \"\(inner)\": [\n" + items.joined(separator: ",\n")
      + "\n] } }"
  }

  private func read(_ text: String) throws -> SpeakerArrangement { try read(Data(text.utf8)) }

  private func read(_ bytes: Data) throws -> SpeakerArrangement {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("nearfar-layout-\(getpid())-\(UUID().uuidString).json").path
    try bytes.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try SpeakerLayoutFile.read(path)
  }

  /// Gerzon's vectors for a plane wave.
  private func vectors(
    _ layout: SpeakerArrangement, _ u: Direction, isHigh: Bool
  ) -> (length: Double, error: Double, decibels: Double, pressure: Double) {
    var (sum, x, y, z, energy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for (speaker, s) in layout.directions.enumerated() {
      let row = Array(layout.matrix[(8 * speaker + (isHigh ? 4 : 0))...].prefix(4))
      let g = Double(row[0] + row[1] * u.y + row[2] * u.z + row[3] * u.x)
      let weight = isHigh ? g * g : g
      sum += weight
      energy += g * g
      (x, y, z) = (x + weight * Double(s.x), y + weight * Double(s.y), z + weight * Double(s.z))
    }
    let length = sqrt(x * x + y * y + z * z)
    let cosine = (x * Double(u.x) + y * Double(u.y) + z * Double(u.z)) / length
    return (length / abs(sum), acos(min(1, max(-1, cosine))) * 180 / .pi, 10 * log10(energy), sum)
  }

  struct Score { var length = 0.0, angle = 0.0, mostAngle = 0.0, range = 0.0 }

  private func score(_ layout: SpeakerArrangement, isHigh: Bool, elevations: [Float]) -> Score {
    var (score, least, most, count) = (Score(), Double.infinity, -Double.infinity, 0.0)
    for elevation in elevations {
      for azimuth in stride(from: Float(-180), to: 180, by: 5) {
        let u = Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
        let v = vectors(layout, u, isHigh: isHigh)
        score.length += v.length
        score.angle += v.error
        score.mostAngle = max(score.mostAngle, v.error)
        (least, most, count) = (min(least, v.decibels), max(most, v.decibels), count + 1)
      }
    }
    return Score(
      length: score.length / count, angle: score.angle / count, mostAngle: score.mostAngle, range: most - least)
  }

  @Test func decodersOfCommonLayouts() throws {
    let flat: [Float] = [0]
    try check(Self.five, flat, Score(length: 0.57, angle: 5.0, mostAngle: 14, range: 2.3), below: 1)
    try check(Self.ring, flat, Score(length: 0.70, angle: 0.2, mostAngle: 0.5, range: 0.1), below: 0.2)
    let sphere: [Float] = [-60, -30, 0, 30, 60, 90]
    try check(Self.cube, sphere, Score(length: 0.575, angle: 0.3, mostAngle: 1, range: 0.1), below: 0.2)
    try check(Self.dome, flat, Score(length: 0.65, angle: 4.5, mostAngle: 6, range: 0.6), below: 1.2)
    try check(Self.dome, [0, 15, 30, 50, 80], Score(length: 0.5, angle: 4.5, mostAngle: 9, range: 2.2), below: 1.2)
  }

  /// `bounds`: of the energy vector above the crossover, the length the least; `below`: the velocity vector's mean angle.
  private func check(_ angles: Angles, _ elevations: [Float], _ bounds: Score, below: Double) throws {
    let layout = try read(json(angles))
    let high = score(layout, isHigh: true, elevations: elevations)
    let low = score(layout, isHigh: false, elevations: elevations)

    #expect(high.length > bounds.length && high.angle < bounds.angle, "\(high)")
    #expect(high.mostAngle < bounds.mostAngle && high.range < bounds.range, "\(high)")
    #expect(low.angle < below && abs(low.length - 1) < 0.03, "\(low)")
  }

  @Test func oddLayoutsStayFiniteAndAudible() throws {
    var numbers: [Double] = []
    for place in 0..<16 {
      numbers.append(22.5 * Double(place))
      numbers.append(20 * Double(place % 4) - 30)
    }
    let spiral = Self.angles(numbers)
    let uneven = Self.angles([35, 0, -28, 5, 100, 0, -125, -3, 10, 50, 170, 45])
    let top = Self.angles([0, 80, 90, 80, 180, 80, -90, 80])
    let front = Self.angles([20, 0, 0, 0, -20, 0])
    let stereo = Self.angles([30, 0, -30, 0])
    let line = Self.angles([0, 0, 180, 0])
    let poles = Self.angles([0, 90, 0, -90])
    let single = [Self.angles([0, 0]), Self.angles([90, 0]), Self.angles([180, 0])]
    var layouts = single
    layouts += [stereo, line, poles, front]
    layouts += [top, uneven, spiral]
    for angles in layouts {
      let layout = try read(json(angles))
      let panner = SpeakerPanner(layout)
      for elevation in stride(from: Float(-90), through: 90, by: 30) {
        for azimuth in stride(from: Float(-180), through: 180, by: 15) {
          let u = Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
          let gains = panner.gains(u)
          #expect(abs((gains * gains).sum() - 1) < 1e-4 && gains.min() >= 0, "\(angles) \(azimuth) \(elevation)")
          let low = vectors(layout, u, isHigh: false)
          let high = vectors(layout, u, isHigh: true).decibels
          #expect(high < 3.1 && high > -15 && low.decibels < 6.1, "\(angles): \(low), \(high) dB")
          #expect(low.pressure > 0.49 && low.pressure < 1.43, "\(angles): \(low)")
        }
      }
      for (speaker, u) in layout.directions.enumerated() {
        #expect(panner.gains(u)[speaker] > 0.999, "\(angles) \(speaker)")
        #expect(abs(vectors(layout, u, isHigh: true).decibels) < 3)
      }
    }
  }

  @Test func formsOfTheSameFile() throws {
    let plain = try read(json(Self.dome))
    #expect(plain.outputs == Array(0..<11) && plain.directions.count == 11)
    #expect(abs(plain.directions[4].azimuthDegrees + 90) < 0.01)
    let forms = [
      Data([0xEF, 0xBB, 0xBF]) + Data(json(Self.dome).utf8),
      Data(json(Self.dome).replacingOccurrences(of: "\n", with: "\r\n").utf8),
      Data(json(Self.dome, "GenericLayout", "Elements").utf8),
    ]
    for form in forms { #expect(try read(form).matrix == plain.matrix) }
    let louder = try read(json(Self.five).replacingOccurrences(of: "\"Gain\": 1.0", with: "\"Gain\": 0.5"))
    #expect(louder.trims == [0.5, 0.5, 0.5, 0.5, 0.5])
    let short = try read("{\"LoudspeakerLayout\":{\"Loudspeakers\":[{\"Azimuth\":10,\"Elevation\":0,\"Channel\":16}]}}")
    #expect(short.outputs == [15] && short.trims == [1])
  }

  @Test func mistakesAreNamed() throws {
    let five = json(Self.five)
    let cases: [(String, String)] = [
      (five.replacingOccurrences(of: "-110.0", with: "x"), "line 10: column"),
      (
        five.replacingOccurrences(of: "\"Azimuth\": 110.0", with: "\"Azimut\": 110"),
        "loudspeaker 4: Azimuth is missing"
      ),
      (five.replacingOccurrences(of: " 110.0", with: " \"far\""), "loudspeaker 4: Azimuth is no number"),
      (
        five.replacingOccurrences(of: "\"Channel\": 5", with: "\"Channel\": 17"),
        "loudspeaker 5: Channel is not within 1 to 16"
      ),
      (five.replacingOccurrences(of: "\"Channel\": 5", with: "\"Channel\": 4"), "loudspeaker 5: Channel 4 is taken"),
      (
        five.replacingOccurrences(of: "\"Channel\": 5", with: "\"Channel\": 4.5"),
        "loudspeaker 5: the Channel is no whole number"
      ),
      (five.replacingOccurrences(of: "-110.0", with: "110"), "loudspeaker 5 stands where another does"),
      (five.replacingOccurrences(of: "false", with: "true"), "no loudspeaker that is not imaginary"),
      ("{}", "holds no list"), ("[1, 2]", "holds no list"), ("", "is empty"), ("nonsense", "line 1"),
      ("{\"LoudspeakerLayout\":{\"Loudspeakers\":[3]}}", "loudspeaker 1 is no JSON object"),
      (String(repeating: "[", count: 100_000), "is no JSON"),
    ]
    for (text, wanted) in cases {
      do {
        _ = try read(text)
        Issue.record("read: \(text.prefix(80))")
      } catch let error as SettingFileError {
        #expect(
          error.message.contains(wanted) && error.message.contains("the loudspeaker layout /"), "\(error.message)")
      }
    }
    for bytes in [Data([0, 1, 2, 255]), Data(count: 2 << 20)] {
      #expect(throws: SettingFileError.self) { try read(bytes) }
    }
    for path in ["/nowhere/layout.json", "/tmp", "/dev/zero"] {
      #expect(throws: SettingFileError.self) { try SpeakerLayoutFile.read(path) }
    }
  }
}
