import CLV2
import Foundation

/// One loaded shared object and the descriptors it offers; stays loaded for good, as in most hosts.
public final class PluginLibrary: @unchecked Sendable {
  public let path: String
  public let descriptors: [UnsafePointer<LV2_Descriptor>]

  public struct LoadError: Error, CustomStringConvertible {
    public let description: String
  }

  public init(path: String) throws {
    self.path = path
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw LoadError(description: "\(path): \(String(cString: dlerror()))")
    }
    guard let symbol = dlsym(library, "lv2_descriptor") else {
      throw LoadError(description: "\(path): no lv2_descriptor")
    }
    let descriptor = unsafeBitCast(symbol, to: LV2_Descriptor_Function.self)
    var found: [UnsafePointer<LV2_Descriptor>] = []
    while let next = descriptor(UInt32(found.count)) { found.append(next) }
    descriptors = found
  }

  public var uris: [String] { descriptors.map { String(cString: $0.pointee.URI) } }

  public func descriptor(_ uri: String) -> UnsafePointer<LV2_Descriptor>? {
    descriptors.first { String(cString: $0.pointee.URI) == uri }
  }

  public var folder: String { (path as NSString).deletingLastPathComponent + "/" }
}

extension PluginLibrary {
  /// The library of a bundle (`nearfar-remix`): from the folder `NEARFAR_BUNDLES` where that is set (a folder of `.lv2`
  /// folders), else the one that was built beside this program.
  public static func named(_ bundle: String) throws -> PluginLibrary {
    if let folder = ProcessInfo.processInfo.environment["NEARFAR_BUNDLES"] {
      return try PluginLibrary(path: "\(folder)/\(bundle).lv2/\(bundle).so")
    }
    let product = bundle.split(separator: "-").last!.capitalized + "Bundle"
    return try PluginLibrary(path: "\(programFolder)/lib\(product).so")
  }

  private static var programFolder: String {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return ((program ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
  }
}
