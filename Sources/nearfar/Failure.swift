import AudioFiles
import Options
import Plugins
import SettingFiles

/// How the program ends; documented, and told by `--help`.
enum ExitCode: Int32, CaseIterable {
  case success = 0
  case failure, usage, input, output, setting

  var meaning: String {
    switch self {
    case .success: "everything was done"
    case .failure: "some of several files failed, or something unforeseen happened"
    case .usage: "the command line cannot be understood"
    case .input: "a recording cannot be read, or is none that this is for"
    case .output: "a file cannot be written, or is there already"
    case .setting: "another file cannot be used: weights, head, mix metadata, automation …"
    }
  }
}

/// Why a command cannot go on: file, reason and remedy, for the user to read.
struct Failure: Error {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Of any error that a command may throw.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as Failure: failure
      case let problem as UsageError: Failure(.usage, problem.message)
      case let problem as AudioFileError: Failure(problem.kind == .input ? .input : .output, problem.message)
      case let problem as SettingFileError: Failure(.setting, problem.message)
      case let problem as BuildError: Failure(.setting, problem.message)
      default: Failure(.failure, "\(error)")
      }
  }
}
