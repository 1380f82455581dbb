import CanonEngine
import CanonFiles

/// Warnings and notes about a set without errors.
public enum SetRemarks {
  /// - Parameter set: A set without problems (``SetCheck``).
  /// - Returns: Warnings and notes, in the order of the set file.
  /// - Thread: any control thread (decodes all files)
  public static func all(of set: StemSet) async -> [FileProblem] {
    let examination = await SetExamination(of: set)
    return examination.measurement == nil ? [] : examination.problems
  }

  /// - Parameters:
  ///   - warnings: Those of its sound files.
  ///   - peak: That of all its stems.
  static func all(
    of set: StemSet, _ timing: SetTiming, warnings: [FileProblem], _ peak: MixPeak
  ) -> [FileProblem] {
    let loudness = LoudnessAdvice(peak).map {
      FileProblem(file: set.shownFile, field: "gain", $0, severity: peak.isBound ? .note : .warning)
    }
    return [set.assumption].compactMap(\.self) + LoopCheck.remarks(of: set) + warnings
      + [loudness, bars(of: set, timing)].compactMap(\.self)
  }

  /// A tempo that divides the loop can still be wrong if nothing says how many bars there should be.
  private static func bars(of set: StemSet, _ timing: SetTiming) -> FileProblem? {
    guard set.tempo != nil else { return nil }
    switch set.loop {
    case .bars, .beats: return nil
    case .frames, .microseconds, nil: break
    }
    var note = set.problem(
      line: set.lines.tempo, field: "tempo",
      TimingAdvice.bars(
        timing.barsPerLoop, beats: timing.beatsPerLoop, meter: set.meter,
        seconds: fixed(timing.loop.seconds, 3)))
    note.severity = .note
    return note
  }
}
