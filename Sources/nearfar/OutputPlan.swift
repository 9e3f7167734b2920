import AudioFiles
import Options

/// Which files are written, and as what.
struct OutputPlan {
  /// One for each output of the layout; `-` alone is standard output.
  let paths: [String]
  let container: Container
  let encoding: SampleEncoding
  let replaces: Bool

  var isStream: Bool { paths == ["-"] }

  init(_ arguments: Arguments, layout: Layout, recording: String) throws {
    guard let output = arguments[ProcessOptions.output] else {
      throw Failure(.usage, "say where it goes: -o OUT.wav")
    }
    let named = arguments[ProcessOptions.type].flatMap { Container(rawValue: $0) }
    let path = Self.path(output, layout: layout, recording: recording, container: named)
    replaces = arguments.isSet(ProcessOptions.force)
    guard let container = named ?? (path == "-" ? .wav : Container(path: path)) else {
      let kinds = Container.allCases.map { "." + $0.rawValue }.joined(separator: ", ")
      throw Failure(.usage, "\(path): its ending names no kind of file; use \(kinds), or say --type")
    }
    self.container = container
    encoding = arguments[ProcessOptions.bits].flatMap { SampleEncoding(rawValue: $0) } ?? container.usualEncoding
    if path == "-" {
      guard layout.outputs.count == 1, container == .wav, encoding == .float32 else {
        throw Failure(.usage, "standard output takes one WAV of 32-bit floats; name a file for anything else")
      }
      guard !arguments.isSet(ProcessOptions.json) else {
        throw Failure(.usage, "--json and -o - would both write to standard output; name a file")
      }
      paths = ["-"]
      return
    }
    paths = Self.paths(path, layout)
    for path in paths {
      guard !FilePath.areSame(path, recording) else {
        throw Failure(.output, "\(path): is the recording itself; choose another name")
      }
      try OutputFile.check(path, replaces: replaces)
    }
  }

  /// One for each output of a layout.
  static func paths(_ path: String, _ layout: Layout) -> [String] {
    let ending = FilePath.ending(path).map { "." + $0 } ?? ""
    return layout.outputs.map { $0.suffix.isEmpty ? path : FilePath.withoutEnding(path) + $0.suffix + ending }
  }

  /// In a folder the file is named after the recording and the layout.
  static func path(_ output: String, layout: Layout, recording: String, container: Container?) -> String {
    guard output.hasSuffix("/") || FilePath.isFolder(output) else { return output }
    let name = recording == "-" ? "out" : FilePath.name(FilePath.withoutEnding(recording))
    let layoutName = layout == .stems ? "" : "." + layout.rawValue
    return (output.hasSuffix("/") ? output : output + "/") + name + layoutName + "." + (container ?? .wav).rawValue
  }

  /// `frames`: how many will come, if it is known.
  func writers(_ layout: Layout, sampleRate: Int, frames: Int?) throws -> [any SoundWriter] {
    if isStream { return [try WAVStream(channels: layout.channels, sampleRate: sampleRate, frames: frames)] }
    let formats = layout.outputs.map {
      AudioFileFormat(container, encoding, channels: $0.channels, plan: $0.plan, sampleRate: sampleRate)
    }
    for (path, format) in zip(paths, formats) { if let problem = format.problem(path) { throw problem } }
    return try zip(paths, formats).map { try AudioFileWriter(OutputFile($0, replaces: replaces), $1) }
  }
}
