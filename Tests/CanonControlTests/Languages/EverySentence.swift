import CanonControl
import CanonEngine
import CanonFiles
import CanonStems

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// Every sentence of a language, once at least, with the data that it is about.
struct EverySentence {
  let zone: Zone
  let now: Instant

  init() throws {
    zone = try Zone("Asia/Tokyo")
    now = try AsOf.parse("2026-11-27T21:00", zone: zone)
  }

  private var statuses: [DoorStatus] {
    [
      .none, .open(since: now, until: now + 9), .open(since: nil, until: nil), .locked(opens: now + 90_000),
      .locked(opens: now), .waiting(for: ["a"], opens: nil), .waiting(for: ["a", "b"], opens: now + 60),
      .unstarted(.days(4)), .unstarted(.seconds(90)), .clockWrong, .over(since: now), .over(since: nil),
    ]
  }

  func refusals() -> [Refusal] {
    statuses.flatMap { status in
      [nil, "b"].compactMap { Refusal(stemID: "a", owner: $0, status: status, zone: zone, now: now) }
    }
  }

  /// A server of somebody, and canon's own ones; connected and not.
  private var servers: [ServerInfo] {
    [(nil, []), ("alsa", ["a"]), ("dummy", ["a", "b"])].map { backend, connections in
      ServerInfo(
        name: "x", implementation: "JACK", clientName: "canon", sampleRate: .studio, period: 64,
        connections: connections, ownBackend: backend)
    }
  }

  private var snapshot: Snapshot {
    Snapshot(
      title: "T", zone: zone, isAway: false, position: 0, sampleRate: .studio,
      grid: Grid(loop: GridLine(numerator: 1_152_000, denominator: 1)!, barsPerLoop: 8, beatsPerLoop: 32),
      cycle: nil, master: Decibels(0)!, stems: [], now: now)
  }

  func sentences(_ language: Language) throws -> [String] {
    let wording = language.wording
    let text = DoorText(language, zone: zone, now: now)
    let place = MusicalPlace(324_000, in: snapshot)
    let conditions: [DoorCondition] = [
      .after(.seconds(60)), .needs(["a", "b"]),
      .all([.needs(["a"]), .any([.needs(["b"]), .after(.days(1))])]),
    ]
    return statuses.flatMap { status in
      [text.text(status), text.sentence(status)] + wording.shortDoor(status, text)
    }
      + (try problems()).map { wording.refused($0.text(language)) }
      + refusals().map { $0.text(language) } + notes.map { $0.text(language) }
      + conditions.map { $0.text(in: zone, language) }
      + [wording.noDoor, wording.base, wording.doorOpens("a", "x"), wording.doorShuts("a", "x")]
      + StemState.allCases.flatMap {
        [wording.notPermitted($0), wording.nothingPending($0), wording.since($0, place)]
      }
      + StemState.allCases.map { wording.pending($0, then: $0, at: place, in: 1, by: "keyboard") }
      + StemState.allCases.map { wording.unchanged(wording.state($0)) } + [wording.boundaryTooFar]
      + [nil, place].flatMap { place in
        [SoloMode.off, .on, .alone].map { wording.solo($0, from: place) }
          + [
            wording.level(Decibels(1), .centre, from: place, over: 2),
            wording.replaced("a.flac", from: place),
          ]
          + [
            wording.nextFile("a.flac", from: place), wording.requested(.mute), wording.file("a.flac"),
            wording.levels(gain: wording.next("1 dB", from: place), pan: "0.0"),
          ]
      }
      + [true, false].flatMap {
        [
          wording.paused($0), wording.performancePaused($0), wording.pauseUnchanged($0),
          wording.performancePauseUnchanged($0), wording.stemPauses($0, at: nil),
          wording.stemPauses($0, at: place), wording.pausing($0, at: place, in: 1, by: "door"),
          wording.performancePausing($0, at: place, in: 1, by: "door"),
        ]
      }
      + [
        wording.addsFiles(place),
        wording.added([.init(file: "a.wav", stem: "a", opens: now, zone: zone)]),
      ]
      + [wording.clockStarts, wording.panic, wording.skipped(1, at: 2), wording.xruns(1), wording.period(64)]
      + ServerLoss.allCases.map { wording.lost(wording.loss($0)) }
      + servers.map(wording.connected)
      + [
        wording.now("T", at: place), wording.noServer("T"), wording.performanceIsPaused, wording.cycleTooLong,
      ]
      + [wording.cycle(loops: 1, seconds: 2), wording.cycle(loops: nil, seconds: 2), wording.master("1 dB")]
      + [wording.solo("on"), wording.stemIsPaused, wording.ends(at: place), wording.follows(at: place)]
      + [
        wording.stemIsBase, wording.stemIsUnreadable, wording.clipped("out.wav", 2),
        wording.torn("a.toml", line: 2),
        wording.endless("a.toml"),
      ]
      + commandLine.map { $0.text(language) } + help(wording)
      + [wording.missedLines(1), wording.missedLines(2), wording.openings("a", 1), wording.openings("a", 2)]
      + [wording.acceptedForLater]
      + [
        wording.loading(.init(done: 0, files: 1, seconds: 0)),
        wording.loading(.init(done: 12, files: 64, seconds: 3, slow: "a.flac")),
      ]
      + [wording.today("2026-11-27", zone: "Asia/Tokyo", isPreview: true)]
      + [wording.today("2026-11-27", zone: "Asia/Tokyo", isPreview: false)]
      + [wording.openCount(1, of: 2), wording.openCount(2, of: 2), wording.next("a", "2026-11-27", "9")]
      + wording.nextDoor(["a", "b"], now, text) + wording.clockIsWrong
      + [wording.allDoorsAreOpen, wording.noDoorOpensByItself, wording.shortCount(1, of: 2)]
      + wording.announcement(titles: ["a", "b"], ids: ["a", "b"]) + [wording.preview("2026-11-27")]
      + [wording.greeting("2026-11-27", isPreview: true, locked: ["a"]), wording.noProblems]
      + [
        wording.greeting("2026-11-27", isPreview: false, locked: []), wording.problems(1),
        wording.problems(2),
      ]
      + wording.greeting("T", stems: ["a", "b"]) + [wording.hint, wording.missed(1), wording.missed(2)]
      + labels(wording)
      + [wording.renderedWithoutRefused("out.wav"), wording.judgedAsOf("2026-11-27")]
      + [wording.journalOfTheFuture("out.wav", "2026-11-27"), wording.lineWasCut(1000)] + checked(wording)
  }
}
