import AudioFiles
import Glibc
import Remix
import SettingFiles
import Signal

/// What is found out of a sound file.
struct FileReport {
  let path: String
  let info: AudioFileInfo
  /// Of a movie.
  let media: MediaReport?
  /// Nil where the file was not read through.
  let measured: Measured?
  let sidecar: (path: String, problem: String?)?

  struct Measured {
    let framesRead: Int
    let strangeSamples: Int
    let loudness: Double?
    let loudnessRange: Double
    /// Of each channel, as an amplitude.
    let peaks: [Double]
    /// Of four or more Ambisonic channels.
    let balance: FieldBalance?
  }

  /// `track`: of a movie, from 1.
  init(_ path: String, isQuick: Bool, track: Int? = nil) throws {
    self.path = path
    media = try MediaReport(path, track: track)
    if let unreadable = media?.unreadable {
      (info, measured) = (unreadable, nil)
    } else {
      let reader = try SoundFile.open(path, track: media?.track ?? track)
      info = reader.info
      measured = isQuick ? nil : try Self.measure(reader)
    }
    let mix = Sidecar.path(of: path)
    if FilePath.exists(mix) {
      do throws(SettingFileError) {
        _ = try MixMetadataFile.read(mix)
        sidecar = (mix, nil)
      } catch {
        sidecar = (mix, error.message)
      }
    } else {
      sidecar = nil
    }
  }

  private static func measure(_ reader: any SoundReader) throws -> Measured {
    let info = reader.info
    let isField = (info.order ?? order(info.channels)) != nil
    let buffer = ChannelBuffer(channels: info.channels, capacity: 4096)
    let meter = ChannelLoudness(channels: isField ? 1 : info.channels, sampleRate: info.sampleRate)
    var balance = isField ? FieldBalance(sampleRate: info.sampleRate) : nil
    var peaks = [Float](repeating: 0, count: info.channels)
    let channels = Array(0..<info.channels)
    while true {
      let frames = try reader.read(channels, into: buffer)
      if frames == 0 { break }
      meter?.add(buffer, frames: frames)
      balance?.add(buffer, frames: frames)
      for channel in channels {
        for frame in 0..<frames where buffer[channel][frame].isFinite {
          peaks[channel] = max(peaks[channel], buffer[channel][frame].magnitude)
        }
      }
    }
    return Measured(
      framesRead: reader.framesRead, strangeSamples: reader.strangeSamples, loudness: meter?.integrated,
      loudnessRange: meter?.range ?? 0, peaks: peaks.map { Double($0) }, balance: balance)
  }

  /// Of Ambisonics with so many channels; nil for what is none.
  static func order(_ channels: Int) -> Int? { (1...7).first { ($0 + 1) * ($0 + 1) == channels } }

  private var order: Int? { info.order ?? Self.order(info.channels) }

  // MARK: What is told

  /// What is wrong, or would be needed.
  var remarks: [String] {
    var remarks = info.faults
    if info.frames == 0 { remarks.append("it holds no sound") }
    if let order {
      if info.isBFormat {
        remarks.append("it says that it is classic B-format (FuMa); process reads it as that")
      } else if media?.isAmbiX != true {
        remarks.append("it does not say how it is scaled; AmbiX (ACN, SN3D) is assumed")
      }
      if info.channels > (order + 1) * (order + 1) {
        remarks.append("its last two channels are sound that has no place; process leaves them out")
      }
      if order > 1 { remarks.append("process uses the first order, its first four channels") }
      if sidecar == nil && media?.media.mixMetadata == nil {
        remarks.append("no mix metadata: nearfar analyze makes \(FilePath.name(Sidecar.path(of: path)))")
      }
    } else {
      remarks.append("\(info.channels) channels are no first-order recording")
    }
    if !Recording.rates.contains(info.sampleRate) { remarks.append("process needs 8 to 768 kHz") }
    if let measured { remarks += remarksOnSound(measured) }
    if let problem = sidecar?.problem { remarks.append(problem) }
    if let media { remarks += media.remarks }
    return remarks
  }

  private func remarksOnSound(_ measured: Measured) -> [String] {
    var remarks: [String] = []
    if measured.strangeSamples > 0 { remarks.append("\(measured.strangeSamples) samples are no numbers") }
    if let frames = info.frames, measured.framesRead < frames {
      remarks.append("it ends after \(measured.framesRead) of \(frames) frames: it may be cut off")
    }
    let silent = measured.peaks.indices.filter { measured.peaks[$0] == 0 }.map { "\($0 + 1)" }
    if !silent.isEmpty { remarks.append("silent channels: \(silent.joined(separator: ", "))") }
    let full = measured.peaks.indices.filter { measured.peaks[$0] > 1 }.map { "\($0 + 1)" }
    if !full.isEmpty { remarks.append("beyond full scale in channels \(full.joined(separator: ", "))") }
    return remarks
  }

  private var field: String {
    guard let order else { return "\(info.channels)" }
    let names = order == 1 ? info.isBFormat ? "W X Y Z" : "W Y Z X" : "ACN 0 to \((order + 1) * (order + 1) - 1)"
    return "\(info.channels): Ambisonics of order \(order) (\(names))"
  }

  var text: String {
    var rows = [
      ("format", "\(info.container), \(info.encoding)"), ("channels", field), ("sample rate", "\(info.sampleRate) Hz"),
      ("length", info.duration.map { "\(Decimal.time($0)) (\(info.frames!) frames)" } ?? "unknown"),
    ]
    if let media { rows += media.rows }
    rows += info.tags.map { ($0.name, $0.text) }
    if let measured {
      let isField = measured.balance != nil
      let loudness = measured.loudness.map { Decimal.fixed($0, 1) + " LUFS" } ?? "silent or too short"
      rows.append(
        ("loudness", loudness + (isField ? " (W)" : "") + ", range \(Decimal.fixed(measured.loudnessRange, 1)) LU"))
      rows.append(("peaks", measured.peaks.map { Decimal.fixed(20 * log10($0), 1) }.joined(separator: " ") + " dB"))
      if let balance = measured.balance, let ratio = balance.ratio {
        rows.append(
          ("Y Z X over W", Decimal.fixed(10 * log10(ratio), 1) + " dB" + (balance.meaning.map { ": " + $0 } ?? "")))
      }
    }
    if let sidecar, sidecar.problem == nil { rows.append(("mix metadata", sidecar.path)) }
    rows += remarks.map { ("note", $0) }
    let lines = rows.map { "  \($0.0):" + String(repeating: " ", count: max(1, 14 - $0.0.count)) + $0.1 }
    return "\(path)\n" + lines.joined(separator: "\n") + "\n"
  }

  var json: JSONValue {
    var fields: [(String, JSONValue)] = [
      ("file", .text(path)), ("container", .text(info.container)), ("encoding", .text(info.encoding)),
      ("channels", .whole(info.channels)), ("order", .optional(order)),
      ("convention", order == nil ? .null : .text(info.isBFormat ? "fuma" : "ambix")),
      ("sampleRate", .whole(info.sampleRate)), ("frames", .optional(info.frames)),
      ("duration", .optional(info.duration)), ("tags", .object(info.tags.map { ($0.name, .text($0.text)) })),
    ]
    if let media { fields += media.json }
    if let measured {
      fields += [
        ("loudness", .optional(measured.loudness)), ("loudnessRange", .number(measured.loudnessRange)),
        ("peaks", .list(measured.peaks.map { .number(20 * log10($0)) })),
        ("directionalRatio", .optional(measured.balance?.ratio)), ("framesRead", .whole(measured.framesRead)),
      ]
    }
    fields += [
      ("mixMetadata", .optional(sidecar?.path)), ("remarks", .list(remarks.map { .text($0) })),
    ]
    return .object(fields)
  }
}
