import CanonFiles
import CanonSchedule
import CanonStems

/// Reads the programs that come after the first one.
package struct ProgramReader: Sendable {
  private let scenes: Program.SceneReader
  /// The journal's, by their numbers.
  let editions: [Int: Program]
  /// The path of the user's file of connections; nil for none.
  private let patchFile: String?

  package init(
    editions: [Int: Program] = [:], patchFile: String? = nil, scenes: @escaping Program.SceneReader
  ) {
    (self.editions, self.patchFile, self.scenes) = (editions, patchFile, scenes)
  }

  /// Reads the files of a program again. If the user's file of connections is wrong, the program keeps what it said before.
  /// - Parameter playback: The tempo and key in which it is played, whatever the set's file says; nil for those of the file.
  /// - Returns: The program, and the problems of that file.
  /// - Throws: All problems of the other files.
  /// - Thread: any control thread (reads files)
  func again(
    _ program: Program, playback: Playback?
  ) throws(FileProblems) -> (program: Program, patchProblems: FileProblems?) {
    let kept =
      program.schedule?.isWatching == true ? program.set.stems.filter { DatedFile.isMeant($0.file) } : []
    let source = try Source.load(
      program.origin, program.set.readers, program.set.policy, keeping: Set(kept.map(\.file)))
    // A file that has gone takes its stem with it; one that is half-written does not.
    let damaged = source.leftAlone.filter { problem in
      kept.contains { problem.file == CleanText.clean(Folder.path(of: $0.file, in: source.set.folder)) }
    }
    if !damaged.isEmpty { throw FileProblems(damaged.map(\.asError)) }
    var set = source.set
    set.captured = program.set.captured
    // What was captured is in no file.
    for stem in program.set.stems where set.captured[stem.path] != nil && set.index(of: stem.id) == nil {
      set = try set.adding(capturedAs: stem.file, id: stem.id)
    }
    if let playback { set = try set.played(as: playback) }
    var next = try Program(set, source.schedule, scenes: scenes)
    (next.userPatch, next.playback, next.piece) = (program.userPatch, playback, program.piece)
    do {
      next.userPatch =
        try patchFile.map { path throws(FileProblems) in
          try PatchFile.load(path, for: next.set)
        } ?? []
    } catch {
      return (next, error)
    }
    return (next, nil)
  }
}

extension ProgramReader {
  /// A program in another tempo or key.
  /// - Throws: Why its set cannot be played so.
  /// - Thread: any control thread (reads headers of sound files)
  func played(_ program: Program, as playback: Playback) throws(FileProblems) -> Program {
    var next = try Program(try program.set.played(as: playback), program.schedule, scenes: scenes)
    (next.userPatch, next.playback, next.piece) = (program.userPatch, playback, program.piece)
    return next
  }

  /// The program of another piece of the same programme.
  /// - Parameter number: Counted from 1.
  /// - Throws: Why it cannot be played.
  /// - Thread: any control thread (reads files)
  func piece(_ number: Int, after program: Program) throws(FileProblems) -> Program {
    guard let piece = program.piece else { return program }
    let source = try Source.piece(number, of: piece.list, program.set.readers, program.set.policy)
    var next = try Program(source, scenes: scenes)
    next.begins = piece.piece.gap
    next.userPatch = patchFile.flatMap { try? PatchFile.load($0, for: next.set) } ?? []
    return next
  }
}

extension Program {
  /// The program of a source.
  package init(_ source: Source, scenes: SceneReader) throws(FileProblems) {
    try self.init(source.set, source.schedule, scenes: scenes)
    (playback, piece) = (source.playback, source.piece)
  }

  /// A program as a journal has it.
  package init(
    _ text: ProgramText, _ number: Int, _ readers: SoundReaders, sounds: RecordedSounds? = nil,
    scenes: SceneReader
  ) throws(FileProblems) {
    let source = try Source.parse(text, readers, sounds)
    try self.init(source.set, source.schedule, scenes: scenes)
    (self.number, begins) = (number, text.begins)
  }
}

extension Source {
  /// Reads the texts of a program as the contents of their files.
  /// - Parameter sounds: What was played of the set, which is judged by that.
  static func parse(
    _ text: ProgramText, _ readers: SoundReaders, _ sounds: RecordedSounds? = nil
  ) throws(FileProblems) -> Source {
    var set = try StemSetFile.parse(path: text.set.path, text: text.set.text, readers)
    set.recorded = sounds
    guard let file = text.schedule else { return Source(name: text.set.path, set: set, schedule: nil) }
    let schedule = try ScheduleFile.parse(path: file.path, text: file.text)
    let problems = problems(between: schedule, and: set)
    if !problems.isEmpty { throw FileProblems(problems) }
    return Source(name: file.path, set: set, schedule: schedule)
  }
}
