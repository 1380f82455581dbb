import CanonEngine

/// Sections: a part of the music repeats, or leads elsewhere.
extension SlowSet {
  mutating func `repeat`(_ section: Section?) -> EngineEvent.Answer {
    guard section != self.section else { return .unchanged }
    if let section, [section.from, section.until, section.next].contains(where: { abs($0) >= 1 << 53 }) {
      return .tooFar
    }
    self.section = section
    guard let section, section.takesMusic, !section.contains(nextSeek?.place ?? frame - origin) else {
      return .accepted
    }
    return seek(.to(section.from))
  }

  /// As if the relocation were requested so many frames before the section's end that it happens there.
  /// - Returns: Whether it has been.
  mutating func repeatIfDue() -> Bool {
    guard let section, isSounding, nextSeek == nil, nextHalt == nil else { return false }
    let place = frame - origin
    guard place >= section.from, place >= section.until - usual else { return false }
    guard usual == 0 ? place <= section.until : place < section.until else { return false }
    _ = seek(.to(section.next))
    return true
  }
}
