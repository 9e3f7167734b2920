import Testing

@testable import AudioFiles

@Suite("Atoms of QuickTime files")
struct QuickTimeTests {
  private static func sound(_ children: [UInt8] = [], version: Int = 0) -> QuickTimeAtom {
    let entry = QuickTimeAtom(
      "in24",
      [0, 0, 0, 0, 0, 0, 0, 1, 0, UInt8(version)] + [UInt8](repeating: 9, count: [18, 34, 54][version]) + children)
    let description = QuickTimeAtom("stsd", [0, 0, 0, 0, 0, 0, 0, 1] + entry.bytes)
    let table = QuickTimeAtom("stbl", children: [description, QuickTimeAtom("stts", [1, 2, 3])])
    let handler = QuickTimeAtom("hdlr", [0, 0, 0, 0] + Array("mhlrsoun".utf8) + [UInt8](repeating: 0, count: 13))
    let media = QuickTimeAtom("mdia", children: [handler, QuickTimeAtom("minf", children: [table])])
    let header = QuickTimeAtom(
      "tkhd", [0, 0, 0, 1] + [UInt8](repeating: 0, count: 8) + [0, 0, 0, 7] + [UInt8](repeating: 0, count: 68))
    return QuickTimeAtom("trak", children: [header, media])
  }

  @Test func whatIsReadGoesBackAsItWas() throws {
    let bytes = Self.sound(QuickTimeAtom("wave", [1, 2]).bytes).bytes + QuickTimeAtom("\u{A9}nam", [5]).bytes
    let atoms = try #require(QuickTimeAtom.all(in: bytes[...]))
    #expect(atoms.map(\.kind) == ["trak", "\u{A9}nam"])
    #expect(atoms.flatMap(\.bytes) == bytes)
  }

  @Test(arguments: [0, 1, 7, 9, 200, 0xFFFF_FFFF])
  func sizesThatContradict(_ size: Int) {
    var bytes = Self.sound().bytes
    bytes.replaceSubrange(0..<4, with: [UInt8](bigEndian: size, bytes: 4))
    #expect(QuickTimeAtom.all(in: bytes[...]) == nil)
  }

  /// Those of a file of a few megabytes would use up the stack.
  @Test(arguments: [(10, true), (100, false), (200_000, false)]) func howDeepTheyMayBe(_ depth: Int, _ isRead: Bool) {
    let bytes = (0..<depth).flatMap { [UInt8](bigEndian: 8 * (depth - $0), bytes: 4) + Array("trak".utf8) }
    #expect((QuickTimeAtom.all(in: bytes[...]) != nil) == isRead)
  }

  @Test(arguments: 0...2) func tracksAreDescribed(_ version: Int) throws {
    var track = QuickTimeTrack(Self.sound(QuickTimeAtom("wave", [1, 2]).bytes, version: version))
    #expect(track.identifier == 7 && track.isEnabled && track.alternateGroup == 0)
    #expect(track.fallback == nil && track.layoutTag == nil)
    track.alternateGroup = 3
    track.fallback = 5
    for tag in [1, 190 << 16 | 4] { track.layoutTag = tag }
    let again = QuickTimeTrack(try #require(QuickTimeAtom.all(in: track.atom.bytes[...])?.first))
    #expect(again.alternateGroup == 3 && again.fallback == 5 && again.layoutTag == 190 << 16 | 4)
    #expect(again.identifier == 7 && again.isEnabled)
    #expect(again.atom.children.map(\.kind) == ["tkhd", "tref", "mdia"])
    // Longer by the layout once, and by the reference.
    #expect(
      track.atom.bytes.count == Self.sound(QuickTimeAtom("wave", [1, 2]).bytes, version: version).bytes.count + 24 + 20)
  }

  @Test func othersHaveNoLayout() {
    var atom = Self.sound()
    atom.change(["mdia", "hdlr"]) { $0.head.replaceSubrange(8..<12, with: Array("vide".utf8)) }
    var track = QuickTimeTrack(atom)
    track.layoutTag = 1
    #expect(track.layoutTag == nil && track.atom.bytes == atom.bytes)
  }

  @Test(arguments: [(SampleEncoding.pcm16, 2), (.pcm24, 3), (.pcm32, 4), (.float32, 4)] as [(SampleEncoding, Int)])
  func samplesArePacked(_ encoding: SampleEncoding, _ count: Int) {
    let packer = SamplePacker(encoding)
    let samples: [Float] = [0, 0.5, -1, 1, -2, .nan]
    var bytes = [UInt8](repeating: 0xEE, count: samples.count * count)
    packer.pack(samples, samples.count, into: &bytes, step: count)
    let words = stride(from: 0, to: bytes.count, by: count).map { place in
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let full = 1 << (8 * count - 1)
    let expected =
      encoding == .float32
      ? samples.map { Int($0.bitPattern) } : [0, full / 2, full, full - 1, full, 0]
    #expect(words == expected)
  }
}
