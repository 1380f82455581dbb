import CanonControl
import CanonEngine
import CanonFiles
import CanonStems
import Glibc

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// Every note.
extension EverySentence {
  private func browser(_ role: PairedBrowser.Role) -> PairedBrowser {
    PairedBrowser(number: 3, role: role, name: "ada", since: now)
  }

  /// One of each.
  var notes: [Note] {
    let file = FileProblem(file: "a.toml", ScheduleAdvice.set)
    let recorded = RecordStatus(path: "a.wav", frames: 96_000, lost: 48_000, sampleRate: .studio)
    let captured = CaptureStatus(
      stem: "a", isAdded: true, from: 0, until: 9, latency: 0, sources: ["system:capture_1"])
    let problem = JournalProblem(path: "a.toml", error: DiskError(code: ENOSPC))
    return [
      .clockWrong(now, zone), .clockRight(now, zone), .notKeptInTime, .memory(.busy(folder: "x")),
      .waitsForClock("quit"), .waitsForServer("quit"), .neverReceived(1), .neverReceived(2),
      .late("quit", seconds: 0.5), .late("quit", seconds: 2), .panicWhileReading,
      .stillReading(stems: ["a"]), .stillReading(stems: ["a", "b"]),
      .waitsForStems("quit", left: 1), .waitsForStems("quit", left: 2),
      .samplesLate(stem: "a"), .samplesThere(stem: "a"),
      .undone("gain a 1", overridden: []),
      .undone("gain a 1", overridden: [Overriding("a", by: "door")]), .keptSamples(stem: "a", file),
      .unreadable(stem: "a", file),
      .assumed(file),
      .ownSamples(stem: "a", FileProblems([file])),
      .patchKept(FileProblems([file])), .fileLeftAlone(file),
      .pieceSkipped(2, FileProblems([file])),
      .notLocked, .soundNotKept(FileProblems([file])), .soundsNotRecorded, .midiLost(1), .midiLost(2),
      .learning("press violin-a"), .learned("note 36", does: "press violin-a", map: "/home/ada/midi.toml"),
      .notLearned("note 36", FileProblems([file])),
      .midi(map: "x", isThere: true), .midi(map: "x", isThere: false), .osc("x", isOpen: true), .web("x"),
      .web("x", code: "7429-2356"),
      .paired(browser(.play)), .paired(browser(.look)), .unpaired(browser(.play)), .codesChanged(wrong: 20),
      .pairings(.unreadable(path: "/home/ada/midi.toml", aside: "/home/ada/midi.toml")),
      .pairings(.unreadable(path: "/home/ada/midi.toml", aside: nil)),
      .pairings(.unwritable(path: "/home/ada/midi.toml", DiskError(code: 28))),
      .loudness(peak: "+6.1", isBound: false, excess: "6.1"),
      .loudness(peak: "+6.1", isBound: true, excess: "6.1"), .journal(.taken("a", path: "b")),
      .journal(.waits(problem)), .journal(.goesOn(path: "a")), .journal(.incomplete(problem, lines: 2)),
      .journal(.ended(problem)), .journal(.notOnDisk(problem)),
      .recording(.began(path: "a.wav")), .recording(.ended(recorded)), .recording(.cannotGoOn(.noServer)),
      .recording(.converts(path: "a.flac")),
      .recording(.lost(path: "a.wav", seconds: 2, at: 90)),
      .recording(.failed(recorded, SoundProblem("a.wav", .system(ENOSPC)))),
      .recording(.converted(path: "a.flac", clipped: 0)), .recording(.converted(path: "a.flac", clipped: 3)),
      .recording(.notConverted(recording: "a.wav", SoundProblem("a.flac", .system(ENOSPC)))),
      .capture(.began(captured, after: 1, latency: 0)), .capture(.began(captured, after: 1, latency: 0.02)),
      .capture(.captured(stem: "a", seconds: 2, missing: 0.5, path: nil)),
      .capture(.captured(stem: "a", seconds: 2, missing: 0, path: "b")),
      .capture(.ended(stem: "a", .cancelled)), .capture(.ended(stem: "a", .moved)),
      .capture(.ended(stem: "a", .otherRate)), .capture(.ended(stem: "a", .refused)),
      .capture(.ended(stem: "a", .late)), .capture(.ended(stem: "a", .replaced)),
      .capture(.ended(stem: "a", .panic)),
      .capture(.notKept(stem: "a", file)), .capture(.kept(stem: "a", path: "b")),
      .evening(.resumed(.init(now, zone), away: 3, stems: ["cello"])),
      .evening(.resumed(.init(now, zone), away: 90, stems: [])), .evening(.fresh(.none)),
      .evening(.resumed(.init(now, zone), away: nil, stems: ["cello"])),
      .evening(.fresh(.tooOld(.init(now, zone)))), .evening(.fresh(.unusable(file))),
      .evening(.fresh(.notRequested(.init(now, zone), path: "a"))),
      .evening(.notKept(EveningProblem(path: "a", error: DiskError(code: ENOSPC)))), .evening(.shared),
      .evening(.leftOut(["a"])),
      .control("canon"), .control("x"), .server(.stalled(seconds: 1)),
      .server(.back), .server(.noAnswer(seconds: 5, database: "a")),
      .server(.cannotResume(FileProblems([file]))), .server(.noStemPorts), .server(.portRefused("a")),
      .server(.noSpeakers),
      .server(.notConnected(["a"])), .server(.nowConnected(["a"])), .server(.notWaitedFor(["a"])),
      .server(.deviceLost("a", .pauses)), .server(.deviceLost("a", .holds)),
      .server(.deviceLost("a", .waits)),
      .server(.deviceLost("a", .follows("b"))), .server(.deviceBack("a")),
      .server(.defaultChanged(from: "a", to: "b", stays: "a")),
      .server(.defaultChanged(from: "a", to: "b", stays: nil)),
      .server(
        .keptSettings([
          .period(1, asked: 2), .rate(1, asked: 2), .latencyRate(1, asked: "1/2"), .device(asked: "a"),
        ])),
      .server(.cardFailed("a", said: "b")), .server(.cardAway("a")), .server(.registryFreed(["a", "b"])),
      .server(.seeDoctor),
    ]
  }
}
