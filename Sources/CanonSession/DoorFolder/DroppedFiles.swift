import CanonFiles

/// What is known of the files in a door folder that are no stems yet: which of them are complete, and what is wrong with them.
///
/// No system says of every file system whether somebody still writes a file. So a file is read once it has stayed the same for a while, and
/// what is wrong with it is told only if it stays the same for longer: one that is copied slowly is read again whenever it has grown.
struct DroppedFiles {
  /// How long a file must stay the same before it is read.
  static let settling = Duration.seconds(2)
  /// How long a file must stay the same before it is told that it cannot be a stem.
  static let patience = Duration.seconds(10)

  private struct File {
    let stamp: FileStamp
    /// When it was first seen so.
    let since: ContinuousClock.Instant
    var problem: FileProblem?
    var isTold = false
  }

  private var files: [String: File] = [:]

  /// - Parameters:
  ///   - found: The files in the folder that are no stems, and what they are like.
  ///   - now: Not before that of the last look.
  /// - Returns: The names of those to be read now, in their order.
  mutating func look(
    _ found: [(name: String, stamp: FileStamp)], at now: ContinuousClock.Instant
  ) -> [String] {
    let before = files
    files = [:]
    for (name, stamp) in found {
      let known = before[name].flatMap { $0.stamp == stamp ? $0 : nil }
      files[name] = known ?? File(stamp: stamp, since: now)
    }
    return found.map(\.name).filter { name in
      files[name].map { $0.problem == nil && now - $0.since >= Self.settling } ?? false
    }
  }

  /// Notes what is wrong with a file. It is not read again until it is another one.
  mutating func leave(_ name: String, _ problem: FileProblem) {
    // It is told in a sentence of its own.
    files[name]?.problem = problem.asError
  }

  /// What is to be told now of the files that cannot be stems; each once, by their names.
  mutating func problemsToTell(at now: ContinuousClock.Instant) -> [FileProblem] {
    files.keys.sorted().compactMap { name in
      guard let file = files[name], let problem = file.problem, !file.isTold,
        now - file.since >= Self.patience
      else { return nil }
      files[name]?.isTold = true
      return problem
    }
  }
}
