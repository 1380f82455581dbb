import CanonControl
import CanonEngine
import CanonFiles
import CanonStems

@testable import CanonControl
@testable import CanonSchedule
@testable import CanonSession

/// The words of tables, of the help and of the screen.
extension EverySentence {
  /// What `canon check` says of what it measured.
  func checked(_ wording: any Wording) -> [String] {
    let peaks = CheckPeaks.Choice.allCases.flatMap { choice in
      [true, false].map {
        CheckPeaks(
          choice, peak: "-1 dBFS", truePeak: "-1 dBTP", loudness: $0 ? "-9 LUFS" : nil, isBound: $0)
      }
    }
    return CheckColumn.allCases.map(wording.head) + peaks.map(wording.peaks) + [
      wording.measured("T", length: wording.bars(1), seconds: "1.000", rate: 48_000),
      wording.measured("T", length: nil, seconds: "1.000", rate: 48_000), wording.bars(2),
      wording.suggestedChange("-1.0", target: "-1 dBTP"), wording.suggestedChange("+1.0", target: "-1 dBTP"),
      wording.memory(needed: "1 MiB", rate: 48_000, available: "2 MiB", lockable: "3 MiB"),
      wording.memory(needed: "1 MiB", rate: 48_000, available: nil, lockable: nil), wording.doorPeaks,
      wording.repaired("a.wav", [], gain: ("0.0", "1.0")), wording.repairedPeak(before: nil, after: "-1.0"),
      wording.repaired(
        "a.wav", [.length(1, 2), .mean("1", "2"), .seam("1", "2", crossfade: 3)], gain: ("0.0", "1.0")),
      wording.repairedPeak(before: "+1.0", after: "-1.0"), wording.scenesKeepGains,
      wording.memoryIsTooSmall, wording.memoryIsNotLocked, wording.atPresent,
      wording.doorPeak("2026-11-27", new: [], count: 1, peak: "-1 dBFS"),
      wording.doorPeak("2026-11-27", new: ["a"], count: 2, peak: "-1 dBFS"),
    ]
  }

  /// What is said of every word of the vocabulary.
  func help(_ wording: any Wording) -> [String] {
    let parameters = Vocabulary.words.flatMap(\.forms).joined()
    let kinds = parameters.map(\.kind).filter { if case .choice = $0 { false } else { true } }
    return Vocabulary.words.flatMap { [wording.summary($0), wording.example($0.example)] }
      + kinds.map(wording.values) + kinds.compactMap(wording.note)
      + parameters.compactMap(\.fallback).map(wording.byDefault)
  }

  /// The labels of the screen.
  func labels(_ wording: any Wording) -> [String] {
    var all = ScreenHint.allCases.map(wording.hint) + ScreenOverlay.allCases.map(wording.title)
    for alert: ScreenAlert in [.serverAway, .noServerYet, .notConnected, .noSoundCard] {
      all += wording.alert(alert)
    }
    all += wording.alert(.loading(.init(done: 1, files: 2, seconds: 3))).dropLast()
    for count in [0, 2] { all += wording.clips(count) + [wording.xrunsField(count)] }
    for flag in [true, false] {
      all += [wording.pauseMark(isPartly: flag), wording.nextLabel(inBeats: flag)]
      all += [wording.shutMark(isForGood: flag)] + wording.soloed(alone: flag)
    }
    all += [wording.nextLoop(beats: 3, seconds: "1")[0], wording.nextLoop(beats: nil, seconds: "1")[0]]
    all += [wording.hereWhenTheServerWent[0], wording.quitQuestion[0], wording.typing[0], wording.stems(nil)]
    all += [
      wording.frozenMark, wording.clockStandsStill, wording.loopLabel, wording.barLabel, wording.beatLabel,
    ]
    all += [
      wording.beats(2), wording.stateLabel, wording.gainLabel, wording.pausedStem, wording.baseMark,
      wording.unreadableStem,
    ]
    all += [wording.asked(by: "keyboard")[0], wording.waitsForServer, wording.periodField(64)]
    all += [wording.loadField("3"), wording.serverField("a"), wording.clientField("a")]
    all += [wording.startedByCanon(on: "alsa"), wording.previewMark("2026-11-27")[0]]
    all += [wording.level(peak: "1", rms: "2")[0], wording.range("1", of: 2)]
    all += [wording.pieceField(PieceName(number: 2, count: 5, title: "a"))[0], wording.nextPieceLabel]
    all += wording.pieceTime(elapsed: "0:01:00", left: "0:02:00")
    all += wording.programmeTime(nil, elapsed: "0:01:00", left: "0:02:00")
    return all
  }
}
