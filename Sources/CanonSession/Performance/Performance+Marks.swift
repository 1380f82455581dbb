import CanonEngine

/// Marks: places in the music to which people return. A journal has what comes of them, a seek.
extension Performance {
  /// Marks a place, or removes a mark.
  /// - Returns: Whether the command was such a one.
  func carryOutMark(_ command: ControlCommand, by asker: Asker) throws(CommandProblem) -> Bool {
    switch command {
    case .mark(.set(let time)):
      publish.yield(.marked(try marks.add(try place(time)), by: asker))
    case .mark(.remove(let number)):
      publish.yield(.unmarked(try marks.remove(number), by: asker))
    default: return false
    }
    return true
  }

  private func place(_ time: ScoreTime?) throws(CommandProblem) -> FramePosition {
    guard let time else {
      deck.reach()
      return deck.reached - deck.origins[deck.reached]
    }
    guard deck.sampleRate != nil else { throw .ended }
    guard let place = deck.position(of: time) else { throw .noSuchTime(.at(time)) }
    return place
  }
}
