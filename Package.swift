// swift-tools-version: 6.2
import PackageDescription

// CANON_RTSAN=1 links RealtimeSanitizer into the executable and the tests (Documentation/RealTime.md).
let rtsan = Context.environment["CANON_RTSAN"] == "1"
let rtsanLink: [LinkerSetting] =
  rtsan ? [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])] : []
func debug(_ flags: [String]) -> [SwiftSetting] { [.unsafeFlags(flags, .when(configuration: .debug))] }
// What the random tests spend their time in is optimized in debug builds too, with every assertion. CANON_UNOPTIMIZED=1 is for debuggers.
let isOptimized = Context.environment["CANON_UNOPTIMIZED"] != "1"
let part = Context.environment["CANON_PART"]
// Whole modules take less time than their files, unless a file has changed. The engine is compiled file by file, but for a part: then the
// compiler checks more (Documentation/RealTime.md).
let whole = ["-wmo", "-num-threads", "2"]
let optimized = isOptimized ? debug(["-O", "-assert-config", "Debug"] + whole) : []
let engineSettings: [SwiftSetting] =
  [.strictMemorySafety(), .treatWarning("PerformanceHints", as: .warning)]
  + (isOptimized ? debug(["-O", "-assert-config", "Debug"] + (part == nil ? [] : whole)) : [])

// The mixing loops are compiled twice from one source: for every processor, and for x86-64-v3 (Documentation/RealTime.md).
let mixingSettings: [SwiftSetting] =
  [.strictMemorySafety()] + (isOptimized ? debug(["-O", "-assert-config", "Debug"]) : [])
let v3: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-march=x86-64-v3"])]
#if arch(x86_64)
  let mixing: [Target.Dependency] = ["CanonMixing", "CanonMixingV3"]
#else
  let mixing: [Target.Dependency] = ["CanonMixing"]
#endif

let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

func tests(_ module: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(module)Tests", dependencies: dependencies + ["CanonTestSupport"], exclude: exclude,
    linkerSettings: rtsanLink)
}

/// Of the files' and the engine's tests those of values alone.
let testsOfTexts = [
  "TOML", "Loading", "AdviceTests.swift", "CleanTextTests.swift", "FileProblemTests.swift",
  "LanguageTests.swift",
  "SuggestionTests.swift",
]
let testsOfPlaces = [
  "Grid/CommonCycleTests.swift", "Grid/GridLineTests.swift", "Grid/GridMapTests.swift",
  "Grid/GridTests.swift",
  "Grid/LoopTopsTests.swift", "Grid/QuantumDefaultsTests.swift", "Grid/QuantumTests.swift",
  "Stem/StateMachineDocumentTests.swift", "Stem/WordTests.swift",
]

/// Of the stems' tests those that read no samples, or need the languages.
let testsWithoutSamples = [
  "Assumed", "Loudness/LoudnessAdviceTests.swift", "Patch", "Timing", "Set/DamagedSetTests.swift",
  "Set/FormatsDocumentationTests.swift", "Set/GainAndPanTests.swift", "Set/IDReaderTests.swift",
  "Set/LoopCheckTests.swift", "Set/RegionSpecTests.swift", "Set/SetCheckTests.swift",
  "Set/SetConfigurationTests.swift", "Set/SetFileProblemTests.swift", "Set/SetFileTests.swift",
  "Set/SetKeysTests.swift", "Set/SetMemoryTests.swift",
]

let package = Package(
  name: "canon",
  products: [.executable(name: "canon", targets: ["canon"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    // C: module maps for installed libraries, and the header that real-time code needs.
    .systemLibrary(
      name: "CJack", pkgConfig: "jack", providers: [.apt(["libjack-jackd2-dev"])]),
    .systemLibrary(
      name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    .systemLibrary(
      name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
    .systemLibrary(
      name: "CRubberBand", pkgConfig: "rubberband", providers: [.apt(["librubberband-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
    .systemLibrary(name: "CTime"),
    .target(name: "CRealtime"),
    // Loads ncurses when a screen starts; its headers are in libncurses-dev.
    .target(name: "CNcurses"),
    // The page that is served to browsers.
    .target(name: "CWebPage", exclude: ["Page"]),

    // canon, bottom-up. `make lint` checks that the arrows point only this way.
    .target(name: "CanonMixing", dependencies: ["CRealtime"], swiftSettings: mixingSettings),
    .target(name: "CanonMixingV3", dependencies: ["CRealtime"], swiftSettings: mixingSettings + v3),
    .target(name: "CanonEngine", dependencies: mixing, swiftSettings: engineSettings),
    .target(name: "CanonFiles", swiftSettings: optimized),
    .target(name: "CanonSchedule", dependencies: ["CanonEngine", "CanonFiles"], swiftSettings: optimized),
    .target(
      name: "CanonStems",
      dependencies: [
        "CanonEngine", "CanonFiles", "CSndFile", "CSoxr", "CNettle", "CEbur128", "CXXHash", "CRubberBand",
      ], swiftSettings: optimized),
    .target(
      name: "CanonSession",
      dependencies: ["CanonEngine", "CanonFiles", "CanonSchedule", "CanonStems"], swiftSettings: optimized),
    .target(
      name: "CanonRender",
      dependencies: ["CanonEngine", "CanonStems", "CanonSession", "CRealtime"], swiftSettings: optimized),
    .target(
      name: "CanonJack", dependencies: ["CanonEngine", "CanonFiles", "CanonSession", "CJack", "CRealtime"]),
    .target(
      name: "CanonControl",
      dependencies: ["CanonEngine", "CanonFiles", "CanonSchedule", "CanonStems", "CanonSession"]),
    .target(
      name: "CanonSocket",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonControl", .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "CanonNetwork",
      dependencies: ["CanonFiles", "CanonControl", .product(name: "NIOCore", package: "swift-nio")]),
    .target(
      name: "CanonWeb",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonSchedule", "CanonControl", "CanonSession", "CanonNetwork",
        "CWebPage",
        "CNettle", "CQREncode",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .target(
      name: "CanonOSC",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonControl", "CanonSession", "CanonNetwork",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .target(
      name: "CanonMPRIS",
      dependencies: ["CanonEngine", "CanonFiles", "CanonControl", "CanonSession", "CSystemd"]),
    .target(
      name: "CanonNSM",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonSchedule", "CanonSession", "CanonControl", "CanonNetwork",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    .target(
      name: "CanonMIDI",
      dependencies: ["CanonEngine", "CanonFiles", "CanonStems", "CanonControl", "CanonSession"]),
    .target(
      name: "CanonTerminal", dependencies: ["CanonControl", "CanonFiles", "CanonSession", "CNcurses"],
      swiftSettings: optimized),
    .target(
      name: "CanonDoctor",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonSchedule", "CanonStems", "CanonSession", "CanonRender",
        "CanonJack",
        "CanonControl", "CTime",
      ]),
    .executableTarget(
      name: "canon",
      dependencies: [
        "CanonEngine", "CanonFiles", "CanonSchedule", "CanonStems", "CanonSession", "CanonRender",
        "CanonJack", "CanonControl", "CanonSocket", "CanonNetwork", "CanonOSC", "CanonWeb", "CanonMPRIS",
        "CanonNSM", "CanonMIDI", "CanonTerminal", "CanonDoctor", argumentParser,
      ],
      linkerSettings: rtsanLink),

    .target(
      name: "CanonTestSupport",
      dependencies: ["CanonEngine"], path: "Tests/CanonTestSupport",
      // Random tests spend most of their time in the slow reference, which an unoptimized build makes several times as slow.
      swiftSettings: debug(["-O"] + whole)),
    .target(
      name: "CanonStemsSupport",
      dependencies: ["CanonEngine", "CanonStems"], path: "Tests/CanonStemsSupport",
      swiftSettings: debug(["-O"] + whole)),
    .target(
      name: "CanonLiveSupport",
      dependencies: ["CanonEngine", "CanonJack", "CanonStems", "CJack"], path: "Tests/CanonLiveSupport",
      // It compares captures sample by sample.
      swiftSettings: debug(["-O"] + whole)),
    tests(
      "CanonEngine", ["CanonEngine", "CanonMixing", "CRealtime"],
      exclude: part == "memory" ? testsOfPlaces : []),
    tests("CanonFiles", ["CanonFiles"], exclude: part == "memory" ? testsOfTexts : []),
    tests(
      "CanonSchedule",
      ["CanonSchedule", "CanonControl", "CanonControlSupport", "CanonSession", "CanonEngine", "CanonFiles"]),
    tests(
      "CanonStems",
      ["CanonStems", "CanonStemsSupport", "CanonEngine", "CanonFiles", "CSndFile"]
        + (part == "memory" ? [] : ["CanonControl", "CanonControlSupport"]),
      exclude: part == "memory" ? testsWithoutSamples : []),
    tests(
      "CanonSession",
      [
        "CanonSession", "CanonControl", "CanonControlSupport", "CanonRender", "CanonSchedule", "CanonStems",
        "CanonFiles", "CanonStemsSupport",
        "CanonLiveSupport", "CJack",
      ]),
    tests(
      "CanonRender",
      [
        "CanonRender", "CanonControl", "CanonSession", "CanonSchedule", "CanonStems", "CanonLiveSupport",
        "CJack",
      ]),
    .target(
      name: "CanonControlSupport",
      dependencies: [
        "CanonControl", "CanonSession", "CanonSchedule", "CanonStems", "CanonEngine", "CanonFiles",
        "CanonTestSupport", "CanonLiveSupport",
      ], path: "Tests/CanonControlSupport"),
    tests(
      "CanonControl",
      [
        "CanonControl", "CanonControlSupport", "CanonSession", "CanonSchedule", "CanonStems", "CanonFiles",
        "CanonLiveSupport",
      ]),
    tests(
      "CanonSocket",
      [
        "CanonSocket", "CanonControl", "CanonControlSupport", "CanonSession", "CanonStems",
        "CanonLiveSupport",
      ]),
    tests(
      "CanonNetwork", ["CanonNetwork", .product(name: "NIOEmbedded", package: "swift-nio")]),
    tests(
      "CanonWeb",
      [
        "CanonWeb", "CanonNetwork", "CanonControl", "CanonControlSupport", "CanonEngine", "CanonFiles",
        "CanonSchedule", "CanonSession", "CanonStems", "CanonLiveSupport",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    tests(
      "CanonOSC",
      [
        "CanonOSC", "CanonNetwork", "CanonControl", "CanonControlSupport", "CanonEngine", "CanonFiles",
        "CanonSession", "CanonStems",
        "CanonLiveSupport", .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]),
    tests(
      "CanonMPRIS",
      [
        "CanonMPRIS", "CanonControl", "CanonEngine", "CanonFiles", "CanonSession", "CanonStems",
        "CanonControlSupport", "CanonLiveSupport",
      ]),
    tests(
      "CanonNSM",
      [
        "CanonNSM", "CanonNetwork", "CanonControl", "CanonEngine", "CanonFiles", "CanonSchedule",
        "CanonSession",
      ]),
    tests(
      "CanonMIDI",
      [
        "CanonMIDI", "CanonControl", "CanonControlSupport", "CanonEngine", "CanonFiles", "CanonSchedule",
        "CanonSession", "CanonStems", "CanonLiveSupport",
      ]),
    tests(
      "CanonTerminal",
      [
        "CanonTerminal", "CanonControl", "CanonControlSupport", "CanonSession", "CanonSchedule", "CanonStems",
        "CanonFiles", "CanonLiveSupport",
        "CJack",
      ], exclude: ["Screens"]),
    tests(
      "CanonJack",
      [
        "CanonJack", "CanonFiles", "CanonControl", "CanonSession", "CanonSchedule", "CanonStems",
        "CanonLiveSupport",
        "CJack", "CRealtime", "CSystemd", "CanonMPRIS", "CanonNetwork",
        "CanonTerminal", "canon",
      ]),
    tests(
      "CanonDoctor",
      [
        "CanonDoctor", "CanonControl", "CanonEngine", "CanonFiles", "CanonJack", "CanonSchedule",
        "CanonSession",
        "CanonStems", "CanonControlSupport", "CanonLiveSupport",
      ]),
    tests(
      "CanonCommand",
      [
        "canon", "CanonControl", "CanonSession", "CanonSchedule", "CanonStems", "CanonStemsSupport",
        "CanonLiveSupport", "CJack",
      ], exclude: ["Snapshots", "Render/Journals"]),
  ]
)

#if !arch(x86_64)
  package.targets.removeAll { $0.name == "CanonMixingV3" }
#endif

// For builds from nothing, as the gate's.
if Context.environment["CANON_WHOLE_MODULES"] == "1" {
  // CanonJackTests are compiled last, and alone: file by file both processors are at it.
  for target in package.targets
  where target.swiftSettings == nil && target.type != .system && target.name != "CanonJackTests" {
    // Nothing waits for the module of tests, so that its sources need not be read a second time for it.
    target.swiftSettings = debug(whole + (target.type == .test ? ["-no-emit-module-separately-wmo"] : []))
  }
  // A released compiler's intermediate code needs no check.
  for target in package.targets where target.type != .system {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-Xfrontend", "-disable-llvm-verify"])]
  }
}

// CANON_PART builds only a part, in a fraction of the time: `engine` is the engine and its tests, which ThreadSanitizer
// checks; `rings` is of these tests only what two threads share; `session` is what soaks need in addition; `memory` is the engine, and
// what handles samples by addresses, which the gate checks with AddressSanitizer; `program` is everything but the tests.
if let part {
  let engine: Set = [
    "CRealtime", "CanonMixing", "CanonMixingV3", "CanonEngine", "CanonTestSupport", "CanonEngineTests",
  ]
  let common: Set = [
    "CJack", "CSndFile", "CSoxr", "CNettle", "CEbur128", "CXXHash", "CRubberBand", "CanonFiles",
    "CanonSchedule",
    "CanonStems", "CanonSession", "CanonControl", "CanonJack", "CanonStemsSupport", "CanonLiveSupport",
    "CanonControlSupport",
  ]
  let session: Set = ["CanonRender", "CanonSessionTests"]
  let program = package.targets.filter { $0.type != .test && $0.path?.hasPrefix("Tests/") != true }
  let memory: Set = [
    "CSndFile", "CSoxr", "CNettle", "CEbur128", "CXXHash", "CRubberBand", "CanonFiles", "CanonStems",
    "CanonStemsSupport",
    "CanonFilesTests", "CanonStemsTests",
  ]
  guard
    let kept = [
      "engine": engine, "rings": engine, "session": engine.union(common).union(session),
      "memory": engine.union(memory), "program": Set(program.map(\.name)),
    ][part]
  else { fatalError("CANON_PART: engine, rings, session, memory or program") }
  if part == "rings" {
    package.targets.first { $0.name == "CanonEngineTests" }?.sources = [
      "Control/RingTests.swift", "Control/TwoThreadTests.swift", "Recording/TwoThreadRecordTests.swift",
      "Control/TwoThreadWindowTests.swift",
      "Stem/StemMemoryTests.swift", "Random/Ledger.swift",
    ]
  }
  package.targets.removeAll { !kept.contains($0.name) }
  if part != "program" {
    package.products = []
    // Only the surfaces and the executable need packages.
    package.dependencies = []
  }
}
