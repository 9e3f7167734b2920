import AudioFiles
import Options

/// Which files are written, and as what.
struct OutputPlan {
  let files: OutputFiles
  /// One for each of them; `-` alone is standard output.
  let paths: [String]
  let container: Container
  let encoding: SampleEncoding
  let replaces: Bool

  var isStream: Bool { paths == ["-"] }

  init(_ arguments: Arguments, files: OutputFiles, recording: String) throws {
    self.files = files
    guard let output = arguments[ProcessOptions.output] else {
      throw Failure(.usage, "say where it goes: -o OUT.wav")
    }
    let named = arguments[ProcessOptions.type].flatMap { Container(rawValue: $0) }
    let path = Self.path(output, files: files, recording: recording, container: named)
    replaces = arguments.isSet(ProcessOptions.force)
    guard let container = named ?? (path == "-" ? .wav : Container(path: path)) else {
      let kinds = Container.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
      throw Failure(.usage, "\(path): its ending names no kind of file; use \(kinds), or say --type")
    }
    self.container = container
    encoding = arguments[ProcessOptions.bits].flatMap { SampleEncoding(rawValue: $0) } ?? container.usualEncoding
    if path == "-" {
      guard files.outputs.count == 1, container == .wav, encoding == .float32 else {
        throw Failure(.usage, "standard output takes one WAV of 32-bit floats; name a file for anything else")
      }
      guard !arguments.isSet(ProcessOptions.json) else {
        throw Failure(.usage, "--json and -o - would both write to standard output; name a file")
      }
      paths = ["-"]
      return
    }
    paths = Self.paths(path, files)
    for path in paths {
      guard !FilePath.areSame(path, recording) else {
        throw Failure(.output, "\(path): is the recording itself; choose another name")
      }
      try OutputFile.check(path, replaces: replaces)
    }
  }

  static func paths(_ path: String, _ files: OutputFiles) -> [String] {
    let ending = FilePath.ending(path).map { "." + $0 } ?? ""
    return files.outputs.map { $0.suffix.isEmpty ? path : FilePath.withoutEnding(path) + $0.suffix + ending }
  }

  /// In a folder the file is named after the recording and what it is.
  static func path(_ output: String, files: OutputFiles, recording: String, container: Container?) -> String {
    guard output.hasSuffix("/") || FilePath.isFolder(output) else { return output }
    let name = recording == "-" ? "out" : FilePath.name(FilePath.withoutEnding(recording))
    return (output.hasSuffix("/") ? output : output + "/") + name + files.tag + "." + (container ?? .wav).rawValue
  }

  /// `frames`: how many will come, if it is known.
  func writers(sampleRate: Int, frames: Int?) throws -> [any SoundWriter] {
    if isStream { return [try WAVStream(channels: files.channels, sampleRate: sampleRate, frames: frames)] }
    // The WAV that says what it holds cannot become RF64.
    let isLong = frames.map { $0 > 1 << 27 } ?? true
    let formats = files.outputs.map {
      AudioFileFormat(
        container, encoding, channels: $0.channels, plan: isLong && $0.plan == .bFormat ? .unnamed : $0.plan,
        sampleRate: sampleRate)
    }
    for (path, format) in zip(paths, formats) { if let problem = format.problem(path) { throw problem } }
    return try zip(paths, formats).map { try AudioFileWriter(OutputFile($0, replaces: replaces), $1) }
  }
}
