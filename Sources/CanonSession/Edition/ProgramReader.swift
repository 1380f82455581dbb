import CanonFiles
import CanonSchedule
import CanonStems

/// Reads the programs that come after the first one.
package struct ProgramReader: Sendable {
  private let scenes: Program.SceneReader
  /// The journal's, by their numbers.
  let editions: [Int: Program]

  package init(editions: [Int: Program] = [:], scenes: @escaping Program.SceneReader) {
    (self.editions, self.scenes) = (editions, scenes)
  }

  /// Reads the files of a program again.
  /// - Throws: All problems of the files.
  /// - Thread: any control thread (reads files)
  func again(_ program: Program) throws(FileProblems) -> Program {
    let source = try Source.load(program.path, program.set.readers)
    return try Program(source.set, source.schedule, scenes: scenes)
  }
}

extension Program {
  /// The program of a source.
  package init(_ source: Source, scenes: SceneReader) throws(FileProblems) {
    try self.init(source.set, source.schedule, scenes: scenes)
  }

  /// A program as a journal has it.
  package init(
    _ text: ProgramText, _ number: Int, _ readers: SoundReaders, sounds: RecordedSounds? = nil,
    scenes: SceneReader
  ) throws(FileProblems) {
    let source = try Source.parse(text, readers)
    var set = source.set
    set.recorded = sounds
    try self.init(set, source.schedule, scenes: scenes)
    self.number = number
  }
}

extension Source {
  /// Reads the texts of a program as the contents of their files.
  static func parse(_ text: ProgramText, _ readers: SoundReaders) throws(FileProblems) -> Source {
    let set = try StemSetFile.parse(path: text.set.path, text: text.set.text, readers)
    guard let file = text.schedule else { return Source(name: text.set.path, set: set, schedule: nil) }
    let schedule = try ScheduleFile.parse(path: file.path, text: file.text)
    let problems = problems(between: schedule, and: set)
    if !problems.isEmpty { throw FileProblems(problems) }
    return Source(name: file.path, set: set, schedule: schedule)
  }
}
