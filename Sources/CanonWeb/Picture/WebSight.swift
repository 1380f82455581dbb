import CanonControl
import CanonSession
import NIOCore
import Synchronization

/// What all browsers see: one picture is made for all, and only while somebody watches.
///
/// - Thread: an actor on an event loop. The performance is looked at on that thread, too, within the step that sends the picture: to wake
///   other threads costs more than the look, and so does a step of the loop for each change of the actor.
actor WebSight {
  private struct Watcher {
    let viewer: WebViewer
    /// The number of the picture that it was shown last; 0 before the first one.
    var shown = 0
    /// When it last had room for a picture.
    var lastReady = NIODeadline.now()
  }

  private let desk: Desk
  private let loop: any EventLoop
  private let executor: any SerialExecutor
  private let looks: LoopTaskExecutor
  private var watchers: [Watcher] = []
  private var hasEnded = false
  /// How the performance is asked for glances; nil while nobody watches.
  private var requests: GlanceRequests?
  /// The glance that was asked for last, until it is shown.
  private let answer = Mutex<Glance?>(nil)
  /// When it was asked for, when something was sent last, and when the next one is due.
  private var (asked, told, next) = (NIODeadline.now(), NIODeadline.now(), NIODeadline.now())
  /// The newest picture, and its event and number, 0 before the first one.
  private var picture: WebPicture?
  private var (pictureEvent, number) = (ByteBuffer(), 0)
  private var motion = WebMotion(place: .min, peaks: [])
  /// What is sent to those that were shown the newest picture. Its memory serves the next update, too.
  private var news = ByteBuffer()
  /// Up to where the picture has what has happened, and when all of it was looked at last.
  private var seen: (mark: Glance.Mark, at: NIODeadline)?
  /// When the pictures of stems were asked for, from which levels come; new stems have none yet.
  private var profiled: NIODeadline?

  /// Browsers that can watch at a time.
  static let mostViewers = 16
  /// Windows of one paired browser that can watch at a time: it keeps no place from others.
  static let mostOfOne = 4
  /// Between two pictures while something moves, and while nothing does.
  private static let (step, rest) = (TimeAmount.nanoseconds(1_000_000_000 / 30), TimeAmount.milliseconds(100))
  /// How long something may have changed without an event before it shows. Dates count in seconds, and the performance tells of doors that
  /// they open; a look at everything, with its picture, costs half an update more.
  private static let longestTrust = TimeAmount.seconds(1)
  /// The longest silence, after which a connection shows that it lives; the page waits three times as long.
  private static let longestSilence = TimeAmount.seconds(5)
  /// Between two times at which the pictures of stems are asked for, which wakes other threads. A look at a stem without one costs more, and
  /// shows the same.
  private static let profileRest = TimeAmount.seconds(5)
  /// How long a browser may leave everything unread.
  private static let longestStall = TimeAmount.seconds(30)

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
    if requests == nil { begin() }
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
      watcher.viewer.send(WebViewer.event("end"))
      watcher.viewer.end()
    }
    watchers = []
  }

  // MARK: - Looking

  private func begin() {
    let requests = GlanceRequests()
    self.requests = requests
    Task(executorPreference: looks) { [desk] in await desk.glance(at: requests) { self.receive($0) } }
    asked = .now()
    (told, next) = (asked, asked)
    update()
  }

  /// Asks for a glance and shows it, if the performance is free at once.
  private func update() {
    guard let requests, !watchers.isEmpty else {
      requests?.end()
      requests = nil
      return
    }
    let (now, last) = (NIODeadline.now(), asked)
    asked = now
    if profiled.map({ now - $0 >= Self.profileRest }) ?? true {
      profiled = now
      Task(executorPreference: looks) { [desk] in await desk.makeProfiles() }
    }
    let known = seen.flatMap { now - $0.at < Self.longestTrust ? $0.mark : nil }
    looks.run { requests.ask(over: Double((now - last).nanoseconds) / 1e9, since: known) }
    show()
  }

  /// - Thread: any; that of the loop within ``update()``, if the performance was free
  private nonisolated func receive(_ glance: Glance) {
    answer.withLock { $0 = glance }
    if !looks.isRunning { loop.execute { self.assumeIsolated { $0.show() } } }
  }

  /// Shows the glance that has come, and waits for the time of the next one.
  private func show() {
    guard let glance = answer.withLock({ $0.take() }) else { return }
    let moves = see(glance)
    tell(moves)
    next = max(next + (moves ? Self.step : Self.rest), .now())
    _ = try? loop.scheduleCallback(at: next, handler: self)
  }

  /// Makes the newest picture.
  /// - Returns: Whether something has moved since the last one.
  private func see(_ glance: Glance) -> Bool {
    if let rest = glance.rest {
      let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
      let value = WebPicture(rest.snapshot, scenes: scenes, preview: desk.preview, pauseKey: rest.pauseKey)
      if value != picture {
        picture = value
        (pictureEvent, number) = (WebViewer.event("picture", JSONText.text(value)), number + 1)
      }
      seen = (glance.mark, asked)
    }
    return motion.move(to: glance.place, glance.levels)
  }

  // MARK: - Telling

  /// Sends what is new. The bytes are made once, and all browsers are sent the same.
  private func tell(_ moves: Bool) {
    let now = asked
    let isSilent = !moves && now - told >= Self.longestSilence
    if moves || isSilent { told = now }
    news.clear()
    if moves { motion.write(to: &news) }
    if isSilent { news.writeEvent("alive") { $0.writeStaticString("{}") } }
    // For those that were not shown the newest picture.
    var all: ByteBuffer?
    for index in watchers.indices {
      let viewer = watchers[index].viewer
      guard viewer.isReady else {
        if now - watchers[index].lastReady > Self.longestStall { viewer.close() }
        continue
      }
      watchers[index].lastReady = now
      if watchers[index].shown != number {
        watchers[index].shown = number
        let bytes = all ?? pictureAndMotion
        all = bytes
        viewer.send(bytes)
      } else if news.readableBytes > 0 {
        viewer.send(news)
      }
    }
  }

  private var pictureAndMotion: ByteBuffer {
    var bytes = pictureEvent
    motion.write(to: &bytes)
    return bytes
  }
}

extension WebSight: NIOScheduledCallbackHandler {
  nonisolated func handleScheduledCallback(eventLoop: some EventLoop) { assumeIsolated { $0.update() } }
}
