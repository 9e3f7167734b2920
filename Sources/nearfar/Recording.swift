import AudioFiles
import Options
import Signal

/// A first-order recording that is read: which channels of the file are W Y Z X, and how they are scaled.
final class Recording: SoundSource {
  let convention: FieldConvention
  /// For W Y Z X.
  private let gains: [Float]

  private init(_ reader: any SoundReader, _ convention: FieldConvention, channels: [Int], notes: [String]) {
    self.convention = convention
    gains = convention.gains.map { 1 / $0 }
    super.init(reader, channels: channels, notes: notes)
  }

  /// `chosen`: channels of the file, from 1, in the order of the convention. `track`: of a movie, from 1.
  convenience init(
    _ path: String, convention chosenConvention: FieldConvention? = nil, channels chosen: [Int]? = nil,
    track: Int? = nil
  ) throws {
    let reader = try SoundSource.open(path, track: track)
    let info = reader.info
    let picked = try Recording.pick(path, info, chosen)
    let convention = chosenConvention ?? (SoundSource.saysBFormat(path, info) ? .fuma : .ambix)
    let isGuessed = chosenConvention == nil && convention == .fuma
    self.init(
      reader, convention, channels: convention.order.map { picked.channels[$0] },
      notes: picked.notes + (isGuessed ? ["read as classic B-format (FuMa), as it says"] : []) + info.faults)
  }

  /// The next frames, W Y Z X; 0 at the end.
  override func read(into buffer: borrowing ChannelBuffer) throws -> Int {
    let frames = try super.read(into: buffer)
    for channel in 0..<4 where gains[channel] != 1 {
      for frame in 0..<frames { buffer[channel][frame] *= gains[channel] }
    }
    return frames
  }

  /// As the options say.
  convenience init(_ path: String, _ arguments: Arguments) throws {
    try self.init(
      path, convention: arguments[ProcessOptions.convention].flatMap { FieldConvention(rawValue: $0) },
      channels: try Self.fourChannels(arguments), track: try Self.track(arguments))
  }

  private static func fourChannels(_ arguments: Arguments) throws(Failure) -> [Int]? {
    guard let text = arguments[ProcessOptions.channels] else { return nil }
    guard let channels = channels(text), channels.count == 4 else {
      throw Failure(.usage, "--channels is four different numbers from 1 on, as 1,2,3,4, not '\(text)'")
    }
    return channels
  }

  private static func pick(
    _ path: String, _ info: AudioFileInfo, _ chosen: [Int]?
  ) throws(Failure) -> (channels: [Int], notes: [String]) {
    if let chosen { return (try checked(chosen, of: info.channels, path), []) }
    let count = info.channels
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
