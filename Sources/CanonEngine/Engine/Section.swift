/// A part of the music that repeats, or from whose end the music goes on somewhere else.
public struct Section: Hashable, BitwiseCopyable, Sendable {
  /// Its first position, in frames from the music's first downbeat.
  public let from: FramePosition
  /// The first position after it.
  public let until: FramePosition
  /// Where the music goes on when it comes to the end.
  public let next: FramePosition
  /// Whether music that is elsewhere moves to its beginning when the section is asked for.
  public let takesMusic: Bool

  /// A section that repeats.
  /// - Returns: nil if it has no frame.
  @_noLocks public init?(from: FramePosition, until: FramePosition) {
    guard from < until else { return nil }
    (self.from, self.until, next, takesMusic) = (from, until, from, true)
  }

  /// A section that the music plays when it comes there, and from whose end it goes on at `next`.
  /// - Returns: nil if it has no frame, or if the music goes on there anyway.
  @_noLocks public init?(from: FramePosition, until: FramePosition, then next: FramePosition) {
    guard from < until, next != until else { return nil }
    (self.from, self.until, self.next, takesMusic) = (from, until, next, false)
  }

  /// Whether the music goes back to its beginning.
  public var repeats: Bool { next == from }

  @_noLocks public func contains(_ place: FramePosition) -> Bool { place >= from && place < until }

  /// - Returns: nil as the initializers.
  @_noLocks private init?(from: FramePosition, until: FramePosition, next: FramePosition, takesMusic: Bool) {
    if takesMusic {
      self.init(from: from, until: until)
    } else {
      self.init(from: from, until: until, then: next)
    }
  }

  /// The same on another grid.
  /// - Returns: nil if it has no frame there.
  @_noLocks public func moved(by move: Relocation) -> Section? {
    Section(
      from: move.target(from), until: move.target(until), next: move.target(next), takesMusic: takesMusic)
  }

  /// The same with other places; for control.
  public func map(_ place: (FramePosition) -> FramePosition) -> Section? {
    Section(from: place(from), until: place(until), next: place(next), takesMusic: takesMusic)
  }

  /// For the audio thread, which calls no synthesized `==`.
  @_noLocks func isSame(as other: Section) -> Bool {
    from == other.from && until == other.until && next == other.next && takesMusic == other.takesMusic
  }
}
