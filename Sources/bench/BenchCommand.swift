import Foundation

/// `bench [--check] [--only NAME] [FOLDER]`: what each plugin costs on one core, from the bundles in FOLDER (`Bundles`), beside
/// what others need for the same work. `--check` fails where a plugin is over its limit; `--only`: work whose name begins so.
@main
struct BenchCommand {
  static let sampleRate = 48_000.0
  static let blocks = [64, 256, 1024]
  /// Half a second of signal, which stays in the cache as a host's buffers do, over and over.
  static let signalFrames = 24_000
  static let repeats = 20

  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isCheck = arguments.first == "--check"
    if isCheck { arguments.removeFirst() }
    var only: String?
    if arguments.first == "--only", arguments.count > 1 {
      only = arguments[1]
      arguments.removeFirst(2)
    }
    let folder = arguments.first ?? "Bundles"

    print("Percent of one core in CPU time, at 48 kHz; voice and noise")
    print("Median of \(Measurement.passes) passes over 10 s")
    print("worst: the dearest block of \(blocks[0]) over the median one")
    print(row("", blocks.map { "block \($0)" } + ["worst", "limit"]))
    var costs: [String: [Int: Double]] = [:]
    var isOver = false
    for work in Workload.all where only.map(work.name.hasPrefix) ?? true {
      let found = try Measurement.cost(of: work, bundles: folder)
      costs[work.name] = found.percent
      let passes = found.percent[256]! <= work.limitPercent
      isOver = isOver || !passes
      let worst = String(format: "%.1f ×", found.worst)
      print(row(work.name, cells(found.percent) + [worst, "\(work.limitPercent)\(passes ? "" : "  OVER")"]))
    }
    let peers = only == nil ? Peers.percent() : []
    for (name, found) in peers { print(row(name, cells(found))) }
    printRatios(costs, Dictionary(uniqueKeysWithValues: peers))
    if isCheck && isOver { exit(1) }
  }

  /// Peer over ours: above 1, ours is cheaper.
  private static func printRatios(_ costs: [String: [Int: Double]], _ peers: [String: [Int: Double]]) {
    for work in Workload.all {
      guard let peer = work.peer, let theirs = peers[peer], let ours = costs[work.name] else { continue }
      let ratios = blocks.map { block in
        theirs[block].map { String(format: "%.2f ×", $0 / ours[block]!) } ?? "–"
      }
      print(row("\(peer) / \(work.name)", ratios))
    }
  }

  private static func cells(_ percent: [Int: Double]) -> [String] {
    blocks.map { block in percent[block].map { String(format: "%.4f", $0) } ?? "–" }
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let padded = cells.map { String(repeating: " ", count: max(0, 12 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(1, 78 - name.count)) + padded.joined()
  }
}
