import AudioFiles
import PluginModel
import Plugins

/// What a recording can be rendered to.
enum Layout: String, CaseIterable {
  case binaural, stereo, mono, quad
  case fivePointOne = "5.1"
  case sevenPointOne = "7.1"
  case fivePointOneFour = "5.1.4"
  case sevenPointOneFour = "7.1.4"
  case custom
  case foaAndDialog = "foa+dialog"
  case stems

  var summary: String {
    switch self {
    case .binaural: "headphones: any SOFA head, the voices as a point source (default)"
    case .stereo: "two loudspeakers"
    case .mono: "the sound pressure where the microphone stood: W and the voices"
    case .quad: "L R Ls Rs"
    case .fivePointOne: "L R C LFE Ls Rs"
    case .sevenPointOne: "L R C LFE Lss Rss Lrs Rrs"
    case .fivePointOneFour: "L R C LFE Ls Rs Ltf Rtf Ltr Rtr"
    case .sevenPointOneFour: "L R C LFE Lss Rss Lrs Rrs Ltf Rtf Ltr Rtr"
    case .custom: "loudspeakers anywhere, from the layout file of --speakers (16 channels)"
    case .foaAndDialog: "what the remix puts out: W Y Z X (AmbiX) and the voices"
    case .stems: "two files: the place as W Y Z X (.place), the voices as mono (.voices)"
    }
  }

  var files: OutputFiles { OutputFiles(outputs, tag: self == .stems ? "" : "." + rawValue) }

  private var outputs: [OutputFiles.Output] {
    typealias Output = OutputFiles.Output
    return switch self {
    case .binaural, .stereo: [Output(suffix: "", channels: 2, plan: .stereo)]
    case .mono: [Output(suffix: "", channels: 1, plan: .mono)]
    case .quad: [Output(suffix: "", channels: 4, plan: .quad)]
    case .fivePointOne: [Output(suffix: "", channels: 6, plan: .fivePointOne)]
    case .sevenPointOne: [Output(suffix: "", channels: 8, plan: .unnamed)]
    case .fivePointOneFour: [Output(suffix: "", channels: 10, plan: .fivePointOneFour)]
    case .sevenPointOneFour: [Output(suffix: "", channels: 12, plan: .unnamed)]
    case .custom: [Output(suffix: "", channels: 16, plan: .unnamed)]
    case .foaAndDialog: [Output(suffix: "", channels: 5, plan: .unnamed)]
    case .stems:
      [
        Output(suffix: ".place", channels: 4, plan: .unnamed), Output(suffix: ".voices", channels: 1, plan: .mono),
      ]
    }
  }

  var channels: Int { files.channels }

  /// The plugin behind the remix; nil where there is none.
  func mixer(_ setting: borrowing BuildSetting) throws -> HostedPlugin? {
    switch self {
    case .binaural, .stereo: try HostedFilePlayer(MixerStereo.self, setting)
    case .quad: try HostedProcessor(MixerQuad.self, setting)
    case .fivePointOne: try HostedProcessor(Mixer51.self, setting)
    case .sevenPointOne: try HostedProcessor(Mixer71.self, setting)
    case .fivePointOneFour: try HostedProcessor(Mixer514.self, setting)
    case .sevenPointOneFour: try HostedProcessor(Mixer714.self, setting)
    case .custom: try HostedFilePlayer(MixerCustom.self, setting)
    case .mono, .foaAndDialog, .stems: nil
    }
  }

  /// Its declaration.
  var mixerSpec: PluginSpec? {
    switch self {
    case .binaural, .stereo: MixerStereo.spec
    case .quad: MixerQuad.spec
    case .fivePointOne: Mixer51.spec
    case .sevenPointOne: Mixer71.spec
    case .fivePointOneFour: Mixer514.spec
    case .sevenPointOneFour: Mixer714.spec
    case .custom: MixerCustom.spec
    case .mono, .foaAndDialog, .stems: nil
    }
  }
}
