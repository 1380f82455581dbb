/// When a screen draws, and looks at what it does besides, by the times of what has happened.
struct PictureTimes {
  typealias Instant = ContinuousClock.Instant

  /// Thirty a second at most.
  private static let shortestPicture = Duration.seconds(1) / 30
  /// The tolerance for early ticks; after an early picture the next one waits longer.
  private static let early = Duration.milliseconds(6)

  private var nextDraw: Instant
  /// nil before the first upkeep.
  private var lastUpkeep: Instant?
  /// When the last key came.
  private var lastTouch: Instant
  /// When something happened last.
  private var lastNews: Instant

  /// The times of a screen that begins.
  init(_ now: Instant) { (nextDraw, lastTouch, lastNews) = (now, now, now) }

  mutating func noteTouch(_ now: Instant) { lastTouch = now }

  mutating func noteNews(_ now: Instant) { lastNews = now }

  /// Whether the zone is to be looked at, and stems without pictures: every second, and every ten while nothing happens.
  mutating func isUpkeepDue(isResting: Bool, _ now: Instant) -> Bool {
    if let lastUpkeep, now - lastUpkeep <= .seconds(isResting ? 10 : 1) { return false }
    lastUpkeep = now
    return true
  }

  /// Whether a picture is to be drawn now. A key is shown at once, but many keys do not make more pictures than a terminal can show.
  mutating func isPictureDue(_ now: Instant) -> Bool {
    guard now >= nextDraw - Self.early else { return false }
    nextDraw = max(nextDraw, now) + Self.shortestPicture
    return true
  }

  /// How often a screen is drawn that shows this.
  func pace(showing view: ScreenView, _ now: Instant) -> PicturePace {
    PicturePace(showing: view, sinceTouch: now - lastTouch, sinceNews: now - lastNews)
  }
}
