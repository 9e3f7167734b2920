import PluginModel

/// One plugin's sound: what `LV2Entry` drives.
///
/// Three phases with different rights. *build*: `init` may allocate, plan and load. *reset*: clears every memory of past
/// audio, so that what follows equals a fresh instance. *audio*: `process` neither allocates, locks, logs, nor waits;
/// conforming types mark it `@_noLocks`, and so the compiler proves it down to the last call.
public protocol Processor: ~Copyable {
  static var spec: PluginSpec { get }

  init(_ setting: borrowing BuildSetting) throws(BuildError)

  mutating func reset()

  /// Renders one block. Inputs and outputs may share memory in any way: read a chunk of every input before writing
  /// the same chunk of any output (`Ports` works that way).
  mutating func process(_ ports: borrowing Ports, frames: Int)
}

/// What an instance is built for.
public struct BuildSetting: ~Copyable {
  /// Frames per second, above 0.
  public let sampleRate: Double
  /// The folder of the bundle, with a slash at its end; nil where the host gave none.
  public let bundlePath: String?
  /// Whether the host lets plugins work in another thread.
  public let hasWorker: Bool
  /// Tells the user something through the host's log.
  public let log: (LogLevel, String) -> Void

  public init(
    sampleRate: Double, bundlePath: String? = nil, hasWorker: Bool = false,
    log: @escaping (LogLevel, String) -> Void = { _, _ in }
  ) {
    self.sampleRate = sampleRate
    self.bundlePath = bundlePath
    self.hasWorker = hasWorker
    self.log = log
  }

  /// The nearest whole number of frames, at least 1.
  public func frames(seconds: Double) -> Int { max(1, Int(seconds * sampleRate + 0.5)) }
}

/// How long a control takes from one value to the next: short enough to follow automation and heads, long enough that a
/// full-scale step stays free of clicks.
let controlRampSeconds = 0.01

public enum LogLevel { case note, warning, error }

/// Why an instance cannot be made: for the user to read, with the remedy.
public struct BuildError: Error {
  public let message: String

  public init(_ message: String) { self.message = message }
}
