import AudioFiles
import Options

/// What `bake` writes, and as what: found fault with before anything is done.
struct BakePlan {
  let path: String
  let replaces: Bool
  let video: String?
  let bits: SampleEncoding
  /// Of AAC, in thousands of bits per second; nil where the stereo is PCM.
  private let kilobits: Int?

  static let endings = ["mov", "qta"]

  init(_ arguments: Arguments, recording: String) throws {
    guard recording != "-" else {
      throw Failure(.usage, "bake reads its recording twice, so it cannot be standard input; name a file")
    }
    guard let path = arguments[BakeOptions.output] else { throw Failure(.usage, "say where it goes: -o OUT.mov") }
    guard let ending = FilePath.ending(path)?.lowercased(), Self.endings.contains(ending) else {
      throw Failure(.usage, "\(path): bake writes QuickTime files; let its name end with .mov or .qta")
    }
    self.path = path
    replaces = arguments.isSet(ProcessOptions.force)
    video = arguments[BakeOptions.video]
    bits = arguments[BakeOptions.bits].flatMap { SampleEncoding(rawValue: $0) } ?? .pcm24
    kilobits = try Self.kilobits(arguments)
    for source in [recording, video].compactMap({ $0 }) where FilePath.areSame(path, source) {
      throw Failure(.output, "\(path): is read at the same time; choose another name")
    }
    try OutputFile.check(path, replaces: replaces)
  }

  private static func kilobits(_ arguments: Arguments) throws(Failure) -> Int? {
    if arguments[BakeOptions.codec] == "pcm" {
      guard !arguments.isSet(BakeOptions.bitrate) else { throw Failure(.usage, "--bitrate is for --codec aac alone") }
      return nil
    }
    guard let text = arguments[BakeOptions.bitrate] else { return 256 }
    guard let value = Int(text), (64...512).contains(value) else {
      throw Failure(.usage, "--bitrate is a whole number from 64 to 512 (thousands of bits per second), not '\(text)'")
    }
    return value
  }

  /// Of the stereo track; AAC has few.
  func stereoRate(_ rate: Int) -> Int {
    kilobits == nil || MovieSoundFormat.ratesOfAAC.contains(rate) ? rate : 48_000
  }

  /// What is played, and what is there for those who know of it.
  func sounds(fieldRate: Int) -> [MovieSoundFormat] {
    let coding = kilobits.map { MovieSoundFormat.Coding.aac(kilobits: $0) } ?? .pcm(bits)
    return [
      MovieSoundFormat("Stereo", coding, channels: 2, sampleRate: stereoRate(fieldRate), isEnabled: true),
      MovieSoundFormat(
        "Ambisonics, first order (ACN, SN3D)", .pcm(bits), channels: 4, sampleRate: fieldRate, isEnabled: false,
        isAmbisonic: true),
    ]
  }
}
