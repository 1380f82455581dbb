import CanonFiles
import CanonJack
import CanonSchedule

/// One thing that `canon doctor` has found out, good or bad. Its sentences are in `Finding+English` and `Finding+Japanese`.
package enum Finding: Hashable, Sendable {
  // Rights
  /// Callbacks may have real-time priority, up to this one; nil for any.
  case realtime(priority: Int?)
  case noRealtime(Rights)
  /// Samples may be locked in memory, up to a number of bytes; nil for any.
  case lockable(limit: UInt64?)
  case littleLocked(limit: UInt64, needed: UInt64, Rights)

  // The machine
  case fastClock
  /// The frequency governors that save power.
  case slowClock([String])
  case time(Instant, Zone)
  case timeWrong(Instant, Zone)
  case timeUnsynchronised(Instant, Zone)
  /// Free bytes in a folder.
  case disk(String, free: UInt64)
  case littleDisk(String, free: UInt64)
  case fullDisk(String)
  /// A folder in which this user cannot write.
  case closedFolder(String)

  // The server
  case server(ServerFacts)
  /// PipeWire runs, and canon plays through it; what it is like, if it told.
  case pipeWire(ServerFacts?)
  /// None runs; canon would start one on this card, or on none.
  case privateServer(SoundDevice?)
  case serverProblem(JackProblem)
  case outputs([String])
  case noOutputs
  case notConnected
  /// The number of places that are taken in jackd's registry.
  case registry(Int)
  /// All places are taken by killed servers; canon frees them.
  case registryOfDead(ServerRegistry)
  case registryFull(ServerRegistry)
  /// The names of killed servers whose places the self-test's server has freed, because it could not start without.
  case registryFreed([String])
  case cards([SoundDevice], taken: SoundDevice?)
  case noCards

  // The set and its schedule
  /// The bytes that its samples take, and those that are there; nil if that is not known.
  case set(String, stems: Int, bytes: UInt64, available: UInt64?)
  case setTooLarge(String, bytes: UInt64, available: UInt64)
  case source([FileProblem])
  /// Moments of doors at which canon and the system agree.
  case zone(Zone, moments: Int)
  case zoneDiffers(Zone, [ZoneDifference])
  case zoneUnknown(Zone)

  // The self-test
  case selfTest(SelfTestFigures)
  case selfTestFailed(SelfTestProblem)

  package enum Level: String, CaseIterable, Sendable {
    case well
    /// Worth knowing.
    case note
    /// The music may suffer.
    case warning
    /// canon cannot play, or what it plays would be wrong.
    case wrong
  }

  package var level: Level {
    switch self {
    case .realtime, .lockable, .fastClock, .time, .disk, .server, .outputs, .registry, .cards, .set, .zone:
      .well
    case .slowClock, .timeUnsynchronised, .privateServer, .registryOfDead, .registryFreed, .noCards,
      .zoneUnknown:
      .note
    case .noRealtime, .littleLocked, .littleDisk, .noOutputs, .notConnected, .zoneDiffers: .warning
    case .timeWrong, .fullDisk, .closedFolder, .serverProblem, .registryFull, .setTooLarge, .source,
      .selfTestFailed:
      .wrong
    case .pipeWire(let facts): facts == nil ? .note : .well
    case .selfTest(let figures): figures.level
    }
  }

  /// A stable word for programs, the same in every language.
  package var code: String {
    switch self {
    case .realtime: "realtime"
    case .noRealtime: "no-realtime"
    case .lockable: "memory-lock"
    case .littleLocked: "little-memory-lock"
    case .fastClock: "cpu-speed"
    case .slowClock: "cpu-saves-power"
    case .time: "clock"
    case .timeWrong: "clock-wrong"
    case .timeUnsynchronised: "clock-unsynchronised"
    case .disk: "disk"
    case .littleDisk: "disk-low"
    case .fullDisk: "disk-full"
    case .closedFolder: "not-writable"
    case .server: "server"
    case .pipeWire: "pipewire"
    case .privateServer: "private-server"
    case .serverProblem(let problem): problem.findingCode
    case .outputs: "outputs"
    case .noOutputs: "no-outputs"
    case .notConnected: "not-connected"
    case .registry: "registry"
    case .registryOfDead: "registry-dead"
    case .registryFull: "registry-full"
    case .registryFreed: "registry-freed"
    case .cards: "sound-cards"
    case .noCards: "no-sound-card"
    case .set: "set"
    case .setTooLarge: "set-too-large"
    case .source: "source"
    case .zone: "zone"
    case .zoneDiffers: "zone-differs"
    case .zoneUnknown: "zone-unknown"
    case .selfTest(let figures): figures.isExact ? "self-test" : "self-test-differs"
    case .selfTestFailed: "self-test-failed"
    }
  }
}

extension JackProblem {
  fileprivate var findingCode: String {
    switch self {
    case .noJackd: "no-jackd"
    case .noPipeWireJack: "no-pipewire-jack"
    case .noDevice: "no-device"
    case .noServer: "no-server"
    default: "server-refuses"
    }
  }
}
