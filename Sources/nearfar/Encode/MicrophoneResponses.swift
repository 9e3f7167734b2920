import Ambisonics
import AudioFiles
import Glibc
import SettingFiles
import Signal
import Spatial

/// An array's responses in sound files, one for each direction, with a channel for each microphone.
struct MicrophoneResponses {
  private struct Entry {
    let path: String
    let direction: Direction
  }

  /// The list or the folder.
  private let path: String
  private let entries: [Entry]

  /// Files are named from the folder of the list.
  init(_ responses: [MicrophoneFile.Response], listedIn path: String) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    entries = responses.map { Entry(path: ($0.file.hasPrefix("/") ? "" : folder) + $0.file, direction: $0.direction) }
  }

  /// Every file of a folder whose name tells a direction.
  init(folder path: String) throws(Failure) {
    self.path = path
    guard let folder = opendir(path) else {
      throw Failure(.setting, "\(path): cannot be read (\(String(cString: strerror(errno)))); check its permissions")
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    entries = names.sorted().compactMap { name in
      Self.direction(name).map { Entry(path: path + (path.hasSuffix("/") ? "" : "/") + name, direction: $0) }
    }
    guard !entries.isEmpty else {
      throw Failure(
        .setting,
        "\(path): holds no file whose name tells a direction; name them as az030_el-15.wav, or list them in a microphone file"
      )
    }
  }

  /// Degrees behind `az` and, if it is there, `el`: `az030_el-15.wav`, `azi=-90.flac`, `A azimuth 30 elevation 15.wav`.
  static func direction(_ name: String) -> Direction? {
    let stem = FilePath.withoutEnding(name).lowercased()
    guard let azimuth = number(behind: "az", in: stem), azimuth.magnitude <= 720 else { return nil }
    let elevation = number(behind: "el", in: stem) ?? 0
    guard elevation.magnitude <= 90 else { return nil }
    return Direction(azimuthDegrees: azimuth, elevationDegrees: elevation)
  }

  /// Letters, spaces and one of `_ = :` may stand between.
  private static func number(behind word: String, in text: String) -> Float? {
    for place in text.ranges(of: word) {
      let rest = text[place.upperBound...].drop { $0.isLetter || $0 == " " || $0 == "_" || $0 == "=" || $0 == ":" }
      let sign = rest.first == "-" || rest.first == "+" ? rest.prefix(1) : ""
      let digits = rest.dropFirst(sign.count).prefix { $0.isNumber || $0 == "." }
      if let number = Float(sign + digits) { return number }
    }
    return nil
  }

  /// All of them read.
  func array() throws -> MeasuredArray {
    var readings: [[[Float]]] = []
    var rate: Int?
    for entry in entries {
      do {
        let reader = try SoundFile.open(entry.path)
        guard rate == nil || rate == reader.info.sampleRate else {
          throw Failure(.setting, "\(entry.path): has another sample rate than the others; convert it")
        }
        rate = reader.info.sampleRate
        readings.append(try Self.channels(reader))
      } catch let error as AudioFileError {
        throw Failure(.setting, error.message)
      }
      guard readings.last!.count == readings[0].count else {
        throw Failure(
          .setting,
          "\(entry.path): has \(readings.last!.count) channels, the others have \(readings[0].count); export it again"
        )
      }
    }
    let frames = readings.map { $0[0].count }.max() ?? 0
    let samples = readings.flatMap { channels in
      channels.flatMap { $0 + [Float](repeating: 0, count: frames - $0.count) }
    }
    return try Microphone.checked(
      MeasuredArray(
        directions: entries.map(\.direction), microphones: readings.first?.count ?? 0, frames: frames,
        sampleRate: Double(rate ?? 48_000), samples: samples), path)
  }

  private static func channels(_ reader: any SoundReader) throws -> [[Float]] {
    let count = reader.info.channels
    let buffer = ChannelBuffer(channels: count, capacity: 4096)
    var channels = [[Float]](repeating: [], count: count)
    while true {
      let frames = try reader.read(Array(0..<count), into: buffer)
      if frames == 0 { return channels }
      for channel in 0..<count { channels[channel] += UnsafeBufferPointer(start: buffer[channel], count: frames) }
      guard reader.framesRead <= MeasuredArray.mostFrames else {
        throw Failure(
          .setting, "\(reader.path): is longer than \(MeasuredArray.mostFrames) frames; a response is short: cut it")
      }
    }
  }
}
