import PluginModel
import Spatial

/// Six channels on virtual loudspeakers over headphones.
public struct Bed51: FilePlayer, MIDIListener, ~Copyable {
  public static var spec: PluginSpec {
    PluginSpec(
      uri: "urn:nearfar:bed-5_1", name: "Nearfar Bed 5.1", bundle: "nearfar-mixer", type: .spatial,
      comment:
        "Plays 5.1 channels (L R C LFE Ls Rs) on virtual loudspeakers over headphones: any SOFA head, head tracking, a room.",
      portSpecs: BedPorts(.fivePointOne).specs, files: HeadphoneFile.properties)
  }

  private var bed: Bed

  public init(_ setting: borrowing BuildSetting) throws(BuildError) { bed = Bed(.fivePointOne, setting) }

  public mutating func reset() { bed.reset() }

  @_noLocks public mutating func hear(_ bytes: UnsafePointer<UInt8>, count: Int) { bed.hear(bytes, count: count) }

  @_noLocks public mutating func process(_ ports: borrowing Ports, frames: Int) { bed.process(ports, frames: frames) }

  public static func load(
    _ path: String?, of file: Int, _ setting: borrowing BuildSetting
  ) throws(BuildError) -> UnsafeMutableRawPointer { try Bed.load(path, of: file, .fivePointOne, setting) }

  public static func unload(_ content: UnsafeMutableRawPointer, of file: Int) { Bed.unload(content, of: file) }

  @_noLocks public mutating func play(_ content: UnsafeMutableRawPointer, of file: Int) { bed.play(content, of: file) }

  @_noLocks public mutating func takeOld(of file: Int) -> UnsafeMutableRawPointer? { bed.takeOld(of: file) }

  @_noLocks public mutating func reportFailure(of file: Int) { bed.reportFailure(of: file) }
}
