import Glibc
import Remix
import Signal

/// What the report of an analysis shows over time: spectra and loudness of recording, voices and place, and where the voices come
/// from. Memory does not grow with the length.
final class AnalysisPictures {
  let spectra: [Spectrogram]
  /// Means of the momentary powers of the three.
  private(set) var powers = TimeColumns(width: 3)
  /// Cosine and sine of the azimuth times presence, and presence.
  private(set) var directions = TimeColumns(width: 3)
  let sampleRate: Int
  /// Of a row of `powers` and `directions`.
  let blockFrames = 2048

  private let meters: [ChannelLoudness]
  private let signals: ChannelBuffer
  /// W of the recording, which waits for the place to come out.
  private var waiting: [Float]
  private var framesInBlock = 0

  /// `latencyFrames`: how much later the place comes out than the recording went in.
  init?(sampleRate: Int, latencyFrames: Int) {
    self.sampleRate = sampleRate
    spectra = (0..<3).map { _ in Spectrogram(sampleRate: sampleRate) }
    meters = (0..<3).compactMap { _ in ChannelLoudness(channels: 1, sampleRate: sampleRate) }
    guard meters.count == 3 else { return nil }
    signals = ChannelBuffer(channels: 3, capacity: 1024)
    waiting = [Float](repeating: 0, count: latencyFrames)
  }

  /// W of both; at most 1024 frames.
  func add(recording: UnsafePointer<Float>, place: UnsafePointer<Float>, frames: Int, _ talker: RemixMeters) {
    waiting += UnsafeBufferPointer(start: recording, count: frames)
    for frame in 0..<frames {
      signals[0][frame] = waiting[frame]
      signals[1][frame] = waiting[frame] - place[frame]
      signals[2][frame] = place[frame]
    }
    waiting.removeFirst(frames)
    for part in 0..<3 {
      spectra[part].add(signals[part], frames: frames)
      meters[part].add(signals, channel: part, frames: frames)
    }
    framesInBlock += frames
    guard framesInBlock >= blockFrames else { return }
    framesInBlock -= blockFrames
    powers.add(meters.map { pow(10, Float($0.momentary) / 10) })
    let (presence, azimuth) = (talker.speechPresence, talker.azimuthDegrees * .pi / 180)
    directions.add([presence * cos(azimuth), presence * sin(azimuth), presence])
  }
}
