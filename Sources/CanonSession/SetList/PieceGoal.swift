import CanonEngine

/// What a command about pieces was meant for when it was given. It is decided once: what begins while files are read leads it no further.
struct PieceGoal {
  /// The piece, and the number of the program, that played then.
  let played: PlayedPiece?
  let program: Int
  /// Its place among those that were decided, from 1.
  let order: Int
  /// The pieces to which it leads, in the order in which they are tried: those that cannot be played are skipped. Empty for one that must be
  /// played.
  var numbers: [Int] = []
  /// The piece among them from which another command goes on while files are read: the first that people have not been told to be unplayable.
  /// One that proves so meanwhile is not passed over a second time.
  var expected: Int?

  /// The pieces to which a part of the command leads.
  func numbers(for number: Int) -> [Int] { numbers.first == number ? numbers : [number] }

  /// Whether a part of the command is no longer to be done, because another piece, or program, plays by now.
  /// - Parameter isSuperseded: Whether the engine has the piece of a later decision. Then only the very piece is the one that was meant.
  func isOver(
    _ part: ControlCommand, in now: Program, by asker: Asker, isSuperseded: Bool = false
  ) -> Bool {
    guard case .piece(let number, _) = part else { return false }
    // The end of a piece is looked at again.
    if asker == .clock { return now.number != program }
    let meant = isSuperseded ? [number] : numbers(for: number)
    return now.piece != played && now.piece.map { meant.contains($0.number) } ?? false
  }
}

extension Performance {
  /// Replaces `next` and `previous` by the piece of the programme to which they lead.
  /// - Throws: Why they lead to none.
  func definite(
    _ commands: [ControlCommand], by asker: Asker
  ) throws(CommandProblem) -> (commands: [ControlCommand], goal: PieceGoal) {
    var goal = PieceGoal(played: program.piece, program: program.number, order: pieces.decide())
    guard let played = program.piece else { return (commands, goal) }
    // Each goes on from the one before, wherever that is: it is being read, or waits for its boundary.
    let wanted = pieces.beingRead ?? deck.waitingPiece?.number ?? played.number
    var all: [ControlCommand] = []
    for command in commands {
      switch command {
      case .next(let quantum):
        let last = asker == .clock ? played.number : wanted
        // What was read ahead is not read once more at the end of a piece.
        goal.numbers = (last..<played.count).map { $0 + 1 }
          .filter { asker != .clock || !pieces.skipped.contains($0) }
        guard let first = goal.numbers.first else { throw .noMorePieces }
        all.append(.piece(first, quantum))
      case .previous(let quantum):
        goal.numbers = (1..<wanted).reversed()
        guard let first = goal.numbers.first else { throw .noEarlierPiece }
        all.append(.piece(first, quantum))
      default: all.append(command)
      }
    }
    goal.expected = goal.numbers.first { !pieces.skipped.contains($0) }
    return (all, goal)
  }
}
