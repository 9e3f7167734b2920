import Glibc

/// Finds the folder with the network's weights, which belong to the remix's bundle.
enum WeightsSearch {
  static let file = "mask-network.bin"

  /// With a slash at its end. `chosen`: a folder, or the file in it.
  static func folder(chosen: String?) throws(Failure) -> String {
    if let chosen {
      let folder = chosen.hasSuffix("/" + file) || chosen == file ? String(chosen.dropLast(file.count)) : chosen
      let candidate = folder.isEmpty ? "./" : folder
      guard let found = holding(candidate) else {
        throw Failure(
          .setting, "\(chosen): holds no \(file); name the folder of that file, such as nearfar-remix.lv2")
      }
      return found
    }
    for candidate in candidates { if let found = holding(candidate) { return found } }
    throw Failure(
      .setting,
      "the network's weights (\(file)) cannot be found; install the plugins (make install), or name their folder with --weights"
    )
  }

  /// Where it is looked for, in this order.
  static var candidates: [String] {
    var folders: [String] = []
    if let path = environment("NEARFAR_WEIGHTS") { folders.append(path) }
    let bundle = "nearfar-remix.lv2"
    if let program = programFolder {
      folders += ["\(program)/\(bundle)", "\(program)/../lib/lv2/\(bundle)", "\(program)/../share/nearfar"]
      // Where it was built: .build/release and .build/<machine>/release lie in the project.
      for up in ["..", "../..", "../../..", "../../../.."] {
        folders += ["\(program)/\(up)/Bundles/\(bundle)", "\(program)/\(up)/Resources/nearfar-remix"]
      }
    }
    let installed = [environment("HOME").map { $0 + "/.lv2" }, "/usr/local/lib/lv2", "/usr/lib/lv2"]
    let searched =
      (environment("LV2_PATH") ?? "").split(separator: ":").map { String($0) } + installed.compactMap { $0 }
    return folders + searched.map { "\($0)/\(bundle)" }
  }

  private static func holding(_ folder: String) -> String? {
    let path = folder.hasSuffix("/") ? folder : folder + "/"
    return access(path + file, R_OK) == 0 ? path : nil
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }

  private static var programFolder: String? { Self.program.map { String($0[..<$0.lastIndex(of: "/")!]) } }

  /// The path of this program.
  static var program: String? {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
