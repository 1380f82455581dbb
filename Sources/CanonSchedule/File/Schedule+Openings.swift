/// The repeated openings of a door, for calendars.
extension Schedule {
  /// The number of openings of one door in a calendar, and the range of the search in seconds: five years.
  private static let mostOpenings = 10
  private static let horizon = 5 * 366 * 86_400.0

  /// The present opening of a door, if it is open and its start is known, and the openings within the next five years, at
  /// most ten. Needs of other stems count as fulfilled; a door that counts from the first start has an opening only
  /// after the first start.
  public func openings(of door: Door, in context: DoorContext) -> [Opening] {
    var judge = DoorJudge(schedule: self, context: context)
    judge.supposesSounding = true
    var openings: [Opening] = []
    var time = context.now
    if judge.isOpen(door.condition, at: time) {
      let shuts = judge.shutting(door.condition, from: time)
      if let since = judge.since(door.condition, at: time) {
        openings.append(
          Opening(opens: since, shuts: shuts, isByDate: judge.opensByDate(door.condition, at: since)))
      }
      guard let shuts else { return openings }
      time = shuts
    }
    while openings.count < Self.mostOpenings, let opens = judge.opening(door.condition, from: time),
      opens < context.now + Self.horizon
    {
      let shuts = judge.shutting(door.condition, from: opens)
      openings.append(
        Opening(opens: opens, shuts: shuts, isByDate: judge.opensByDate(door.condition, at: opens)))
      guard let shuts, shuts > opens else { break }
      time = shuts
    }
    return openings
  }

  /// From `opens`, included, to `shuts`, excluded (nil: without end).
  public struct Opening: Hashable, Sendable {
    public let opens: Instant
    public let shuts: Instant?
    /// Whether the door opens with a day, without a time of day.
    public let isByDate: Bool
  }
}
