import CanonEngine
import CanonSchedule
import CanonSession
import Foundation

/// An invented moment of a performance, with a loop of 24 s, eight bars of four beats, at 48 kHz.
public func moment(
  at position: FramePosition = 0, _ status: StemStatus = .stop, rate: SampleRate? = .studio,
  grid: Grid? = Grid(loop: GridLine(numerator: 1_152_000, denominator: 1)!, barsPerLoop: 8, beatsPerLoop: 32),
  gain: Double = -5.3, pan: Double = 0.25, solo: SoloMode = .off, end: FramePosition? = nil,
  follow: FramePosition? = nil, cycle: GridLine?? = nil, master: Double = 0, zone: Zone? = nil,
  door: DoorStatus = .none, now: Instant = Instant(secondsSince1970: 0), isAway: Bool = false,
  requested: StemState? = nil, file: String? = nil, isHeld: Bool = false, isBaseHeld: Bool = false,
  isUnreadable: Bool = false, nextHeld: Snapshot.Next<Bool>? = nil,
  nextMaster: Snapshot.Next<Decibels>? = nil
) -> Snapshot {
  let base = Snapshot.Stem(
    id: "cello", title: "Cello", file: "cello.flac", isBase: true, status: .play, gain: Decibels(0)!,
    pan: .centre,
    solo: .off, end: nil, follow: nil, door: .none, isHeld: isBaseHeld)
  var stem = Snapshot.Stem(
    id: "violin-a", title: "Violin A", file: "violin-a.flac", isBase: false, status: status,
    gain: Decibels(gain)!, pan: Pan(pan)!, solo: solo, end: end, follow: follow, door: door, isHeld: isHeld)
  (stem.nextHeld, stem.requested, stem.otherFile) = (nextHeld, requested, file)
  stem.isUnreadable = isUnreadable
  return Snapshot(
    title: "Canon in D", zone: zone, isAway: isAway, position: position, sampleRate: rate, grid: grid,
    cycle: cycle ?? grid?.loop, master: Decibels(master)!, nextMaster: nextMaster, stems: [base, stem],
    now: now)
}

/// Tokyo at a moment.
public struct Tokyo: Sendable {
  public let zone: Zone
  public let now: Instant

  public init(_ now: String) throws {
    zone = try Zone("Asia/Tokyo")
    self.now = try AsOf.parse(now, zone: zone)
  }

  /// The instant of a text such as `2026-12-06T18:00`.
  public func callAsFunction(_ text: String) throws -> Instant { try AsOf.parse(text, zone: zone) }
}

/// The stem that events are about.
public let violin = StemIndex(1)

/// A pending change, by default requested at standard input.
public func change(at frame: FramePosition, by source: Asker = .input) -> PendingChange {
  PendingChange(at: frame, by: source)
}

/// A server as a driver finds it.
public func server(
  connections: [String] = ["system:playback_1", "system:playback_2"], ownBackend: String? = nil
) -> ServerInfo {
  ServerInfo(
    name: "default", implementation: "JACK 1.9.21", clientName: "canon", sampleRate: .studio, period: 256,
    connections: connections, ownBackend: ownBackend)
}

/// The refusal of a stem behind a door in Tokyo.
public func refusal() throws -> CommandProblem { .locked(try locked()) }

/// The refusal of a stem behind a door.
public func locked() throws -> Refusal {
  let schedule = try ScheduleFile.parse(
    path: "s.toml", text: "set = \"x\"\ntime_zone = \"Asia/Tokyo\"\n[doors]\nviolin-a = 2026-12-06\n")
  let gate = Gate(schedule: schedule, stems: ["cello", "violin-a"])
  let now = try AsOf.parse("2026-12-05T12:00", zone: schedule.zone)
  do throws(Refusal) {
    _ = try gate.permit(for: violin, in: DoorContext(asOf: now))
  } catch {
    return error
  }
  throw CommandProblem.busy
}
