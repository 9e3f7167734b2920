import HostSupport
import PluginModel
import Plugins
import Testing

/// The small pictures in mixer strips.
@Suite struct InlineDisplayTests {
  private func make(_ host: FileHost) throws -> HostedPlugin {
    let subject = try #require(Subject.named("remix"))
    let plugin = try #require(HostedPlugin(try subject.library(), subject.spec, log: host.log, files: host))
    plugin.activate()
    return plugin
  }

  private func picture(_ controls: [String: Float], seconds: Double = 0.4) throws -> Picture {
    let plugin = try make(FileHost(.late))
    plugin.set(controls)
    _ = plugin.render(TestSignal.inputs(for: plugin.spec, frames: Int(48_000 * seconds), sampleRate: 48_000))
    return try #require(plugin.picture(width: 120))
  }

  @Test func thoseThatAreDeclaredAndNoOthersDraw() throws {
    for subject in Subject.all {
      #expect((try subject.make().picture(width: 100) != nil) == subject.spec.hasDisplay)
    }
  }

  @Test func thePictureFitsWhereTheHostWantsIt() throws {
    let plugin = try make(FileHost(.late))
    for (width, most) in [(80, 1000), (300, 40), (300, 1000), (120, 7), (2, 2), (1, 1)] {
      let picture = try #require(plugin.picture(width: width, mostHeight: most))
      #expect(picture.width == width && (1...most).contains(picture.height))
    }
    #expect(plugin.picture(width: 0) == nil)
    #expect(plugin.picture(width: 100, mostHeight: 0) == nil)
    #expect(plugin.picture(width: 1_000_000) == nil)
  }

  /// The field of view lies on its side of the circle, whose centre is at half the height.
  @Test(arguments: [(Float(90), true), (-90, false)]) func theFieldOfViewIsDrawn(azimuth: Float, isLeft: Bool) throws {
    let grey: (Picture.Pixel) -> Bool = { $0.red > 50 && abs($0.red - $0.green) < 20 && abs($0.green - $0.blue) < 20 }
    let with = try picture(["style": 2, "frame_azimuth": azimuth, "frame_width": 90])
    let without = try picture(["style": 0, "frame_azimuth": azimuth, "frame_width": 90])
    #expect(with.count(where: grey) > without.count(where: grey) + 100)
    let (framed, plain) = (try #require(with.meanColumn(where: grey)), try #require(without.meanColumn(where: grey)))
    #expect(isLeft ? framed < plain - 2 : framed != plain)
  }

  @Test func theLevelIsDrawn() throws {
    let teal: (Picture.Pixel) -> Bool = { $0.red < 110 && $0.green > 150 && $0.blue > 150 }
    let loud = try picture(["style": 3]).count(where: teal)
    let quiet = try picture(["style": 3, "ambience_gain": -12]).count(where: teal)
    #expect(quiet > 5 && loud > 2 * quiet)
    #expect(try picture(["style": 4], seconds: 0.01).count(where: teal) == 0)
  }

  /// At most 25 times a second, and never while nothing changes.
  @Test func theHostIsAskedWhenSomethingHasChanged() throws {
    let host = FileHost(.late)
    let plugin = try make(host)
    let silence = [[Float]](repeating: [Float](repeating: 0, count: 48_000), count: 4)
    _ = plugin.render(silence)
    let atRest = host.picturesAskedFor
    _ = plugin.render(silence)
    #expect(host.picturesAskedFor == atRest)
    plugin["frame_azimuth"] = 45
    _ = plugin.render(silence)
    #expect(host.picturesAskedFor == atRest + 1)
    _ = plugin.render(TestSignal.inputs(for: plugin.spec, frames: 48_000, sampleRate: 48_000))
    #expect((atRest + 15...atRest + 26).contains(host.picturesAskedFor))
  }
}
