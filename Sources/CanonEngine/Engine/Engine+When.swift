/// When a command that is received now takes effect: the boundaries of its quantum.
extension Engine {
  /// The frame on which a command received now takes effect, and the boundary it counts for, which is in the past if the
  /// command is late by no more than the grace.
  /// - Returns: nil when the boundary is too far in the future.
  @_noLocks mutating func moment(
    _ quantum: Quantum, _ index: Int
  ) -> (at: FramePosition, boundary: FramePosition)? {
    guard let boundary = boundary(atOrAfter: position &- grace, quantum, index) else { return nil }
    return (max(boundary, position), boundary)
  }

  @_noLocks mutating func boundary(
    atOrAfter from: FramePosition, _ quantum: Quantum, _ index: Int
  ) -> FramePosition? {
    var boundary: FramePosition
    switch quantum.unit {
    case .now: return position
    case .beat, .bar, .loop: boundary = grid.boundary(atOrAfter: from &- origin, quantum: quantum) &+ origin
    case .stem:
      boundary = unsafe memory.players[index].run.tops.boundary(atOrAfter: from, every: quantum.count)
    case .cycle:
      guard let cycle = knownCycle else { return nil }
      boundary = cycle.boundary(atOrAfter: from &- origin, every: quantum.count) &+ origin
    }
    if let end = sectionEnd(from: from) { boundary = min(boundary, end) }
    return max(boundary, boundary &- origin) < Self.lastBoundary ? boundary : nil
  }

  /// Boundaries at or beyond this frame are refused: 743 years at the highest rate.
  static var lastBoundary: FramePosition { @_noLocks get { 1 << 53 } }

  /// The least common multiple of the loops of all playing stems, or the set's loop when no stem plays; nil when it is out
  /// of range.
  @_noLocks func cycleOfWhatSounds() -> GridLine? {
    var cycle: GridLine?
    var i = 0
    while i < stemCount {
      if unsafe memory.players[i].status.soundsNow {
        let line = unsafe memory.players[i].traits.line
        if let known = cycle {
          guard let next = known.commonMultiple(with: line) else { return nil }
          cycle = next
        } else {
          cycle = line
        }
      }
      i &+= 1
    }
    return if let cycle { cycle } else { grid.loop }
  }

  /// The quantum of a press that names none, which is also reported.
  @_noLocks mutating func choose(_ index: Int, _ ticket: CommandTicket) -> Quantum {
    let player = unsafe memory.players + index
    let quantum = unsafe player.pointee.traits.quanta.ofPress(player.pointee.status)
    events.write(.chosen(ticket, stem(index), quantum, at: position))
    return quantum
  }
}
