import CanonEngine

/// A place in the music that somebody has marked.
public struct Mark: Hashable, Sendable {
  /// From 1.
  public let number: Int
  /// In frames from the music's first downbeat.
  public let place: FramePosition

  public init(number: Int, place: FramePosition) { (self.number, self.place) = (number, place) }
}

/// The marks of a performance.
struct Marks: Equatable {
  /// In the order of their numbers.
  private(set) var all: [Mark] = []

  static let most = 999

  init(_ all: [Mark] = []) { self.all = all.sorted { $0.number < $1.number } }

  /// Marks a place with the lowest number that is free.
  mutating func add(_ place: FramePosition) throws(CommandProblem) -> Mark {
    guard all.count < Self.most else { throw .tooManyMarks(most: Self.most) }
    let index = all.indices.first { all[$0].number != $0 + 1 } ?? all.count
    let mark = Mark(number: index + 1, place: place)
    all.insert(mark, at: index)
    return mark
  }

  func mark(_ number: Int) throws(CommandProblem) -> Mark {
    guard let mark = all.first(where: { $0.number == number }) else {
      throw .unknownMark(number, known: all.map(\.number))
    }
    return mark
  }

  /// - Returns: The mark that was removed.
  mutating func remove(_ number: Int) throws(CommandProblem) -> Mark {
    let mark = try mark(number)
    all.removeAll { $0 == mark }
    return mark
  }

  /// Moves all places.
  mutating func move(_ place: (FramePosition) -> FramePosition) {
    all = all.map { Mark(number: $0.number, place: place($0.place)) }
  }
}
