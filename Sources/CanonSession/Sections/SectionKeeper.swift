import CanonEngine

/// What is known of the named sections: which one the music is in, and what somebody has asked for.
struct SectionKeeper {
  /// The section the music was in when it was looked at last.
  private(set) var entered: SectionMap.Place?
  /// Where it was then.
  private var last = FramePosition.min
  /// What is to come, and who has asked for it.
  var asked: (course: Course, by: Asker)?

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
    /// It has come to a section, or has left all.
    case entered(SectionMap.Place?)
  }

  /// Looks where the music is.
  mutating func look(_ place: FramePosition, _ map: SectionMap) -> Look {
    let section = map.section(at: place)
    defer { (entered, last) = (section, place) }
    guard let section else { return entered == nil ? .nothing : .entered(nil) }
    if !section.isSame(as: entered) { return .entered(section) }
    // It has come to the section again, and somebody has asked for something that is to happen on its end.
    return asked != nil && place < last ? .entered(section) : .nothing
  }

  /// The places of the music are others.
  mutating func move() { last = .min }

  /// The performance goes on in another engine, or with another set.
  mutating func forget() { (entered, asked) = (nil, nil) }
}
