// swift-tools-version: 6.2
import PackageDescription

// The trait `Embedded` builds the plugins without the Swift runtime; without it the same sources build as ordinary Swift
// for the tests and the tools. The Makefile chooses the processor (`ARCH`) with `-Xcc -march=…`, and `FMA` with it.
let core: [SwiftSetting] = [
  .enableExperimentalFeature("Embedded", .when(traits: ["Embedded"])),
  .define("FMA", .when(traits: ["FMA"])),
]

func module(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], settings: [SwiftSetting] = []
) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: core + settings)
}

/// So that each bundle links what its own plugins use, and no other's libraries. Not for the core, which ran slower with it.
let functionSections: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(traits: ["Embedded"]))
]

/// One shared object that exports `lv2_descriptor` alone.
func bundle(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["CLV2", "LV2Entry", "Plugins"], swiftSettings: core,
    linkerSettings: [
      .unsafeFlags([
        "-use-ld=lld", "-Xlinker", "--as-needed", "-Xlinker", "--gc-sections",
        "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/LV2Entry/exports.map",
        "-Xlinker", "-lfftw3f", "-Xlinker", "-lmysofa", "-Xlinker", "-ljansson", "-Xlinker", "-llo", "-Xlinker",
        "-lm",
      ])
    ])
}

let package = Package(
  name: "nearfar",
  products: [
    .library(name: "EncodeBundle", type: .dynamic, targets: ["EncodeBundle"]),
    .library(name: "RemixBundle", type: .dynamic, targets: ["RemixBundle"]),
    .library(name: "MixerBundle", type: .dynamic, targets: ["MixerBundle"]),
    .library(name: "AudiomixBundle", type: .dynamic, targets: ["AudiomixBundle"]),
  ],
  traits: [
    .trait(name: "Embedded", description: "Embedded Swift: plugins without the Swift runtime"),
    .trait(name: "FMA", description: "The processor has fused multiply-add (set by the Makefile from ARCH)"),
  ],
  targets: [
    .systemLibrary(name: "CFFTW", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(name: "CLV2", pkgConfig: "lv2", providers: [.apt(["lv2-dev"])]),
    .systemLibrary(name: "CJansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(name: "CMySofa", providers: [.apt(["libmysofa-dev"])]),
    .systemLibrary(name: "CCairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CLO", providers: [.apt(["liblo-dev"])]),
    .systemLibrary(name: "CSndFile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CEBUR128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CAVFormat", pkgConfig: "libavformat",
      providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswresample-dev"])]),
    .systemLibrary(name: "COpus", pkgConfig: "opus", providers: [.apt(["libopus-dev"])]),
    .systemLibrary(name: "CPlatform"),

    module("Signal", ["CFFTW", "CPlatform"]),
    module("Ambisonics", ["CPlatform", "Signal"]),
    module("SettingFiles", ["CJansson", "CPlatform", "Signal"]),
    module("Remix", ["CJansson", "CPlatform", "Signal", "SettingFiles", "Ambisonics"]),
    module("Spatial", ["CJansson", "CMySofa", "CPlatform", "Signal", "SettingFiles", "Ambisonics"]),
    module("Tracking", ["CLO", "CPlatform", "Ambisonics"]),
    module("PluginModel", []),
    module(
      "Plugins",
      [
        "CCairo", "CPlatform", "Signal", "SettingFiles", "Ambisonics", "Remix", "Spatial", "Tracking", "PluginModel",
      ],
      settings: functionSections),
    module("LV2Entry", ["CLV2", "CPlatform", "PluginModel", "Plugins"], exclude: ["exports.map"]),

    bundle("EncodeBundle"),
    bundle("RemixBundle"),
    bundle("MixerBundle"),
    bundle("AudiomixBundle"),

    // The command-line program: ordinary Swift.
    .target(name: "Options"),
    .target(name: "TimeTables", dependencies: ["CPlatform", "SettingFiles", "Signal"]),
    .target(name: "AudioFiles", dependencies: ["CAVFormat", "COpus", "CSndFile", "CSoxr", "Signal"]),
    .executableTarget(
      name: "nearfar",
      dependencies: [
        "CEBUR128", "CPlatform", "Ambisonics", "AudioFiles", "Options", "PluginModel", "Plugins", "Remix",
        "SettingFiles", "Signal", "Spatial", "TimeTables",
      ]),

    .executableTarget(name: "ttl", dependencies: ["PluginModel", "Plugins"]),
    .executableTarget(name: "bench", dependencies: ["CHostSupport", "HostSupport", "PluginModel", "Plugins"]),

    // A small LV2 host, for the contract tests and the benchmark.
    .target(name: "CHostSupport", path: "Tests/CHostSupport"),
    .target(name: "HostSupport", dependencies: ["CHostSupport", "CLV2", "PluginModel"], path: "Tests/HostSupport"),
    .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),

    .testTarget(name: "SignalTests", dependencies: ["CEBUR128", "Signal"]),
    .testTarget(name: "AmbisonicsTests", dependencies: ["Ambisonics", "Signal"]),
    .testTarget(name: "RemixTests", dependencies: ["Ambisonics", "Remix", "SettingFiles", "Signal"]),
    .testTarget(name: "TrackingTests", dependencies: ["Ambisonics", "Tracking"]),
    .testTarget(
      name: "SpatialTests",
      dependencies: ["Signal", "SettingFiles", "Ambisonics", "Spatial", "PluginModel", "Plugins"]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["AudioFiles", "Options", "Plugins", "Signal", "TimeTables", "nearfar"]),
    .testTarget(name: "EntryTests", dependencies: ["CLV2", "HostSupport", "LV2Entry", "PluginModel", "Plugins"]),
    .testTarget(
      name: "PluginTests", dependencies: ["CAllocationProbe", "CHostSupport", "HostSupport", "PluginModel", "Plugins"],
      exclude: ["Fixtures"]),
  ])

// The fuzzers of what reads files: `make fuzz` alone builds them, with all that they call instrumented.
if Context.environment["NEARFAR_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "fuzz/CFuzzer"),
    .executableTarget(
      name: "fuzz",
      dependencies: ["CFuzzer", "CMySofa", "AudioFiles", "Remix", "SettingFiles", "Signal", "Spatial", "TimeTables"],
      path: "fuzz/Sources", linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ]
}
