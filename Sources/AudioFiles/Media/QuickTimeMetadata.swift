/// Timed metadata: a track whose samples hold values under keys. Here one text under one key, from the beginning of the movie to
/// its end.
///
/// Source: Apple, QuickTime File Format, Timed metadata media ('mebx').
enum QuickTimeMetadata {
  /// What stands for the key in samples.
  private static let localKey = "\0\0\0\u{1}"
  /// Longer values are none that anybody reads here.
  static let mostBytes = 1 << 22
  /// Units of its samples' durations per second.
  private static let timescale = 1000

  /// A sample.
  static func sample(_ text: String) -> [UInt8] { QuickTimeAtom(localKey, Array(text.utf8)).bytes }

  /// The track of that one sample, which is said to be in no place yet. `described`: the track that it says something of.
  static func track(
    _ identifier: Int, key: String, sampleBytes: Int, in movie: QuickTimeMovie, describing described: Int
  ) -> QuickTimeAtom {
    let description = QuickTimeAtom("cdsc", number(described))
    return QuickTimeAtom(
      "trak",
      children: [
        header(identifier, movie.duration), edits(movie.duration), QuickTimeAtom("tref", children: [description]),
        QuickTimeAtom(
          "mdia",
          children: [
            mediaHeader(movie), handler,
            QuickTimeAtom("minf", children: [information, reference, samples(key, sampleBytes, movie)]),
          ]),
      ])
  }

  /// What the first sample of the first track that knows `key` says under it; nil where there is none.
  static func text(_ key: String, in movie: QuickTimeMovie, _ descriptor: Int32) -> String? {
    for track in movie.tracks where track.handler == "meta" {
      guard let local = localKey(key, in: track), let place = track.firstSample, place.count <= mostBytes,
        place.upperBound <= movie.fileSize,
        let bytes = FileBytes.read(descriptor, at: place.lowerBound, count: place.count),
        let value = QuickTimeAtom.all(in: bytes[...])?.first(where: { $0.kind == local })
      else { continue }
      return String(decoding: value.head, as: UTF8.self)
    }
    return nil
  }

  private static func localKey(_ key: String, in track: QuickTimeTrack) -> String? {
    guard let entry = track.descriptions.first(where: { $0.kind == "mebx" }),
      let inner = QuickTimeAtom.all(in: entry.head.dropFirst(descriptionHead.count)),
      let table = inner.first(where: { $0.kind == "keys" }), let keys = QuickTimeAtom.all(in: table.head[...])
    else { return nil }
    return keys.first { candidate in
      let parts = QuickTimeAtom.all(in: candidate.head[...]) ?? []
      return parts.contains { $0.kind == "keyd" && $0.head == declaration(key) }
    }?.kind
  }

  // MARK: Atoms

  private static func number(_ value: Int, bytes: Int = 4) -> [UInt8] { [UInt8](bigEndian: value, bytes: bytes) }

  /// Version and flags, then numbers of 32 bits.
  private static func full(_ kind: String, flags: Int = 0, _ numbers: Int...) -> QuickTimeAtom {
    QuickTimeAtom(kind, number(flags) + numbers.flatMap { number($0) })
  }

  /// Enabled, and in the movie. Times take 64 bits where they must.
  private static func header(_ identifier: Int, _ duration: Int) -> QuickTimeAtom {
    let (version, width) = duration <= Int(UInt32.max) ? (0, 4) : (1, 8)
    let one = 0x10000
    var head = number(version << 24 | 3) + number(0, bytes: width) + number(0, bytes: width)
    head += number(identifier) + number(0) + number(duration, bytes: width) + number(0, bytes: 16)
    head += [one, 0, 0, 0, one, 0, 0, 0, 0x4000_0000].flatMap { number($0) }
    return QuickTimeAtom("tkhd", head + number(0, bytes: 8))
  }

  /// As long as the movie to the unit, which the sample need not be.
  private static func edits(_ duration: Int) -> QuickTimeAtom {
    let (version, width) = duration <= Int(UInt32.max) ? (0, 4) : (1, 8)
    let entry = number(duration, bytes: width) + number(0, bytes: width) + number(0x10000)
    return QuickTimeAtom("edts", children: [QuickTimeAtom("elst", number(version << 24) + number(1) + entry)])
  }

  private static func units(_ movie: QuickTimeMovie) -> Int {
    let rate = max(1, movie.timescale)
    return (movie.duration / rate + 1) * timescale
  }

  private static func mediaHeader(_ movie: QuickTimeMovie) -> QuickTimeAtom {
    // Its language is not determined.
    QuickTimeAtom("mdhd", full("", 0, 0, timescale, units(movie)).head + number(0x55C4, bytes: 2) + number(0, bytes: 2))
  }

  private static var handler: QuickTimeAtom {
    let name = Array("Mix metadata".utf8)
    let head = number(0) + Array("mhlrmeta".utf8) + number(0, bytes: 12)
    return QuickTimeAtom("hdlr", head + [UInt8(name.count)] + name)
  }

  private static var information: QuickTimeAtom {
    // Graphics mode "dither copy", mid grey, no balance: what media without pictures and sound have.
    let general = number(0) + number(0x40, bytes: 2) + [0x8000, 0x8000, 0x8000, 0, 0].flatMap { number($0, bytes: 2) }
    return QuickTimeAtom("gmhd", children: [QuickTimeAtom("gmin", general)])
  }

  /// The data are in this file.
  private static var reference: QuickTimeAtom {
    QuickTimeAtom("dinf", children: [QuickTimeAtom("dref", number(0) + number(1) + full("alis", flags: 1).bytes)])
  }

  private static func samples(_ key: String, _ bytes: Int, _ movie: QuickTimeMovie) -> QuickTimeAtom {
    let type = QuickTimeAtom("dtyp", number(0) + number(utf8Type))
    let entry = QuickTimeAtom(localKey, children: [QuickTimeAtom("keyd", declaration(key)), type])
    let table = QuickTimeAtom("keys", children: [entry])
    let description = QuickTimeAtom("mebx", descriptionHead, children: [table])
    return QuickTimeAtom(
      "stbl",
      children: [
        QuickTimeAtom("stsd", number(0) + number(1) + description.bytes), full("stts", 1, 1, units(movie)),
        full("stsc", 1, 1, 1, 1), full("stsz", bytes, 1), full("stco", 1, 0),
      ])
  }

  /// Six bytes that are not used, and which data reference holds the samples.
  private static let descriptionHead: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
  /// Among the well-known types.
  private static let utf8Type = 1

  private static func declaration(_ key: String) -> [UInt8] { Array("mdta".utf8) + Array(key.utf8) }
}
