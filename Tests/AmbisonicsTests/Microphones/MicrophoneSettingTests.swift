import Foundation
import Testing

@testable import Ambisonics

/// Formats, capsule orders and orientations.
@Suite struct MicrophoneSettingTests {
  static let waves = Capture.directions(60)

  private func field(_ setting: MicrophoneSetting, _ channels: [Float]) -> FirstOrderGains {
    channels.enumerated().reduce(into: FirstOrderGains(w: 0, y: 0, z: 0, x: 0)) { sum, channel in
      let g = setting.gains(of: channel.offset)
      sum.w += g.w * channel.element
      sum.y += g.y * channel.element
      sum.z += g.z * channel.element
      sum.x += g.x * channel.element
    }
  }

  private func expectField(_ found: FirstOrderGains, of wave: Direction, _ comment: Comment? = nil) {
    let errors = [found.w - 1, found.y - wave.y, found.z - wave.z, found.x - wave.x]
    // Four products of rounded gains.
    #expect(errors.allSatisfy { abs($0) < 2e-6 }, comment)
  }

  /// Coincident capsules of any directivity give the plane wave itself.
  @Test(arguments: [Float(0.25), 0.5, 0.75]) func coincidentCapsulesGiveTheField(_ directivity: Float) {
    var setting = MicrophoneSetting()
    setting.microphone.directivity = directivity
    for order in CapsuleOrder.allCases {
      for orientation in MicrophoneOrientation.allCases {
        (setting.order, setting.orientation) = (order, orientation)
        for wave in Self.waves {
          let capsules = (0..<4).map { channel in
            directivity + (1 - directivity) * orientation.placed(order.direction(of: channel)).dot(wave)
          }
          expectField(field(setting, capsules), of: wave, "\(order), \(orientation)")
        }
      }
    }
  }

  @Test func ordersAreWhatTheirNamesSay() {
    for order in CapsuleOrder.allCases {
      let name = "\(order)".uppercased()
      for channel in 0..<4 {
        let letters = Array(name.dropFirst(3 * channel).prefix(3))
        let d = order.direction(of: channel)
        #expect(
          (d.x > 0) == (letters[0] == "F") && (d.y > 0) == (letters[1] == "L") && (d.z > 0) == (letters[2] == "U"))
        #expect(abs(d.dot(d) - 1) < 1e-6)
      }
    }
  }

  /// A microphone can be held so: none of them is a mirror image.
  @Test func orientationsAreTurns() {
    let up = Direction(x: 0, y: 0, z: 1)
    for orientation in MicrophoneOrientation.allCases {
      let (x, y) = (orientation.placed(.front), orientation.placed(Direction(x: 0, y: 1, z: 0)))
      let cross = Direction(x: x.y * y.z - x.z * y.y, y: x.z * y.x - x.x * y.z, z: x.x * y.y - x.y * y.x)
      #expect(cross == orientation.placed(up), "\(orientation)")
    }
    #expect(
      MicrophoneOrientation.upsideDown.placed(up).z == -1 && MicrophoneOrientation.upsideDown.placed(.front) == .front)
    #expect(MicrophoneOrientation.endFireFrontUp.placed(up) == .front)
    #expect(MicrophoneOrientation.endFireFrontUp.placed(.front) == up)
    #expect(MicrophoneOrientation.endFireFrontDown.placed(up) == .front)
    #expect(MicrophoneOrientation.endFireFrontDown.placed(.front).z == -1)
  }

  @Test func everyFormatGivesTheField() {
    let third = Float(3).squareRoot()
    for wave in Self.waves {
      let formats: [(MicrophoneFormat, [Float])] = [
        (.ambiX, [1, wave.y, wave.z, wave.x]), (.n3d, [1, third * wave.y, third * wave.z, third * wave.x]),
        (.fuMa, [Float(0.5).squareRoot(), wave.x, wave.y, wave.z]),
      ]
      for (format, channels) in formats {
        var setting = MicrophoneSetting()
        setting.format = format
        expectField(field(setting, channels), of: wave, "\(format)")
      }
    }
  }

  @Test func gainScalesEverything() {
    var setting = MicrophoneSetting()
    let before = (0..<4).map { setting.gains(of: $0) }
    setting.gain = 2
    for channel in 0..<4 {
      let (a, b) = (before[channel], setting.gains(of: channel))
      #expect(b == FirstOrderGains(w: 2 * a.w, y: 2 * a.y, z: 2 * a.z, x: 2 * a.x))
    }
  }
}
