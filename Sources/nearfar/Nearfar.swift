import AudioFiles
import Glibc
import Options
import PluginModel

/// `nearfar`: the plugins without a host.
@main
enum Nearfar {
  static let spec = ProgramSpec(
    "nearfar", version: "0.\(pluginMinorVersion).\(pluginMicroVersion)",
    summary: "voices and place of a spatial recording, apart, in balance, and rendered",
    description: [
      "Near is the voice, far is the place. Takes first-order Ambisonics recordings (AmbiX) through the Nearfar plugins, without a host."
    ],
    commands: [ProcessCommand.spec],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) })

  static func main() {
    let terminal = Terminal()
    var words = Array(CommandLine.arguments.dropFirst())
    do {
      guard let name = words.first else {
        print(HelpText(spec, columns: terminal.columns).overview, terminator: "")
        exit(ExitCode.usage.rawValue)
      }
      words.removeFirst()
      try run(name, words, terminal)
    } catch {
      let failure = Failure(error)
      terminal.error(failure.message)
      exit(failure.code.rawValue)
    }
  }

  private static func run(_ name: String, _ words: [String], _ terminal: Terminal) throws {
    let help = HelpText(spec, columns: terminal.columns)
    switch name {
    case "--help", "-h", "help":
      guard let of = words.first else { return print(help.overview, terminator: "") }
      return print(help.text(try command(of)), terminator: "")
    case "--version": return print("\(spec.name) \(spec.version)")
    default: break
    }
    let command = try command(name)
    let arguments = try ArgumentParser.parse(words, for: command)
    if arguments.isSet(ProgramSpec.help) { return print(help.text(command), terminator: "") }
    Interruption.guardFiles()
    switch name {
    default: try ProcessCommand.run(arguments, terminal)
    }
  }

  private static func command(_ name: String) throws(UsageError) -> CommandSpec {
    guard let command = spec.command(name) else {
      let names = spec.commands.map(\.name)
      throw UsageError(
        "there is no command '\(name)'\(Spelling.hint(name, names)); there are \(names.joined(separator: ", "))")
    }
    return command
  }
}
