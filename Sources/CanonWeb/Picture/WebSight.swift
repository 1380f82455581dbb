import CanonControl
import CanonSession
import NIOCore

/// What all browsers see: one picture is made for all, and only while somebody watches.
actor WebSight {
  private struct Watcher {
    let viewer: WebViewer
    /// The number of the picture that it was shown last; 0 before the first one.
    var shown = 0
    /// When it last had room for a picture.
    var lastReady = ContinuousClock.now
  }

  private let desk: Desk
  private var watchers: [ObjectIdentifier: Watcher] = [:]
  private var work: Task<Void, Never>?
  private var hasEnded = false
  /// The newest picture, its event and its number.
  private var picture: (value: WebPicture, event: ByteBuffer, number: Int)?
  private var motion: WebMotion?
  /// When the pictures of stems were asked for, from which levels come; new stems have none yet.
  private var profiled: ContinuousClock.Instant?

  /// Browsers that can watch at a time.
  static let mostViewers = 16
  /// Windows of one paired browser that can watch at a time: it keeps no place from others.
  static let mostOfOne = 4
  /// Between two pictures while something moves, and while nothing does.
  private static let (step, rest) = (Duration.milliseconds(33), Duration.milliseconds(100))
  /// The longest silence, after which a connection shows that it lives; the page waits three times as long.
  private static let longestSilence = Duration.seconds(5)
  /// How long a browser may leave everything unread.
  private static let longestStall = Duration.seconds(30)

  init(_ desk: Desk) { self.desk = desk }

  /// - Throws: The reason why there is no room.
  func add(_ viewer: WebViewer) throws(WebRefusal) {
    guard !hasEnded, watchers.count < Self.mostViewers else { throw .tooMany }
    if let number = viewer.guest.number,
      watchers.values.count(where: { $0.viewer.guest.number == number }) >= Self.mostOfOne
    {
      throw .tooManyOfOne
    }
    viewer.begin()
    watchers[ObjectIdentifier(viewer)] = Watcher(viewer: viewer)
    if work == nil { work = Task { await show() } }
  }

  func remove(_ viewer: WebViewer) { watchers[ObjectIdentifier(viewer)] = nil }

  /// Lets go a browser that is no longer paired.
  func dismiss(_ number: Int) {
    for (id, watcher) in watchers where watcher.viewer.guest.number == number {
      watcher.viewer.close()
      watchers[id] = nil
    }
  }

  /// Tells everyone that canon has ended.
  func end() {
    hasEnded = true
    work?.cancel()
    for watcher in watchers.values {
      watcher.viewer.send(WebViewer.event("end"))
      watcher.viewer.end()
    }
    watchers = [:]
  }

  private func show() async {
    defer { work = nil }
    var (last, told) = (ContinuousClock.now, ContinuousClock.now)
    while !watchers.isEmpty, !Task.isCancelled {
      let now = ContinuousClock.now
      let moves = await look(over: (now - last) / .seconds(1))
      last = now
      let isSilent = !moves && now - told >= Self.longestSilence
      if moves || isSilent { told = now }
      tell(moves, isSilent: isSilent, now)
      try? await Task.sleep(for: moves ? Self.step : Self.rest)
    }
  }

  /// Makes the newest picture.
  /// - Returns: Whether something has moved since the last one.
  private func look(over seconds: Double) async -> Bool {
    if profiled.map({ .now - $0 >= .seconds(1) }) ?? true {
      profiled = .now
      await desk.makeProfiles()
    }
    let (snapshot, levels, pauseKey) = await desk.glance(over: seconds)
    let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
    let value = WebPicture(snapshot, scenes: scenes, preview: desk.preview, pauseKey: pauseKey)
    if value != picture?.value {
      picture = (value, WebViewer.event("picture", JSONText.text(value)), (picture?.number ?? 0) + 1)
    }
    let moved = WebMotion(snapshot, levels)
    defer { motion = moved }
    return moved != motion
  }

  private func tell(_ moves: Bool, isSilent: Bool, _ now: ContinuousClock.Instant) {
    let moved = motion.map { WebViewer.event("motion", $0.json) }
    var sent: [(viewer: WebViewer, events: ByteBuffer)] = []
    for (id, watcher) in watchers {
      guard watcher.viewer.isReady else {
        if now - watcher.lastReady > Self.longestStall { watcher.viewer.close() }
        continue
      }
      watchers[id]?.lastReady = now
      var events = ByteBuffer()
      if let picture, picture.number != watcher.shown {
        events = picture.event
        watchers[id]?.shown = picture.number
      } else if isSilent {
        events = WebViewer.event("alive")
      }
      if moves || watcher.shown == 0, let moved {
        if events.readableBytes == 0 { events = moved } else { events.writeImmutableBuffer(moved) }
      }
      if events.readableBytes > 0 { sent.append((watcher.viewer, events)) }
    }
    WebViewer.send(sent)
  }
}
