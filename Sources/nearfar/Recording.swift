import AudioFiles
import Options
import Signal

/// A first-order recording that is read: which channels of the file are W Y Z X, and how they are scaled.
final class Recording {
  /// How a file orders and scales its channels.
  enum Convention: String, CaseIterable {
    /// W Y Z X, SN3D: what everything here works with.
    case ambix
    /// W X Y Z, W 3 dB lower: classic B-format.
    case fuma
    /// W Y Z X, Y Z X √3 higher.
    case n3d
  }

  let reader: any SoundReader
  let convention: Convention
  /// What is worth knowing of the file before it is rendered.
  let notes: [String]
  /// Of the file, for W Y Z X.
  private let channels: [Int]
  private let gains: [Float]

  static let rates = 8_000...768_000

  /// `chosen`: channels of the file, from 1, in the order of the convention. `track`: of a movie, from 1.
  init(
    _ path: String, convention: Convention? = nil, channels chosen: [Int]? = nil, track: Int? = nil
  ) throws {
    reader = try SoundFile.open(path, track: track)
    let info = reader.info
    guard Self.rates.contains(info.sampleRate) else {
      throw Failure(
        .input,
        "\(path): its sample rate, \(info.sampleRate) Hz, is not within 8 to 768 kHz; correct its header, or convert it"
      )
    }
    if info.frames == 0 { throw Failure(.input, "\(path): holds no sound (0 frames); record or export it again") }
    let picked = try Self.pick(path, info, chosen)
    self.convention = convention ?? (info.isBFormat || path.lowercased().hasSuffix(".amb") ? .fuma : .ambix)
    channels = self.convention == .fuma ? [0, 2, 3, 1].map { picked.channels[$0] } : picked.channels
    let (root2, root3): (Float, Float) = (2, 3)
    gains =
      switch self.convention {
      case .ambix: [1, 1, 1, 1]
      case .fuma: [root2.squareRoot(), 1, 1, 1]
      case .n3d: [1, 1 / root3.squareRoot(), 1 / root3.squareRoot(), 1 / root3.squareRoot()]
      }
    let isGuessed = convention == nil && self.convention == .fuma
    notes = picked.notes + (isGuessed ? ["read as classic B-format (FuMa), as it says"] : []) + info.faults
  }

  /// The next frames, W Y Z X; 0 at the end.
  func read(into buffer: borrowing ChannelBuffer) throws -> Int {
    let frames = try reader.read(channels, into: buffer)
    for channel in 0..<4 where gains[channel] != 1 {
      for frame in 0..<frames { buffer[channel][frame] *= gains[channel] }
    }
    return frames
  }

  /// As the options say.
  convenience init(_ path: String, _ arguments: Arguments) throws {
    try self.init(
      path, convention: arguments[ProcessOptions.convention].flatMap { Convention(rawValue: $0) },
      channels: try Self.channels(arguments[ProcessOptions.channels]), track: try Self.track(arguments))
  }

  /// Of a movie, from 1; nil: whichever suits.
  static func track(_ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments[ProcessOptions.track] else { return nil }
    guard let track = Int(text), track > 0 else {
      throw Failure(.usage, "--track is a whole number from 1 on, not '\(text)'; nearfar info lists the tracks")
    }
    return track
  }

  /// What came to light while it was read.
  var warnings: [String] {
    var warnings: [String] = []
    if reader.strangeSamples > 0 {
      warnings.append("\(reader.path): \(reader.strangeSamples) samples are no numbers; they were taken as silence")
    }
    if let frames = reader.info.frames, frames > reader.framesRead {
      warnings.append(
        "\(reader.path): ends after \(reader.framesRead) of \(frames) frames; what there is was taken, the file may be cut off"
      )
    }
    return warnings
  }

  /// All of it, from the beginning to the end.
  func readAll(into stage: any SoundStage) throws {
    let buffer = ChannelBuffer(channels: 4, capacity: 4096)
    while true {
      let frames = try read(into: buffer)
      if frames == 0 { break }
      try stage.take(buffer, from: 0, frames: frames)
    }
    guard reader.framesRead > 0 else {
      throw Failure(.input, "\(reader.path): holds no sound (0 frames); record or export it again")
    }
    try stage.finish()
  }

  private static func channels(_ text: String?) throws(Failure) -> [Int]? {
    guard let text else { return nil }
    let channels = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard channels.count == 4, channels.allSatisfy({ $0 > 0 }), Set(channels).count == 4 else {
      throw Failure(.usage, "--channels is four different numbers from 1 on, as 1,2,3,4, not '\(text)'")
    }
    return channels
  }

  private static func pick(
    _ path: String, _ info: AudioFileInfo, _ chosen: [Int]?
  ) throws(Failure) -> (channels: [Int], notes: [String]) {
    let count = info.channels
    if let chosen {
      guard let most = chosen.max(), most <= count else {
        throw Failure(
          .usage, "\(path): has \(count) channels, so --channels \(chosen.max() ?? 0) cannot be; choose others")
      }
      return (chosen.map { $0 - 1 }, [])
    }
    if let order = info.order ?? FileReport.order(count) {
      var notes = order > 1 ? ["is of order \(order); its first four channels, the first order, are used"] : []
      if count > (order + 1) * (order + 1) {
        notes.append("its last two channels, sound that has no place, are left out")
      }
      return ([0, 1, 2, 3], notes)
    }
    let remedy =
      count < 4
      ? "a first-order recording has 4: W Y Z X" : "say which four of them are W Y Z X: --channels 1,2,3,4"
    throw Failure(
      .input, "\(path): has \(count) channel\(count == 1 ? "" : "s"), which is no first-order recording; \(remedy)")
  }

  /// Where it can be rendered as it is; other rates are converted and converted back.
  static func renderingRate(_ rate: Int) -> Int {
    if rate < 44_100 { return 48_000 }
    if rate <= 192_000 { return rate }
    return rate % 2 == 0 && rate <= 384_000 ? rate / 2 : 192_000
  }
}
