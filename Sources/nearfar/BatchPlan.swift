import AudioFiles
import Glibc
import Options

/// What is to be done in a batch: found out, and found fault with, before anything is done.
struct BatchPlan {
  struct Item {
    let recording: String
    /// Of the program that does it.
    let words: [String]
    /// What it writes.
    let outputs: [String]
    /// All of that is there, and newer.
    let isDone: Bool
    /// Seconds; 1 where they are not known.
    let duration: Double
  }

  let items: [Item]

  init(_ arguments: Arguments, folder: String) throws {
    let options = try ArgumentParser.parse(["FILE"] + arguments.rest, for: ProcessCommand.spec)
    for option in [ProcessOptions.output, ProcessOptions.quiet, ProcessOptions.json, ProcessOptions.progress]
    where options.isSet(option) {
      throw Failure(.usage, "--\(option.name) is not for batch to pass on; leave it out behind --")
    }
    guard options.operands.count == 1 else {
      throw Failure(.usage, "behind -- stand options alone, not '\(options.operands[1])'; files stand before it")
    }
    let layout = options[ProcessOptions.layout].flatMap { Layout(rawValue: $0) } ?? .binaural
    let container = options[ProcessOptions.type].flatMap { Container(rawValue: $0) } ?? .wav
    var owners: [String: String] = [:]
    items = try arguments.operands.map { recording in
      let path = OutputPlan.path(
        folder.hasSuffix("/") ? folder : folder + "/", files: layout.files, recording: recording,
        container: container)
      if let other = owners.updateValue(recording, forKey: path) {
        throw Failure(.usage, "\(other) and \(recording) would both become \(path); process them in two batches")
      }
      return Self.item(recording, path, layout, arguments.rest, isForced: options.isSet(ProcessOptions.force))
    }
  }

  private static func item(
    _ recording: String, _ path: String, _ layout: Layout, _ rest: [String], isForced: Bool
  ) -> Item {
    let outputs = OutputPlan.paths(path, layout.files)
    let isDone = !isForced && outputs.allSatisfy { isNewer($0, than: recording) }
    let replaces = isForced ? [] : ["--force"]
    let words = ["process", "--progress", "lines", "-o", path] + replaces + rest + ["--", recording]
    // What cannot be read is told by the program that tries.
    let duration = isDone ? 0 : (try? SoundFile.open(recording))?.info.duration ?? 1
    return Item(recording: recording, words: words, outputs: outputs, isDone: isDone, duration: duration)
  }

  private static func isNewer(_ path: String, than recording: String) -> Bool {
    var (made, source) = (stat(), stat())
    guard stat(path, &made) == 0, stat(recording, &source) == 0 else { return false }
    return (made.st_mtim.tv_sec, made.st_mtim.tv_nsec) >= (source.st_mtim.tv_sec, source.st_mtim.tv_nsec)
  }
}
