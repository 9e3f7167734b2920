import Foundation
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

  // MARK: Movies

  /// A file of one track, its description at the end, whose chunks are where `chunks` says.
  private static func file(_ chunks: [Int], data: [UInt8], duration: Int = 96_000) -> [UInt8] {
    var track = QuickTimeTrack(sound())
    track.change(["mdia", "minf", "stbl"]) { $0.children.append(QuickTimeAtom("stco", [0, 0, 0, 0, 0, 0, 0, 0])) }
    track.chunks = chunks
    func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] { [UInt8](bigEndian: value, bytes: bytes) }
    let (version, width) = duration <= Int(UInt32.max) ? (0, 4) : (1, 8)
    let times = number(version << 24) + number(0, width) + number(0, width) + number(48_000) + number(duration, width)
    let header = QuickTimeAtom("mvhd", times + number(0, 76) + number(8))
    let movie = QuickTimeAtom("moov", children: [header, track.atom, QuickTimeAtom("udta", [1, 2])])
    return QuickTimeAtom("ftyp", Array("qt  ".utf8)).bytes + QuickTimeAtom("mdat", data).bytes + movie.bytes
  }

  /// The text that goes in comes out, everything that was pointed to is still pointed to, and what lies behind 4 GB as well.
  @Test(arguments: [[20, 25], [20, 1 << 32 - 300], [1 << 33]])
  func descriptionsGoToTheFront(_ chunks: [Int]) throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString)").path
    defer { unlink(path) }
    let data = Array(0..<UInt8(50))
    try Data(Self.file(chunks, data: data)).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDWR)
    defer { close(descriptor) }
    var movie = try #require(QuickTimeMovie(descriptor: descriptor))
    let text = "{ \"ü\": 1 }"
    let sample = QuickTimeMetadata.sample(text)
    let added = movie.add {
      QuickTimeMetadata.track($1, key: "com.nearfar.test", sampleBytes: sample.count, in: $0, describing: 7)
    }
    #expect(added == 8)
    #expect(movie.writeInFront(of: descriptor, data: sample, of: added) == 0)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let atoms = try #require(QuickTimeAtom.all(in: bytes[...]))
    #expect(atoms.map(\.kind) == ["ftyp", "moov", "mdat", "mdat"])
    #expect(atoms[1].children.map(\.kind) == ["mvhd", "trak", "trak", "udta"])
    #expect(atoms[3].head == data)
    let moved = bytes.count - 50 - 20
    let again = try #require(QuickTimeMovie(descriptor: descriptor))
    #expect(again.tracks[0].chunks == chunks.map { $0 + moved })
    #expect(again.tracks[1].identifier == 8 && again.tracks[1].isEnabled && again.tracks[1].handler == "meta")
    #expect(QuickTimeMetadata.text("com.nearfar.test", in: again, descriptor) == text)
    #expect(QuickTimeMetadata.text("com.nearfar.other", in: again, descriptor) == nil)
  }

  /// Durations that need 64 bits have them: the header is 12 bytes longer.
  @Test(arguments: [(96_000, 84), (1 << 33, 96)]) func metadataLastAsLongAsTheMovie(_ duration: Int, _ size: Int) throws
  {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString)").path
    defer { unlink(path) }
    try Data(Self.file([20], data: [1, 2, 3], duration: duration)).write(to: URL(fileURLWithPath: path))
    let movie = try #require(QuickTimeMovie(path: path))
    #expect(movie.timescale == 48_000 && movie.duration == duration)
    let track = QuickTimeTrack(QuickTimeMetadata.track(3, key: "k", sampleBytes: 9, in: movie, describing: 1))
    #expect(track.atom["tkhd"]?.head.count == size && track.identifier == 3 && track.firstSample == 0..<9)
    #expect(track.atom["tref", "cdsc"]?.head == [0, 0, 0, 1])
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
