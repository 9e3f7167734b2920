import Foundation

/// Heads to choose: the default file, and files made from it where Python with h5py is at hand.
enum Heads {
  static let normal = "/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa"
  static var small: String { folder! + "/small.sofa" }
  static var louder: String { folder! + "/louder.sofa" }
  static var mislabelled: String { folder! + "/mislabelled.sofa" }
  static var irregular: String { folder! + "/irregular.sofa" }

  static var areMade: Bool { folder != nil }

  /// Made once, left to the system's cleaning of temporary files.
  static let folder: String? = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("nearfar-heads-\(getpid())")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures/heads.py")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: ProcessInfo.processInfo.environment["PYTHON"] ?? "/usr/bin/python3")
    process.arguments = [script.path, normal, folder.path]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? folder.path : nil
  }()
}
