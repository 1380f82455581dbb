/// Sections: when the music comes to a section's end, a relocation leads to its beginning, or to another place.
extension Engine {
  /// Takes a section up, or ends the one that there is. Music that is elsewhere moves to the section's beginning.
  @_noLocks mutating func repeatSection(
    _ section: Section?, _ command: EngineCommand
  ) -> EngineEvent.Answer {
    guard let section else {
      guard case .some = self.section else { return .unchanged }
      self.section = nil
      return .accepted
    }
    if let old = self.section, old.isSame(as: section) { return .unchanged }
    guard isPlace(section.from), isPlace(section.until), isPlace(section.next) else { return .tooFar }
    self.section = section
    agenda = .min
    if !section.takesMusic || section.contains(pendingSeek?.target ?? position &- origin) {
      return .accepted
    }
    return unsafe seek(.to(section.from), command)
  }

  /// The position on which the music is asked to move, so that it does on the section's end.
  @_noLocks private func lastPlace(of section: Section) -> FramePosition {
    max(section.from, section.until &- ramps.usual)
  }

  /// Whether nothing else moves the music, or lets it stand.
  private var isFree: Bool { @_noLocks get { isSounding && !hasPendingSeek && !isHalting } }

  /// The frame on which the section needs the engine next; `.max` if it does not.
  var sectionFrame: FramePosition {
    @_noLocks get {
      guard let section, isFree else { return .max }
      let place = position &- origin, last = lastPlace(of: section)
      return place < last ? origin &+ last : .max
    }
  }

  /// Asks the music to move if it is about to leave the section.
  /// - Returns: Whether it has. Without a ramp more is due on this frame.
  @_noLocks mutating func repeatIfDue() -> Bool {
    guard let section, isFree else { return false }
    let place = position &- origin
    guard place >= lastPlace(of: section), place < section.until || isAtEnd(of: section) else { return false }
    let isPromised = events.hasRoom(for: promisedEvents &+ 2)
    plan(seek: section.next)
    pendingSeek?.isPromised = isPromised
    return true
  }

  /// Without a ramp the music moves on the section's end itself.
  @_noLocks private func isAtEnd(of section: Section) -> Bool {
    ramps.usual == 0 && position &- origin == section.until
  }

  /// The frame of the section's end, for what is requested from a frame on; nil if the music is not in a section, or that frame is
  /// beyond it.
  @_noLocks func sectionEnd(from frame: FramePosition) -> FramePosition? {
    guard let section, section.contains(position &- origin) else { return nil }
    let end = section.until &+ origin
    return frame <= end ? end : nil
  }
}
