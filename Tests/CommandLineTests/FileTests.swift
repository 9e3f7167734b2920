import Foundation
import Signal
import Testing

@testable import AudioFiles

@Suite("Sound files")
struct FileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-\(UUID().uuidString)")
    .path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  private func inFolder(_ name: String) -> String { "\(folder)/\(name)" }

  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// 3 channels, whose samples tell their place.
  private func write(_ path: String, _ container: Container, frames: Int, finishes: Bool = true) throws {
    let writer = try AudioFileWriter(
      OutputFile(path, replaces: false), AudioFileFormat(container, channels: 3, sampleRate: 48_000))
    let audio = ChannelBuffer(channels: 4, capacity: frames + 5)
    for channel in 0..<4 {
      for frame in 0..<frames { audio[channel][5 + frame] = Float(channel) + Float(frame) / 65_536 }
    }
    try writer.write(audio, channel: 1, from: 5, frames: frames)
    if finishes { try writer.finish() }
  }

  @Test(arguments: [Container.wav, .rf64, .w64, .caf, .aiff, .au])
  func whatIsWrittenIsRead(_ container: Container) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = inFolder("sound")
    try write(path, container, frames: 10_000)
    let reader = try AudioFileReader(path)
    #expect(reader.info.channels == 3 && reader.info.frames == 10_000 && reader.info.sampleRate == 48_000)
    let audio = ChannelBuffer(channels: 2, capacity: 4096)
    var frame = 0
    while true {
      let count = try reader.read([2, 0], into: audio)
      if count == 0 { break }
      for place in 0..<count {
        #expect(audio[0][place] == 3 + Float(frame + place) / 65_536)
        #expect(audio[1][place] == 1 + Float(frame + place) / 65_536)
      }
      frame += count
    }
    #expect(frame == 10_000)
  }

  @Test func halfFilesVanish() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(inFolder("half.wav"), .wav, frames: 100, finishes: false)
    #expect(names == [])
    try write(inFolder("whole.wav"), .wav, frames: 100)
    #expect(names == ["whole.wav"])
    #expect(throws: AudioFileError.self) { try write(inFolder("whole.wav"), .wav, frames: 100) }
    #expect(names == ["whole.wav"])
  }

  @Test func linksStayLinks() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try "old".write(toFile: inFolder("real"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: inFolder("link"), withDestinationPath: inFolder("real"))
    let output = try OutputFile(inFolder("link"), replaces: true)
    Foundation.write(output.descriptor, "new", 3)
    close(output.descriptor)
    try output.finish()
    #expect(try String(contentsOfFile: inFolder("real"), encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: inFolder("link")) == inFolder("real"))
  }

  @Test(arguments: [(44_100, 48_000), (48_000, 44_100), (8_000, 48_000), (384_000, 192_000)])
  func convertedTonesStayInTime(_ inputRate: Int, _ outputRate: Int) {
    let frames = inputRate / 2
    let input = ChannelBuffer(channels: 1, capacity: frames)
    let output = ChannelBuffer(channels: 1, capacity: outputRate)
    for frame in 0..<frames { input[0][frame] = sin(2 * .pi * 440 * Float(frame) / Float(inputRate)) }
    let resampler = Resampler(from: inputRate, to: outputRate, channels: 1)
    var (taken, given) = resampler.process(input, from: 0, frames: frames, into: output)
    #expect(taken == frames)
    let tail = ChannelBuffer(channels: 1, capacity: outputRate)
    let rest = resampler.flush(into: tail)
    for frame in 0..<rest { output[0][given + frame] = tail[0][frame] }
    given += rest
    #expect(abs(given - outputRate / 2) <= 1)
    for frame in given / 4..<3 * given / 4 {
      let expected = sin(2 * .pi * 440 * Float(frame) / Float(outputRate))
      // Float's sine of large arguments is good to 1e-4.
      #expect(abs(output[0][frame] - expected) < 3e-4)
    }
  }

  @Test func streamedHeaders() {
    let header = WAVStream.header(channels: 5, sampleRate: 96_000, frames: 10)
    #expect(header.count == 68)
    #expect(Array(header[4..<8]) == [4, 1, 0, 0])
    #expect(Array(header.suffix(4)) == [200, 0, 0, 0])
    #expect(Array(WAVStream.header(channels: 5, sampleRate: 96_000, frames: nil).suffix(4)) == [255, 255, 255, 255])
    #expect(
      Array(WAVStream.header(channels: 5, sampleRate: 96_000, frames: 1 << 40).suffix(4)) == [255, 255, 255, 255])
  }

  @Test(arguments: [
    ("a.wav", Container.wav), ("a.b.FLAC", .flac), ("/x.y/a.bwf", .wav), ("a.rf64", .rf64), ("a.oga", .ogg),
  ])
  func endings(_ path: String, _ container: Container) { #expect(Container(path: path) == container) }

  @Test(arguments: ["wav", ".wav", "a.mp3", "a.wav/b", "a."])
  func noEndings(_ path: String) { #expect(Container(path: path) == nil) }
}
