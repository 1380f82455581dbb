import CanonEngine

/// What is known of the named sections: which one the music is in, and what somebody has asked for.
struct SectionKeeper {
  /// The section the music was in when it was looked at last.
  private(set) var entered: SectionMap.Place?
  /// What is to come, and who has asked for it.
  var asked: (course: Course, by: Asker)?
  /// Whether the engine plays places that somebody has named, which the set's sections do not change.
  var isManual = false
  /// Whether the section that the engine plays when the music is looked at first stays: it was restored.
  private(set) var keepsCourse = true

  /// What somebody asks for beside the course that the set names.
  enum Course: Equatable {
    /// A section, by its id.
    case goTo(String)
    /// The section that the music comes to repeats.
    case vamp
  }

  /// What follows from where the music is.
  enum Look: Equatable {
    case nothing
    /// It has come to a section.
    case entered(SectionMap.Place)
    /// It has left all sections, on the place on which the one before ends.
    case left(FramePosition)
  }

  /// Looks where the music is.
  /// - Parameter move: Where it has moved to since it was looked at last; nil if it has simply gone on.
  mutating func look(_ place: FramePosition, move: FramePosition?, _ map: SectionMap) -> Look {
    let section = map.section(at: place), before = entered
    entered = section
    guard let section else { return before.map { .left($0.until) } ?? .nothing }
    if !section.isSame(as: before) { return .entered(section) }
    // It has come to the section's beginning again, and somebody has asked for something that is to happen on its end.
    return asked != nil && move == section.from ? .entered(section) : .nothing
  }

  /// Somebody moves the music: what was asked for is taken back.
  mutating func moves() {
    if asked != nil { renew() }
    (asked, isManual) = (nil, false)
  }

  /// The section that the music is in counts as a new one, whose course the set says.
  mutating func renew() { (entered, keepsCourse) = (nil, false) }

  /// The performance goes on in another engine.
  mutating func restore() { (entered, asked, keepsCourse) = (nil, nil, true) }
}
