import PluginModel
import Remix

/// Starting points for common recordings, and the stems by name.
enum RemixPresets {
  static var all: [Preset] {
    [
      preset("interview-outdoors", "Interview outdoors", .cinematic, amount: 0.7),
      preset("interview-in-a-room", "Interview in a room", .studio, amount: 0.45),
      preset("vlog", "Vlog", .inFrame, amount: 0.75, [(.frameWidth, 90)]),
      preset("concert-with-announcer", "Concert with announcer", .cinematic, amount: 0.3),
      preset("nature-with-commentary", "Nature with commentary", .studio, amount: 0.35),
      preset("studio-voice", "Studio voice", .studio, amount: 1),
      preset("voice-stem", "Voice stem", .cinematicForegroundStem),
      preset("ambience-stem", "Ambience stem", .cinematicBackgroundStem),
      preset("recording", "Recording as it is", .standard),
    ]
  }

  private static func preset(
    _ symbol: StaticString, _ name: StaticString, _ style: Style, amount: Float = 0.5,
    _ more: [(RemixPort, Float)] = []
  ) -> Preset {
    Preset(symbol, name, [(.style, Float(style.rawValue)), (.amount, amount)] + more)
  }
}
