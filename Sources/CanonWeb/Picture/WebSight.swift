import CanonControl
import CanonSession
import NIOCore

/// What all browsers see: one picture is made for all, and only while somebody watches.
///
/// - Thread: an actor on an event loop. Its task looks at the performance there, too: to wake other threads for that costs more than the look.
actor WebSight {
  private struct Watcher {
    let viewer: WebViewer
    /// The number of the picture that it was shown last; 0 before the first one.
    var shown = 0
    /// When it last had room for a picture.
    var lastReady = ContinuousClock.now
  }

  private let desk: Desk
  private let loop: any EventLoop
  private let executor: any SerialExecutor
  private let looks: LoopTaskExecutor
  private var watchers: [Watcher] = []
  private var isShowing = false
  private var hasEnded = false
  /// The newest picture, its event and its number.
  private var picture: (value: WebPicture, event: ByteBuffer, number: Int)?
  private var motion: WebMotion?
  /// Up to where the picture has what has happened, and when all of it was looked at last.
  private var seen: (mark: Glance.Mark, at: ContinuousClock.Instant)?
  /// When the pictures of stems were asked for, from which levels come; new stems have none yet.
  private var profiled: ContinuousClock.Instant?

  /// Browsers that can watch at a time.
  static let mostViewers = 16
  /// Windows of one paired browser that can watch at a time: it keeps no place from others.
  static let mostOfOne = 4
  /// Between two pictures while something moves, and while nothing does.
  private static let (step, rest) = (TimeAmount.nanoseconds(1_000_000_000 / 30), TimeAmount.milliseconds(100))
  /// How long something may have changed without an event before it shows, as a door that a date opens.
  private static let longestTrust = Duration.milliseconds(250)
  /// The longest silence, after which a connection shows that it lives; the page waits three times as long.
  private static let longestSilence = Duration.seconds(5)
  /// How long a browser may leave everything unread.
  private static let longestStall = Duration.seconds(30)

  /// - Parameter loop: One that never ends; browsers on others are served, too.
  init(_ desk: Desk, on loop: any EventLoop) {
    (self.desk, self.loop) = (desk, loop)
    (executor, looks) = (loop.executor, LoopTaskExecutor(loop))
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Throws: The reason why there is no room.
  func add(_ viewer: WebViewer) throws(WebRefusal) {
    guard !hasEnded, watchers.count < Self.mostViewers else { throw .tooMany }
    if let number = viewer.guest.number,
      watchers.count(where: { $0.viewer.guest.number == number }) >= Self.mostOfOne
    {
      throw .tooManyOfOne
    }
    viewer.begin()
    watchers.append(Watcher(viewer: viewer))
    guard !isShowing else { return }
    isShowing = true
    Task(executorPreference: looks) { await self.show() }
  }

  func remove(_ viewer: WebViewer) { watchers.removeAll { $0.viewer === viewer } }

  /// Lets go a browser that is no longer paired.
  func dismiss(_ number: Int) {
    for watcher in watchers where watcher.viewer.guest.number == number { watcher.viewer.close() }
    watchers.removeAll { $0.viewer.guest.number == number }
  }

  /// Tells everyone that canon has ended.
  func end() {
    hasEnded = true
    for watcher in watchers {
      watcher.viewer.send([WebViewer.event("end")])
      watcher.viewer.end()
    }
    watchers = []
  }

  private func show() async {
    defer { isShowing = false }
    var (last, told) = (ContinuousClock.now, ContinuousClock.now)
    var next = NIODeadline.now()
    while !watchers.isEmpty {
      let now = ContinuousClock.now
      let moves = await look(over: (now - last) / .seconds(1), at: now)
      last = now
      let isSilent = !moves && now - told >= Self.longestSilence
      if moves || isSilent { told = now }
      tell(moves, isSilent: isSilent, now)
      next = max(next + (moves ? Self.step : Self.rest), .now())
      await pause(until: next)
    }
  }

  /// Waits by the loop's own timer: another one would wake two threads more.
  private func pause(until time: NIODeadline) async {
    await withCheckedContinuation { continuation in
      loop.scheduleTask(deadline: time) { continuation.resume() }
    }
  }

  /// Makes the newest picture.
  /// - Returns: Whether something has moved since the last one.
  private func look(over seconds: Double, at now: ContinuousClock.Instant) async -> Bool {
    if profiled.map({ now - $0 >= .seconds(1) }) ?? true {
      profiled = now
      await desk.makeProfiles()
    }
    let known = seen.flatMap { now - $0.at < Self.longestTrust ? $0.mark : nil }
    let glance = await desk.glance(over: seconds, since: known)
    if let rest = glance.rest {
      let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
      let value = WebPicture(rest.snapshot, scenes: scenes, preview: desk.preview, pauseKey: rest.pauseKey)
      if value != picture?.value {
        picture = (value, WebViewer.event("picture", JSONText.text(value)), (picture?.number ?? 0) + 1)
      }
      seen = (glance.mark, now)
    }
    let moved = WebMotion(glance.place, glance.levels)
    defer { motion = moved }
    return moved != motion
  }

  /// Sends what is new. The bytes of an event are made once, and all browsers are sent the same.
  private func tell(_ moves: Bool, isSilent: Bool, _ now: ContinuousClock.Instant) {
    let isWanted = moves || watchers.contains { $0.shown == 0 }
    let moved = isWanted ? motion?.event : nil
    let alive = isSilent ? WebViewer.event("alive") : nil
    for index in watchers.indices {
      let watcher = watchers[index]
      guard watcher.viewer.isReady else {
        if now - watcher.lastReady > Self.longestStall { watcher.viewer.close() }
        continue
      }
      watchers[index].lastReady = now
      var events: [ByteBuffer] = []
      if let picture, picture.number != watcher.shown {
        events.append(picture.event)
        watchers[index].shown = picture.number
      } else if let alive {
        events.append(alive)
      }
      if moves || watcher.shown == 0, let moved { events.append(moved) }
      if !events.isEmpty { watcher.viewer.send(events) }
    }
  }
}
