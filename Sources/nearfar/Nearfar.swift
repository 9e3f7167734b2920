import AudioFiles
import CPlatform
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
    commands: [
      ProcessCommand.spec, BatchCommand.spec, InfoCommand.spec, AnalyzeCommand.spec, BakeCommand.spec,
      EncodeCommand.spec,
      ListCommands.layouts, ListCommands.styles, ListCommands.presets, ListCommands.controls,
      MicrophonesCommand.spec, ShellCommands.completions, ShellCommands.man,
    ],
    exitCodes: ExitCode.allCases.map { ($0.rawValue, $0.meaning) },
    environment: [
      ("NEARFAR_WEIGHTS", "The folder of the network's weights, before it is looked for elsewhere."),
      ("NEARFAR_HRTF", "The SOFA file that headphones are rendered through without --sofa."),
      ("LV2_PATH", "Folders of plugins, where the weights are looked for too."),
      ("NO_COLOR", "Set to anything, no colours."),
    ],
    files: [
      (
        "…/lib/lv2/nearfar-remix.lv2/mask-network.bin", "The network's weights, as the plugins are installed with them."
      ),
      ("FILE without its ending, and .mix.json", "Mix metadata beside a recording: the sidecar."),
    ])

  static func main() {
    let terminal = Terminal()
    if let missing = nf_missing_instruction_set() {
      terminal.error(
        "this program was built for a processor with \(String(cString: missing)), which this one lacks; build it again here, or with ARCH=x86-64-v2"
      )
      exit(ExitCode.failure.rawValue)
    }
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
    case ProcessCommand.spec.name: try ProcessCommand.run(arguments, terminal)
    case BatchCommand.spec.name: try BatchCommand.run(arguments, terminal)
    case InfoCommand.spec.name: try InfoCommand.run(arguments, terminal)
    case BakeCommand.spec.name: try BakeCommand.run(arguments, terminal)
    case EncodeCommand.spec.name: try EncodeCommand.run(arguments, terminal)
    case MicrophonesCommand.spec.name: try MicrophonesCommand.run(arguments)
    case AnalyzeCommand.spec.name: try AnalyzeCommand.run(arguments, terminal)
    case ShellCommands.man.name, ShellCommands.completions.name: ShellCommands.run(command, arguments)
    default: ListCommands.run(command, arguments)
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
