/// A part of the music that has a name (`[[section]]` in the set's file): some bars of the loop.
public struct SectionSpec: Hashable, Sendable {
  /// In the form of a stem's id; unique among the sections, ignoring case.
  public let id: String
  /// The displayed title, cleaned; the id if the file has no title.
  public let title: String
  /// Counted from 0. No two sections have a bar in common.
  public let bars: Range<Int>
  /// The section that comes after it, by its place among the sections; itself if it repeats, nil if the music simply goes on.
  public internal(set) var next: Int?
  /// The line of its bars in the set file, counted from 1.
  let line: Int?

  package init(id: String, title: String, bars: Range<Int>, next: Int? = nil, line: Int? = nil) {
    (self.id, self.title, self.bars, self.next, self.line) = (id, title, bars, next, line)
  }

  /// The shortest one in the set's own tempo, in seconds. While a section plays, control prepares what comes at its end.
  static let shortest = 1.0
}
