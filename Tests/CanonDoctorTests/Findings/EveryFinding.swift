import CanonDoctor
import CanonFiles
import CanonJack
import CanonLiveSupport
import CanonSchedule

/// Invented facts, and a finding of each kind.
struct EveryFinding {
  let zone: Zone
  let now: Instant
  let facts = ServerFacts(
    implementation: "JACK 1.9.21", sampleRate: 48000, period: 256, isRealtime: false, outputs: ["a:1"])
  let device = SoundDevice(card: 0, cardID: "PCH", cardName: "HDA", number: 0, name: "ALC257")
  let rights = Rights(realtimePriority: 0, lockedMemory: 8, file: .missing, isInGroup: false)
  let figures = SelfTestFigures(
    frames: 10, different: 0, lost: 0, xruns: 0, sampleRate: 48000, period: 256, isRealtime: true,
    times: [100])
  let problem = FileProblem(file: "a.toml", ScheduleAdvice.set)
  /// Eight servers of which none lives.
  let registry: ServerRegistry

  init() throws {
    zone = try Zone("Asia/Tokyo")
    now = try AsOf.parse("2026-11-27T21:00", zone: zone)
    registry = try TestFolder().registry(of: Array(repeating: TestFolder.noProcess, count: 8))
  }

  func difference(_ stem: String) -> ZoneDifference {
    ZoneDifference(stemID: stem, instant: now, own: 32_400, system: 36_000)
  }

  var all: [Finding] {
    var faulty = figures
    faulty.different = 1
    return [
      .realtime(priority: 1), .noRealtime(rights), .lockable(limit: nil),
      .littleLocked(limit: 1, needed: 2, rights),
      .fastClock, .slowClock(["powersave"]), .time(now, zone), .timeWrong(now, zone),
      .timeUnsynchronised(now, zone), .disk("/", free: 1 << 40), .littleDisk("/", free: 5), .fullDisk("/"),
      .closedFolder("/"),
      .server(facts), .pipeWire(facts), .privateServer(device), .serverProblem(.noJackd),
      .serverProblem(.noPipeWireJack), .serverProblem(.noServer(name: nil)),
      .serverProblem(.noDevice("usb", known: [device])), .serverProblem(.cannotActivate),
      .outputs(["a:1"]), .noOutputs, .notConnected, .registry(0), .registryOfDead(registry),
      .registryFull(registry), .registryFreed(["a"]), .cards([device], taken: device), .noCards,
      .set("Evening", stems: 2, bytes: 9, available: 10), .setTooLarge("Evening", bytes: 10, available: 9),
      .source([problem]), .zone(zone, moments: 2), .zoneDiffers(zone, [difference("a")]), .zoneUnknown(zone),
      .selfTest(figures), .selfTest(faulty), .selfTestFailed(.noFolder("/tmp")),
    ]
  }
}
