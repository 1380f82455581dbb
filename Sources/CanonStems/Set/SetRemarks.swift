import CanonEngine
import CanonFiles

/// Warnings and notes about a set without errors.
public enum SetRemarks {
  /// - Parameter set: A set without problems (``SetCheck``).
  /// - Returns: Warnings and notes, in the order of the set file.
  /// - Thread: any control thread (decodes all files)
  public static func all(of set: StemSet) async -> [FileProblem] {
    guard let timing = try? SetTiming(of: set) else { return [] }
    let loops = LoopCheck.remarks(of: set)
    let seams = await SeamCheck.warnings(of: set)
    let whole = [await loudness(of: set, timing), bars(of: set, timing)].compactMap(\.self)
    return [set.assumption].compactMap(\.self) + loops + seams + whole
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

  private static func loudness(of set: StemSet, _ timing: SetTiming) async -> FileProblem? {
    guard let rate = try? set.info(of: set.bases.first ?? StemIndex(0)).sampleRate,
      let configuration = try? set.engineConfiguration(timing: timing, at: rate)
    else { return nil }
    var parts: [MixPeak.Part] = []
    let indices = set.stems.indices.map(StemIndex.init)
    let isSmall = size(of: set) <= set.readers.largestDecodedSize
    // What does not fit into memory is read stem by stem, and only the extremes are kept.
    for some in isSmall ? [indices] : indices.map({ [$0] }) {
      for answer in await StemLoader.load(
        some, of: set, timing: timing, at: rate, configuration: configuration)
      {
        guard let stem = try? answer.get() else { return nil }
        let part = MixPeak.Part(stem.buffer, configuration.stems[stem.index.int])
        parts.append(isSmall ? part : part.extremesAlone)
      }
    }
    let peak = await MixPeak(parts, loop: configuration.grid.loop, rate: rate, isBound: !isSmall)
    return LoudnessAdvice(peak).map {
      FileProblem(file: set.shownFile, field: "gain", $0, severity: peak.isBound ? .note : .warning)
    }
  }

  /// Bytes of all stems as 32-bit floats.
  private static func size(of set: StemSet) -> Int64 {
    set.stems.reduce(0) { sum, stem in
      guard let info = try? set.readers.info(stem.path, stem.channels) else { return sum }
      return sum + info.frameCount * Int64(info.channelCount * MemoryLayout<Float>.size)
    }
  }
}
