import PluginModel
import Spatial

/// Twelve channels on virtual loudspeakers over headphones.
public struct Bed714: FilePlayer, MIDIListener, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:bed-7_1_4", name: "Nearfar Bed 7.1.4", bundle: "nearfar-mixer", type: .spatial,
      comment:
        "Plays 7.1.4 channels (L R C LFE Lss Rss Lrs Rrs Ltf Rtf Ltr Rtr) on virtual loudspeakers over headphones: any SOFA head, head tracking, a room.",
      portSpecs: BedPorts(.sevenPointOneFour).specs, files: HeadphoneFile.properties)
  }

  private var bed: Bed

  public init(_ setting: borrowing BuildSetting) throws(BuildError) { bed = Bed(.sevenPointOneFour, setting) }

  public mutating func reset() { bed.reset() }

  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { bed.hear(bytes, count: count) }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) { bed.process(ports, frames: frames) }

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer { try Bed.load(path, of: file, .sevenPointOneFour, setting) }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) { Bed.unload(content, of: file) }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) { bed.play(content, of: file) }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? { bed.takeOld(of: file) }

  @_noLocks public mutating func reportFailure(of file: Int) { bed.reportFailure(of: file) }
}
