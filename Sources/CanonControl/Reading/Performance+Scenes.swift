import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems

extension Performance {
  /// A performance of a set, whose scenes are read here.
  /// - Parameters:
  ///   - schedule: nil leaves every stem open.
  ///   - journal: The path of the journal; nil for none.
  ///   - source: The path of the schedule or set, for the journal's header.
  ///   - playback: The tempo and key that somebody has asked for, and in which `set` is; nil for those of its file.
  ///   - piece: The piece of a programme that it begins with; nil without one.
  ///   - patchFile: The path of the user's file of connections, which a reload reads again; nil for none.
  ///   - doors: The time by which doors are judged.
  /// - Throws: The reason why the set has no loop, or why a scene is invalid; all problems of the file of connections.
  public init(
    set: StemSet, schedule: Schedule?, playback: Playback? = nil, journal: String? = nil, source: String = "",
    piece: PlayedPiece? = nil, patchFile: String? = nil, doors: DoorClock
  ) throws(FileProblems) {
    var program = try Program(set, schedule, scenes: Scene.reader)
    (program.playback, program.piece) = (playback, piece)
    if let patchFile { program.userPatch = try PatchFile.load(patchFile, for: set) }
    let reader = ProgramReader(patchFile: patchFile, scenes: Scene.reader)
    self.init(program, journal: journal, source: source, reader: reader, doors: doors)
  }

  /// The performance that a journal has recorded.
  /// - Parameters:
  ///   - program: What it begins with.
  ///   - editions: What it continues with, by the numbers of the journal's editions.
  ///   - doors: The time by which doors are judged.
  public init(_ program: Program, editions: [Int: Program], doors: DoorClock) {
    self.init(
      program, journal: nil, source: "",
      reader: ProgramReader(editions: editions, scenes: Scene.reader), doors: doors)
  }

  /// A performance whose doors are judged by a given, trusted time.
  /// - Parameter now: Called for each decision.
  public init(
    set: StemSet, schedule: Schedule?, journal: String? = nil, source: String = "",
    now: @escaping @Sendable () -> Instant
  ) throws(FileProblems) {
    try self.init(set: set, schedule: schedule, journal: journal, source: source, doors: .asOf(now))
  }
}
