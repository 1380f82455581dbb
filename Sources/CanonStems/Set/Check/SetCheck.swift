import CanonFiles

/// All problems of a set: of its file and of every sound file in it.
public enum SetCheck {
  public enum Depth: Sendable {
    /// Headers only: fast.
    case headers
    /// Decodes every sample: finds truncated data and samples that are not numbers.
    case samples
  }

  /// - Parameter path: The set's folder, or the set file.
  /// - Returns: The problems in the order of the set file; empty if there are none.
  /// - Thread: any control thread (reads files)
  public static func problems(_ path: String, depth: Depth) -> [FileProblem] {
    problems(.path(path), depth: depth, readers: .standard)
  }

  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - isOmitted: The names of files that are no stems of a folder without a set file.
  package static func problems(
    _ origin: SetOrigin, depth: Depth, readers: SoundReaders,
    without isOmitted: (String) -> Bool = { _ in false }
  ) -> [FileProblem] {
    let draft = StemSetFile.draft(origin, readers, without: isOmitted)
    guard let set = draft.set else { return draft.problems }
    if draft.problems.isEmpty { return problems(of: set, depth: depth) }
    // What is wrong with the set file leaves lengths and regions in doubt, but not whether a file can be read.
    let files = set.stems.compactMap { stem -> FileProblem? in
      do throws(FileProblem) { _ = try info(of: stem, in: set, depth: depth) } catch { return error }
      return nil
    }
    return FileProblems(draft.problems + files).problems
  }

  /// As ``problems(_:depth:)``, for a set file that has already been read.
  public static func problems(of set: StemSet, depth: Depth) -> [FileProblem] {
    if depth == .headers { set.readers.ask(set.stems.map { ($0.path, $0.channels) }) }
    var problems: [FileProblem] = []
    do throws(FileProblem) { _ = try SetTiming(of: set) } catch { problems.append(error) }
    let loop = try? SetTiming.loopLength(of: set)
    for stem in set.stems {
      do throws(FileProblem) {
        try check(stem, of: set, loop: loop, depth: depth)
      } catch {
        // The base's file was opened for the timing too.
        if !problems.contains(error) { problems.append(error) }
      }
    }
    if set.tempo != nil, set.click != ClickSpec() {
      do throws(FileProblem) { _ = try set.clickSounds(at: .studio) } catch { problems.append(error) }
    }
    return problems.isEmpty ? [] : FileProblems(problems).problems
  }

  /// - Parameter loop: nil if it is unknown.
  private static func check(
    _ stem: StemSpec, of set: StemSet, loop: LoopLength?, depth: Depth
  ) throws(FileProblem) {
    let bounds =
      if let loop { try extent(of: stem, in: set, loop: loop, depth: depth).bounds } else {
        try LoopBounds(of: stem, in: set, info: try info(of: stem, in: set, depth: depth))
      }
    try StemSource(stem, file: nil, in: set).check(bounds, for: set.treatment(of: stem))
  }

  /// The length of a stem's loop, if its file can be read to this depth.
  static func extent(
    of stem: StemSpec, in set: StemSet, loop: LoopLength, depth: Depth
  ) throws(FileProblem) -> StemExtent {
    try StemExtent(of: stem, in: set, info: try info(of: stem, in: set, depth: depth), loop: loop)
  }

  private static func info(of stem: StemSpec, in set: StemSet, depth: Depth) throws(FileProblem) -> SoundInfo
  {
    do throws(SoundProblem) {
      if depth == .headers { return try set.readers.info(stem.path, stem.channels) }
      let sound = try OpenSound(stem.path, set.readers, stem.channels)
      try sound.checkSamples()
      return sound.info
    } catch {
      throw set.problem(of: stem, error.cause)
    }
  }
}
