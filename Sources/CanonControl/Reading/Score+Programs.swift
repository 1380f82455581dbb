import CanonFiles
import CanonSession
import CanonStems

extension Program {
  /// The program of a source.
  /// - Throws: The reason why the set has no loop, or why a scene is invalid.
  /// - Thread: any control thread (reads headers of sound files)
  public init(_ source: Source) throws(FileProblems) { try self.init(source, scenes: Scene.reader) }
}

extension Score {
  /// What a journal says was played, by the numbers of its editions. Empty for another score, and for a journal without texts, of a
  /// version before 3.
  /// - Parameters:
  ///   - besidesFirst: Whether what it begins with is left out.
  ///   - hasCue: Whether the cue bus is rendered: the files of a click that is on there must be what was played.
  /// - Throws: All problems of the texts, which may be those of another version of canon.
  /// - Thread: any control thread (reads headers of sound files)
  public func programs(
    besidesFirst: Bool = false, hasCue: Bool = true
  ) throws(FileProblems) -> [Int: Program] {
    try programs(besidesFirst: besidesFirst, hasCue: hasCue, .standard)
  }

  /// - Parameter readers: Those that read the sound files.
  package func programs(
    besidesFirst: Bool = false, hasCue: Bool = true, _ readers: SoundReaders
  ) throws(FileProblems) -> [Int: Program] {
    guard let header else { return [:] }
    var programs: [Int: Program] = [:]
    // What a program does not name it plays as the one before.
    var none = RecordedSounds(folder: Journal.soundFolder(of: path))
    none.click.isHeard = hasCue && lines.contains { $0.command.needsClick }
    var sounds = none
    let numbers = Set(header.texts.keys).union(header.sounds.keys).union(header.clicks.keys)
    for number in numbers.sorted() {
      // Stems of another piece are others, also under the same ids.
      if header.texts[number]?.begins != nil { sounds = none }
      if let new = header.clicks[number] { sounds.click.replace(new) }
      if let new = header.sounds[number] { sounds.replace(new) }
      sounds.unreadable = header.unreadable[number] ?? []
      guard let text = header.texts[number], number != header.program || !besidesFirst else { continue }
      let program = try Program(
        text, number, header.readers(readers), sounds: sounds, scenes: Scene.reader)
      sounds.settle((header.sounds[number] ?? [:]).keys, by: program.set)
      sounds.click.settle((header.clicks[number] ?? [:]).keys, by: program.set)
      programs[number] = program
    }
    return programs
  }
}
