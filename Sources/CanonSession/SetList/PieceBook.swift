import CanonEngine
import CanonFiles

/// What is known of the other pieces of a programme, and of the end of the one that plays.
struct PieceBook: Sendable {
  /// The next piece; nil if it is not read yet.
  var prepared: PreparedPiece?
  /// The numbers of the pieces that could not be read since this one plays.
  private(set) var skipped: Set<Int> = []
  /// Why that is, as people have been told, and the files from which they might be read now.
  private var reasons: [Int: (problems: FileProblems, files: WatchedFiles)] = [:]
  /// The seconds of the pieces that end after a number of loops, as far as they are known.
  var lengths: [Int: Double] = [:]
  /// The pieces whose length is known, or cannot be.
  var measured: Set<Int> = []
  /// The loop, counted from 0, whose beginning is the end of the piece that plays; nil if that is not known.
  var lastLoop: Int64?
  /// The scene that ends the piece, once it was run.
  var ending: PieceEnding?
  /// Whether a scene that was run before counts from where the music is: nobody knows any more when it took effect.
  var countsFromHere = false
  /// Whether the stems of the last piece have been asked to stop at its end.
  var hasStopped = false
  /// Whether a panic has come while the piece plays: its loops do not end it any more, because nothing begins by itself after a panic.
  private(set) var hasPanicked = false
  /// The loop at which the piece would have ended without the panic, as far as that was known.
  private(set) var lastLoopBeforePanic: Int64?
  /// Whether the panic that was given last is undone. The engine may have yet to receive it.
  private var isPanicUndone = false
  /// Whether another piece is being given to the engine because the one that plays ends.
  var isEnding = false
  /// The pieces that somebody has asked for while they are being read, by the order in which that was decided.
  private var reading: [Int: Int] = [:]
  /// The order of the last decision, and of the last one whose piece the engine has.
  private var (lastDecided, lastGiven) = (0, 0)
  /// How many scenes have been run.
  private var runs = 0

  /// Another piece plays. Those that could not be read are tried again when it is their turn.
  mutating func begin() {
    (prepared, skipped, reasons) = (nil, [], [:])
    forgetEnd(byPanic: false)
  }

  /// Notes a piece that cannot be read.
  /// - Returns: Whether people have not been told why.
  mutating func skip(_ number: Int, _ problems: FileProblems, _ files: WatchedFiles) -> Bool {
    skipped.insert(number)
    return reasons.updateValue((problems, files), forKey: number)?.problems != problems
  }

  /// The files of the pieces that could not be read, by their numbers.
  var watched: [Int: WatchedFiles] { reasons.filter { skipped.contains($0.key) }.mapValues(\.files) }

  /// The files of a piece are others: it may be read again.
  mutating func tryAgain(_ number: Int) { skipped.remove(number) }

  // MARK: - What people have asked for

  /// What a command about pieces means is decided.
  /// - Returns: Its place among those that were decided, from 1.
  mutating func decide() -> Int {
    lastDecided += 1
    return lastDecided
  }

  /// The piece to which the last decision leads, while it is being read; nil if none is.
  var beingRead: Int? { reading.filter { $0.key > lastGiven }.max { $0.key < $1.key }?.value }

  /// Whether the engine has the piece of a later decision, which takes the place of this one.
  func isSuperseded(_ goal: PieceGoal) -> Bool { goal.order < lastGiven }

  /// A piece is being read, or another one in its place because it proves unplayable: what follows goes on from where the decision led.
  mutating func read(_ number: Int, for goal: PieceGoal) { reading[goal.order] = number }

  /// Nothing is read any more for a decision.
  mutating func endReading(for goal: PieceGoal) { reading[goal.order] = nil }

  /// The engine has the piece of a decision.
  mutating func gave(_ goal: PieceGoal) { lastGiven = max(lastGiven, goal.order) }

  // MARK: - The scene that ends the piece

  /// A scene is run.
  mutating func run(_ scene: String) -> SceneRun {
    runs += 1
    return SceneRun(number: runs, scene: scene)
  }

  /// A part of the scene that ends the piece takes effect at a place in the music.
  mutating func ran(_ run: SceneRun, at place: FramePosition) {
    if let ending, ending.hasTakenEffect || ending.run > run.number { return }
    let before = ending?.run == run.number ? ending?.place : nil
    ending = PieceEnding(run: run.number, place: max(before ?? place, place))
  }

  /// The performance goes on in another engine, or after canon has ended. What waits is given again, and nobody knows for which place.
  mutating func restore() {
    // The stop of the last piece is asked for again, for the boundary that is the next one now.
    hasStopped = false
    if ending?.hasTakenEffect == true { return }
    // A scene that was run before a panic ends nothing any more.
    if hasPanicked, ending == nil { return }
    (ending, countsFromHere) = (nil, true)
  }

  /// A panic is given.
  mutating func panic() {
    isPanicUndone = false
    forgetEnd(byPanic: true)
  }

  /// The engine has received a panic. What has begun since it was given, or was answered, came before it.
  mutating func receivePanic() { if !isPanicUndone { forgetEnd(byPanic: true) } }

  /// The panic is undone: what ended the piece before ends it again. The loops after a scene of which nobody knows when it would have taken
  /// effect count from where the music is.
  mutating func takeBackPanic() {
    (hasPanicked, isPanicUndone) = (false, true)
    if lastLoop != nil || ending != nil { return }
    (lastLoop, countsFromHere) = (lastLoopBeforePanic, lastLoopBeforePanic == nil)
  }

  private mutating func forgetEnd(byPanic: Bool) {
    lastLoopBeforePanic = byPanic ? lastLoop ?? lastLoopBeforePanic : nil
    (lastLoop, ending, countsFromHere, hasStopped, hasPanicked) = (nil, nil, false, false, byPanic)
  }

  /// The scene that ends the piece is undone.
  mutating func takeBack() { (ending, lastLoop, lastLoopBeforePanic) = (nil, nil, nil) }
}

/// A run of the scene that ends a piece.
struct PieceEnding: Hashable, Sendable {
  let run: Int
  /// Where in the music the last of its parts takes effect.
  var place: FramePosition
  /// Whether the music has been there while it was the last scene.
  var hasTakenEffect = false
}
