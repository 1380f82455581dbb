import CanonControl
import CanonSession
import NIOCore

/// The thread of the pictures, from the first browser to the last.
extension WebSight {
  /// Between two pictures while something moves, and while nothing does.
  private static let (step, rest) = (TimeAmount.nanoseconds(1_000_000_000 / 30), TimeAmount.milliseconds(100))
  /// The longest silence, after which a connection shows that it lives; the page waits three times as long.
  private static let longestSilence = TimeAmount.seconds(5)
  /// Between two times at which the pictures of stems are asked for, which wakes other threads. A look at a stem without one costs more, and
  /// shows the same.
  private static let profileRest = TimeAmount.seconds(5)
  /// Between two looks whether anybody still waits for a performance that is busy.
  private static let patience = TimeAmount.seconds(1)

  /// Shows what there is, as long as somebody watches.
  func showing() {
    // Who came while it ended has not begun another one.
    repeat { show() } while goesOn()
  }

  private func show() {
    let requests = GlanceRequests()
    looks.run {
      _ = Task(executorPreference: looks) { await self.desk.glance(at: requests) { self.receive($0) } }
    }
    var news = WebNews(desk)
    let begun = NIODeadline.now()
    var (asked, told, next, profiled) = (begun, begun, begun, NIODeadline?.none)
    while isWatched {
      let (now, last) = (NIODeadline.now(), asked)
      asked = now
      let profiles = profiled.map { now - $0 >= Self.profileRest } ?? true
      if profiles { profiled = now }
      looks.run {
        if profiles { _ = Task(executorPreference: looks) { await self.desk.makeProfiles() } }
        requests.ask(over: Double((now - last).nanoseconds) / 1e9, since: news.mark(at: now))
      }
      guard let glance = awaitedGlance() else { break }
      news.see(glance, asked: now)
      let isSilent = !news.moves && now - told >= Self.longestSilence
      if news.moves || isSilent { told = now }
      news.write(showsLife: isSilent)
      tell(news, at: now)
      next = max(next + (news.moves ? Self.step : Self.rest), .now())
      // A glance that was there before its bell is shown already: the bell means nothing any more.
      while bell.wait(until: next) {}
    }
    looks.run { requests.end() }
  }

  /// - Thread: any; that of the pictures within its step, if the performance was free
  private func receive(_ glance: Glance) {
    answer.withLock { $0 = glance }
    if !looks.isRunning { bell.ring() }
  }

  /// The glance that was asked for. Mostly it is there already.
  /// - Returns: nil if nobody watches any more.
  private func awaitedGlance() -> Glance? {
    while true {
      if let glance = answer.withLock({ $0.take() }) { return glance }
      if !bell.wait(until: .now() + Self.patience), !isWatched { return nil }
    }
  }
}
