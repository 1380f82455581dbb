import CanonFiles
import CanonSchedule
import CanonStems

/// The source of a performance: a schedule with its set, or a set alone.
public struct Source: Sendable {
  /// The name given by the user.
  public let name: String
  public let set: StemSet
  /// nil for a set alone: nothing is locked.
  public let schedule: Schedule?
  /// The files of the set's folder that name a day and cannot be stems, as warnings.
  public internal(set) var leftAlone: [FileProblem] = []
  /// In which tempo and key the set is played, if somebody has asked for others than its file has.
  public internal(set) var playback: Playback?
  /// The piece of a programme that it is; nil for a schedule or a set alone.
  public internal(set) var piece: PlayedPiece?
  /// The pieces before it in the programme that cannot be played.
  public internal(set) var skipped: [SkippedPiece] = []

  /// The source in another tempo and key than its file says.
  /// - Parameters: nil for those of the file.
  /// - Throws: Why the set cannot be played so.
  /// - Thread: any control thread (resolves paths)
  public func played(_ tempo: PlayedTempo?, _ key: Transposition?) throws(FileProblems) -> Source {
    if tempo == nil, key == nil { return self }
    let playback = Playback(tempo: tempo ?? set.playback.tempo, key: key ?? set.playback.key)
    var source = Source(name: name, set: try set.played(as: playback), schedule: schedule)
    (source.leftAlone, source.playback) = (leftAlone, playback)
    (source.piece, source.skipped) = (piece, skipped)
    return source
  }

  init(name: String, set: StemSet, schedule: Schedule?) {
    (self.name, self.set, self.schedule) = (name, set, schedule)
  }

  /// Reads a schedule or a set, whichever a path is (``Kind``). Sound files are a set. Of a programme it reads the first piece that can be
  /// played.
  /// - Throws: All problems of the files and between them.
  /// - Parameters:
  ///   - policy: Whether the set plays without stems whose files cannot be read.
  ///   - dated: How far the files are read that name a day, if the schedule watches for them; nil leaves them out.
  public static func load(
    _ origin: SetOrigin, _ policy: LoadingPolicy = .strict, dated: SetCheck.Depth? = .samples
  ) throws(FileProblems) -> Source { try load(origin, .standard, policy, dated: dated) }

  public static func load(_ path: String) throws(FileProblems) -> Source { try load(.path(path)) }

  /// - Parameters:
  ///   - readers: Those that read the set's sound files.
  ///   - kept: The files that name a day and are stems already: they go before others of the same id, or with the same bytes.
  package static func load(
    _ origin: SetOrigin, _ readers: SoundReaders, _ policy: LoadingPolicy = .strict,
    dated: SetCheck.Depth? = .samples, keeping kept: Set<String> = []
  ) throws(FileProblems) -> Source {
    guard case .path(let path) = origin else {
      return Source(name: origin.name, set: try set(origin, readers, policy), schedule: nil)
    }
    switch try kind(of: path) {
    case .set: return Source(name: path, set: try set(origin, readers, policy), schedule: nil)
    case .schedule: return try load(schedule: path, readers, policy, dated, kept)
    case .programme: return try first(of: try SetListFile.load(path), readers, policy, dated: dated)
    }
  }

  private static func load(
    schedule path: String, _ readers: SoundReaders, _ policy: LoadingPolicy, _ dated: SetCheck.Depth?,
    _ kept: Set<String>
  ) throws(FileProblems) -> Source {
    let schedule = try ScheduleFile.load(path)
    let set = try set(.path(schedule.setPath), readers, policy, without: schedule.omits)
    let problems = problems(between: schedule, and: set)
    if !problems.isEmpty { throw FileProblems(problems) }
    let source = Source(name: path, set: set, schedule: schedule)
    return dated.map { source.watching($0, keeping: kept) } ?? source
  }

  /// Reads a set, whose readers tell nobody anything once that is done: what reads its files later tells of itself.
  private static func set(
    _ origin: SetOrigin, _ readers: SoundReaders, _ policy: LoadingPolicy,
    without isOmitted: (String) -> Bool = { _ in false }
  ) throws(FileProblems) -> StemSet {
    var set = try StemSetFile.load(origin, readers, policy, without: isOmitted)
    set.readers = readers.telling(.none)
    return set
  }

  /// Contradictions between a schedule and its set. A door with a misspelled stem would leave the real
  /// stem open, so canon refuses to play then.
  public static func problems(between schedule: Schedule, and set: StemSet) -> [FileProblem] {
    let ids = set.stems.map(\.id)
    let needs = schedule.doors.flatMap { door in
      door.condition.needed.filter { set.index(of: $0) == nil }.map { missing in
        FileProblem(
          file: schedule.path, line: door.line, field: "door \"\(door.stemID)\": needs",
          SourceAdvice.unknownNeed(missing, known: ids))
      }
    }
    if !schedule.doors.isEmpty || schedule.isWatching, !set.namesakes.isEmpty {
      return [FileProblem(file: set.shownFile, SourceAdvice.namesakes(set.namesakes))]
    }
    return needs + rivals(schedule, set) + sharedFiles(schedule, set)
      + schedule.doors.compactMap { door in
        guard let stem = set.index(of: door.stemID) else {
          return FileProblem(
            file: schedule.path, line: door.line, field: "door \"\(door.stemID)\"",
            SourceAdvice.unknownDoor(door.stemID, known: ids))
        }
        guard set[stem].isBase else { return nil }
        return FileProblem(
          file: schedule.path, line: door.line, field: "door \"\(door.stemID)\"",
          SourceAdvice.doorOfBase(setFile: set.assumption == nil ? set.file : nil))
      }
  }

  /// What a path can name.
  package enum Kind { case set, schedule, programme }

  /// What the file at `path` is: a folder is a set's, and so is a file with a `stem` table or with the name `set.toml`; a file with a `piece`
  /// table, or whose name ends in `.programme.toml`, is a programme; any other file is a schedule. The reader reports an unreadable file.
  package static func kind(of path: String) throws(FileProblems) -> Kind {
    let name = Folder.name(of: path)
    if name == StemSetFile.name { return .set }
    do throws(FileProblems) {
      let file = try TOMLFile(path: path, kind: FileKind.scheduleOrSet.rawValue)
      if file.root.keys.contains("stem") { return .set }
      return file.root.keys.contains(SetListFile.key) || name.hasSuffix(".programme.toml")
        ? .programme : .schedule
    } catch {
      if (error.problems[0].advice.base as? TextFileAdvice)?.cause == .folder { return .set }
      throw error
    }
  }
}

extension Schedule {
  /// Whether a file of a folder without a set file is no stem of it, because it names the day of its door.
  func omits(_ file: String) -> Bool { isWatching && DatedFile.isMeant(file) }
}
