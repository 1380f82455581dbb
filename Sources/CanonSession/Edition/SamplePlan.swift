import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// Which stems of the next program need other samples than those in memory.
///
/// - Thread: any control thread (asks the disk, compares files)
struct SamplePlan: Sendable {
  /// What a stem of the playing program plays.
  struct Playing: Sendable {
    /// The file that it plays instead of the set's; nil for that one.
    let file: String?
    let buffer: StemBuffer?
    let line: GridLine?
  }

  private(set) var wanted: Set<StemIndex> = []
  /// Those of them for which no samples of the old program would do.
  private(set) var outdated: Set<StemIndex> = []
  /// The files that stems go on playing instead of the set's.
  private(set) var otherFiles: [StemIndex: String] = [:]
  /// The stems that play the set's file from now on, and another one before: their set names another file now.
  private(set) var backToOwnFile: Set<StemIndex> = []

  /// - Parameters:
  ///   - playing: By the stems of the old program.
  ///   - stamps: What the files were when they were read, by the stems' ids.
  init(
    from old: Program, to new: Program, _ succession: Succession, _ playing: [Playing],
    _ configuration: EngineConfiguration, stamps: [String: FileStamp]
  ) {
    for (index, spec) in new.set.stems.enumerated() {
      let stem = StemIndex(index)
      guard let origin = succession.origin(of: stem) else {
        wanted.insert(stem)
        continue
      }
      let (before, now) = (old.set[origin], playing[origin.int])
      let isOtherFile = before.file != spec.file || before.path != spec.path
      if let file = now.file {
        if isOtherFile { backToOwnFile.insert(stem) } else { otherFiles[stem] = file }
      }
      let line = configuration.line(of: stem)
      let hasOtherPart =
        before.region != spec.region || before.intro != spec.intro || before.channels != spec.channels
        || now.line != line || !old.set.plays(before, as: new.set, plays: spec)
      let isShort = now.buffer.map { $0.layout.loop != line.longestDistance } ?? false
      let hasChanged =
        isOtherFile
        || otherFiles[stem] == nil && stamps[spec.id] != nil
          && stamps[spec.id] != FileStamp(spec.path)
      let isRecorded = new.set.recorded?.differs(from: old.set.recorded, for: spec) ?? false
      if hasOtherPart || hasChanged || isRecorded || isShort { outdated.insert(stem) }
      if now.buffer == nil || outdated.contains(stem) { wanted.insert(stem) }
    }
  }

  /// Leaves every stem that plays as it is, whatever has become of its file.
  mutating func onlyAdd(_ succession: Succession) {
    wanted = wanted.filter { succession.origin(of: $0) == nil }
    outdated = []
  }

  /// The stems that own the files that stems go on playing instead of the set's.
  func owners(
    in new: Program, _ gate: Gate
  ) -> [StemIndex: (name: String, owners: [StemIndex])] {
    var owners: [StemIndex: (name: String, owners: [StemIndex])] = [:]
    for (stem, file) in otherFiles {
      owners[stem] = (file, gate.owners(of: file, in: new.set, for: stem))
    }
    return owners
  }
}

extension EngineConfiguration {
  /// The loop of a stem.
  func line(of stem: StemIndex) -> GridLine { stems[stem.int].line ?? grid.loop }
}
