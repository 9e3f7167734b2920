import AudioFiles
import Options

/// What `bake` writes, and as what: found fault with before anything is done.
struct BakePlan {
  /// What everybody can play.
  let path: String
  let replaces: Bool
  /// Of sound files; nil for a movie, which holds all of it.
  let container: Container?
  let video: String?
  let bits: SampleEncoding
  /// The field is remixed too.
  let appliesMix: Bool
  /// Of the stereo, in dBTP; nil where it may rise.
  let ceiling: Double?
  /// Of AAC, in thousands of bits per second; nil where the stereo is PCM.
  private let kilobits: Int?

  static let movieEndings = ["mov", "qta"]
  /// That keep every sample.
  static let containers = Container.allCases.filter { $0 != .ogg }

  init(_ arguments: Arguments, recording: String) throws {
    guard recording != "-" else {
      throw Failure(.usage, "bake reads its recording twice, so it cannot be standard input; name a file")
    }
    guard let path = arguments[BakeOptions.output] else { throw Failure(.usage, "say where it goes: -o OUT.mov") }
    self.path = path
    container = try Self.container(path)
    replaces = arguments.isSet(ProcessOptions.force)
    video = arguments[BakeOptions.video]
    bits = arguments[BakeOptions.bits].flatMap { SampleEncoding(rawValue: $0) } ?? .pcm24
    appliesMix = arguments.isSet(BakeOptions.applied)
    ceiling = try Self.ceiling(arguments[BakeOptions.ceiling])
    kilobits = container == nil ? try Self.kilobits(arguments) : nil
    try checkFit(arguments)
    for path in paths {
      for source in [recording, video].compactMap({ $0 }) where FilePath.areSame(path, source) {
        throw Failure(.output, "\(path): is read at the same time; choose another name")
      }
      try OutputFile.check(path, replaces: replaces)
    }
  }

  private static func container(_ path: String) throws(Failure) -> Container? {
    if let ending = FilePath.ending(path)?.lowercased(), movieEndings.contains(ending) { return nil }
    guard let container = Container(path: path), containers.contains(container) else {
      let endings = (movieEndings + containers.map(\.rawValue)).map { "." + $0 }.joined(separator: ", ")
      throw Failure(.usage, "\(path): bake writes movies and sound files; let its name end with one of \(endings)")
    }
    return container
  }

  private func checkFit(_ arguments: Arguments) throws(Failure) {
    guard container != nil else { return }
    for option in [BakeOptions.video, BakeOptions.codec, BakeOptions.bitrate] where arguments.isSet(option) {
      throw Failure(.usage, "--\(option.name) is for movies alone; let the name of OUT end with .mov")
    }
  }

  private static func ceiling(_ text: String?) throws(Failure) -> Double? {
    guard let text else { return -1 }
    if text == "off" { return nil }
    guard let value = Double(text), (-20...0).contains(value) else {
      throw Failure(.usage, "--ceiling is off or dBTP from -20 to 0, not '\(text)'")
    }
    return value
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

  // MARK: What is written

  /// `walk.wav` has the field in `walk.foa.wav`.
  private var fieldPath: String {
    FilePath.withoutEnding(path) + ".foa" + (FilePath.ending(path).map { "." + $0 } ?? "")
  }

  /// Every file; the one that everybody can play first.
  var paths: [String] { container == nil ? [path] : [path, fieldPath, Sidecar.path(of: fieldPath)] }

  /// Of the stereo track; AAC has few.
  func stereoRate(_ rate: Int) -> Int {
    kilobits == nil || MovieSoundFormat.ratesOfAAC.contains(rate) ? rate : 48_000
  }

  /// What is played, and what is there for those who know of it.
  func output(fieldRate: Int) throws -> any BakedOutput {
    if let container {
      func writer(_ path: String, _ channels: Int, _ plan: ChannelPlan) throws(AudioFileError) -> AudioFileWriter {
        let format = AudioFileFormat(container, bits, channels: channels, plan: plan, sampleRate: fieldRate)
        return try AudioFileWriter(OutputFile(path, replaces: replaces), format)
      }
      return BakedFiles(
        stereo: try writer(path, 2, .stereo), field: try writer(fieldPath, 4, .unnamed),
        mixPath: Sidecar.path(of: fieldPath), replaces: replaces)
    }
    return BakedMovie(try MovieWriter(OutputFile(path, replaces: replaces), sounds(fieldRate), video: video))
  }

  private func sounds(_ fieldRate: Int) -> [MovieSoundFormat] {
    let coding = kilobits.map { MovieSoundFormat.Coding.aac(kilobits: $0) } ?? .pcm(bits)
    return [
      MovieSoundFormat("Stereo", coding, channels: 2, sampleRate: stereoRate(fieldRate), isEnabled: true),
      MovieSoundFormat(
        "Ambisonics, first order (ACN, SN3D)", .pcm(bits), channels: 4, sampleRate: fieldRate, isEnabled: false,
        isAmbisonic: true),
    ]
  }
}
