import AudioFiles
import Options
import Signal

/// A sound file of which some channels are read, in an order of their own, from its beginning to its end.
class SoundSource {
  let reader: any SoundReader
  /// Of the file, from 0.
  let channels: [Int]
  /// What is worth knowing of the file before anything is done with it.
  let notes: [String]

  static let rates = 8_000...768_000

  init(_ reader: any SoundReader, channels: [Int], notes: [String]) {
    (self.reader, self.channels, self.notes) = (reader, channels, notes)
  }

  /// A file with sound in it, at a rate that can be. `track`: of a movie, from 1.
  static func open(_ path: String, track: Int?) throws -> any SoundReader {
    let reader = try SoundFile.open(path, track: track)
    let info = reader.info
    guard rates.contains(info.sampleRate) else {
      throw Failure(
        .input,
        "\(path): its sample rate, \(info.sampleRate) Hz, is not within 8 to 768 kHz; correct its header, or convert it"
      )
    }
    if info.frames == 0 { throw Failure(.input, "\(path): holds no sound (0 frames); record or export it again") }
    return reader
  }

  /// The next frames of the channels; 0 at the end.
  func read(into buffer: borrowing ChannelBuffer) throws -> Int { try reader.read(channels, into: buffer) }

  /// All of it, from the beginning to the end.
  final func readAll(into stage: any SoundStage) throws {
    let buffer = ChannelBuffer(channels: channels.count, capacity: 4096)
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

  // MARK: Options

  /// Of a movie, from 1; nil: whichever suits.
  static func track(_ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments[ProcessOptions.track] else { return nil }
    guard let track = Int(text), track > 0 else {
      throw Failure(.usage, "--track is a whole number from 1 on, not '\(text)'; nearfar info lists the tracks")
    }
    return track
  }

  /// Different numbers from 1 on, with commas between them; nil for anything else.
  static func channels(_ text: String) -> [Int]? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    return numbers.allSatisfy { $0 > 0 } && Set(numbers).count == numbers.count ? numbers : nil
  }

  /// From 0, if a file of `count` channels has them.
  static func checked(_ chosen: [Int], of count: Int, _ path: String) throws(Failure) -> [Int] {
    guard let most = chosen.max(), most <= count else {
      throw Failure(
        .usage, "\(path): has \(count) channels, so --channels \(chosen.max() ?? 0) cannot be; choose others")
    }
    return chosen.map { $0 - 1 }
  }

  /// The sample rate that is asked for; nil where it is to stay.
  static func rate(_ arguments: Arguments) throws(Failure) -> Int? {
    guard let text = arguments[ProcessOptions.rate] else { return nil }
    guard let rate = Int(text), rates.contains(rate) else {
      throw Failure(.usage, "--rate is a whole number of Hz from 8000 to 768000, not '\(text)'")
    }
    return rate
  }

  /// Its header or its name says that it is classic B-format.
  static func saysBFormat(_ path: String, _ info: AudioFileInfo) -> Bool {
    info.isBFormat || path.lowercased().hasSuffix(".amb")
  }
}
