import CanonEngine
import CanonStems

/// Where the named sections of a set lie in the music.
struct SectionMap {
  private let sections: [SectionSpec]
  private let grid: Grid

  /// - Returns: nil if the set has none, or there is no engine yet.
  init?(of set: StemSet, on grid: Grid?) {
    guard let grid, grid.barsPerLoop > 0, !set.sections.isEmpty else { return nil }
    (sections, self.grid) = (set.sections, grid)
  }

  /// A named section in one loop of the music.
  struct Place: Hashable {
    /// Its place among the sections of the set.
    let index: Int
    let id: String
    /// From 0; negative before the first downbeat.
    let loop: Int64
    /// In frames from the music's first downbeat.
    let from: FramePosition
    let until: FramePosition

    func contains(_ place: FramePosition) -> Bool { place >= from && place < until }
    /// Whether it is the same one, perhaps on another grid.
    func isSame(as other: Place?) -> Bool { id == other?.id && loop == other?.loop }
  }

  func place(of index: Int, inLoop loop: Int64) -> Place {
    let section = sections[index], first = loop * Int64(grid.barsPerLoop)
    return Place(
      index: index, id: section.id, loop: loop,
      from: grid.bar.position(of: first + Int64(section.bars.lowerBound)),
      until: grid.bar.position(of: first + Int64(section.bars.upperBound)))
  }

  /// The section that the music is in; nil if it is between two, and before the first downbeat.
  func section(at place: FramePosition) -> Place? {
    guard place >= 0 else { return nil }
    let loop = grid.loop.index(containing: place)
    return sections.indices.lazy.map { self.place(of: $0, inLoop: loop) }.first { $0.contains(place) }
  }

  /// The section that the music is in, for display.
  /// - Parameter played: What the engine plays.
  func named(at place: FramePosition, _ played: Section?) -> Snapshot.NamedSection? {
    section(at: place).map { section in
      let next = played.flatMap { $0.contains(place) ? $0.next : nil } ?? section.until
      return Snapshot.NamedSection(
        id: section.id, title: sections[section.index].title, from: section.from, until: section.until,
        next: self.section(at: next)?.id)
    }
  }

  /// The section that an id names, in the loop of a place.
  func section(named id: String, at place: FramePosition) throws(CommandProblem) -> Place {
    guard let index = sections.firstIndex(where: { $0.id == id }) else {
      throw .unknownSection(id, known: sections.map(\.id))
    }
    return self.place(of: index, inLoop: loop(at: place))
  }

  /// The next one, or the one before, in the order of the set; of a place between two sections, in the order of their bars.
  func section(_ step: SectionStep, from current: Place?, at place: FramePosition) throws(CommandProblem)
    -> Place
  {
    let loop = loop(at: place)
    let all = sections.indices.map { self.place(of: $0, inLoop: loop) }
    let found: Place? =
      switch (step, current) {
      case (.next, let current?): all.indices.contains(current.index + 1) ? all[current.index + 1] : nil
      case (.previous, let current?): current.index > 0 ? all[current.index - 1] : nil
      case (.next, nil): all.filter { $0.from > place }.min { $0.from < $1.from }
      case (.previous, nil): all.filter { $0.until <= place }.max { $0.until < $1.until }
      }
    guard let found else { throw .noOtherSection(step, from: current?.id) }
    return found
  }

  /// The next place on which a section begins or ends.
  func nextChange(after place: FramePosition) -> FramePosition {
    let loop = loop(at: place)
    let places = [loop, loop + 1].flatMap { loop in
      sections.indices.map { self.place(of: $0, inLoop: loop) }.flatMap { [$0.from, $0.until] }
    }
    return places.filter { $0 > place }.min() ?? .max
  }

  /// Before the first downbeat, in the silence before a piece, the first loop is meant.
  private func loop(at place: FramePosition) -> Int64 { grid.loop.index(containing: max(0, place)) }

  /// What the engine plays while the music is in a section and nobody has asked for anything else; nil if the music simply goes on.
  func course(of place: Place) -> Section? {
    sections[place.index].next.flatMap { next in
      Section(from: place.from, until: place.until, then: self.place(of: next, inLoop: place.loop).from)
    }
  }
}

public enum SectionStep: Hashable, Sendable { case next, previous }

extension SectionMap.Place {
  /// The section that repeats until somebody says otherwise.
  var vamp: Section? { Section(from: from, until: until, then: from) }
}
