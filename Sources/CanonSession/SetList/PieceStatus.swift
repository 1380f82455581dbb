import CanonEngine
import CanonFiles
import CanonStems

/// Where a performance is in its programme.
public struct PieceStatus: Hashable, Sendable {
  public let name: PieceName
  /// The programme's; nil if it has none.
  public let programme: String?
  /// The title of the piece that follows; nil if none does, or before it was read.
  public let next: String?
  /// The seconds of the piece that have been played, and those until its end; nil if somebody ends it, and while a section repeats
  /// before that.
  public let elapsed: Double
  public let remaining: Double?
  /// The seconds of the performance so far, and those until the end of the programme; nil if that is not known.
  public let programmeElapsed: Double
  public let programmeRemaining: Double?

  public init(
    name: PieceName, programme: String? = nil, next: String? = nil, elapsed: Double, remaining: Double?,
    programmeElapsed: Double, programmeRemaining: Double?
  ) {
    (self.name, self.programme, self.next) = (name, programme, next)
    (self.elapsed, self.remaining) = (elapsed, remaining)
    (self.programmeElapsed, self.programmeRemaining) = (programmeElapsed, programmeRemaining)
  }
}

extension Performance {
  /// Where it is in its programme; nil without one, and before the first engine.
  var pieceStatus: PieceStatus? {
    guard let played = program.piece, let name = program.pieceName, let grid = deck.grid,
      let rate = deck.sampleRate
    else { return nil }
    let place = deck.reached - deck.origins[deck.reached]
    let remaining = expectedLastLoop.flatMap { last -> Double? in
      let end = grid.loop.position(of: last)
      return repeats(at: place, before: end) ? nil : max(0, rate.seconds(end - place))
    }
    return PieceStatus(
      name: name, programme: played.list.title, next: pieces.prepared?.program.title,
      elapsed: max(0, rate.seconds(place)), remaining: remaining,
      programmeElapsed: rate.seconds(deck.position),
      programmeRemaining: remaining.flatMap { left in secondsAfter(played).map { left + $0 } })
  }

  /// The seconds of the pieces after one, with the silences between them; nil if it is not known how long one of them is.
  private func secondsAfter(_ played: PlayedPiece) -> Double? {
    var (sum, gap) = (0.0, played.piece.gap)
    for number in (played.number..<played.count).map({ $0 + 1 }) where !pieces.skipped.contains(number) {
      guard let length = pieces.lengths[number] else { return nil }
      sum += Double(gap) / 1_000_000 + length
      gap = played.list.pieces[number - 1].gap
    }
    return sum
  }

  /// Finds out how long one more of the pieces is that end after a number of loops. One that cannot be read is not read for it again.
  func measurePieces() async {
    guard let played = program.piece, !keeper.watchWanted.isReplay,
      let number = (1...played.count).first(where: { !pieces.measured.contains($0) })
    else { return }
    pieces.measured.insert(number)
    guard case .loops(let loops) = played.list.pieces[number - 1].end else { return }
    let (reader, old) = (reader, program)
    let program = try? await reading { () throws(FileProblems) in try reader.piece(number, after: old) }
    if let program { pieces.lengths[number] = program.timing.loop.seconds * Double(loops) }
  }
}
