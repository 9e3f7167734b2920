import AudioFiles
import Glibc
import Options

/// `nearfar batch`: many files at once.
enum BatchCommand {
  static let folder = OptionSpec(
    "out", "o", .folder("FOLDER"), "Where the files are written to; made if it is not there.")
  static let jobs = OptionSpec("jobs", "j", .text("N"), "How many at once (as many as there are processors).")

  static let spec = CommandSpec(
    "batch", summary: "Processes many recordings, on all cores",
    description: [
      """
      Each FILE is written into FOLDER under its own name. What is there already and newer than its recording is passed over, so \
      that a batch which was interrupted goes on; `-- --force` does all of it again. A file that fails does not stop the others.
      """,
      "What stands behind -- are options of process, for every file.",
    ],
    operand: .init("FILE", .many), options: [folder, jobs, ProcessOptions.quiet, ProcessOptions.json],
    passesRestTo: "process",
    examples: [
      .init("batch *.wav --out binaural", "all for headphones"),
      .init("batch takes/*.wav --out stems -j 4 -- -l stems -t flac -m sidecar", "stems with each take's mix metadata"),
    ])

  static func run(_ arguments: Arguments, _ terminal: Terminal) throws {
    let terminal = terminal.following(arguments)
    guard let folder = arguments[folder] else { throw Failure(.usage, "say where the files go: --out FOLDER") }
    let items = try BatchPlan(arguments, folder: folder).items
    let jobs = try jobCount(arguments[jobs])
    guard mkdir(folder, 0o777) == 0 || FilePath.isFolder(folder) else {
      throw Failure(.output, "\(folder): cannot be made (\(String(cString: strerror(errno)))); choose another folder")
    }
    let run = BatchRun(items, jobs: jobs, terminal)
    run.run()
    if arguments.isSet(ProcessOptions.json) { print(run.json.description, terminator: "") }
    terminal.note(run.summary)
    if run.hasFailures { throw Failure(.failure, run.failureSummary) }
  }

  private static func jobCount(_ text: String?) throws(Failure) -> Int {
    guard let text else { return max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    guard let count = Int(text), (1...256).contains(count) else {
      throw Failure(.usage, "--jobs is a number from 1 to 256, not '\(text)'")
    }
    return count
  }
}
