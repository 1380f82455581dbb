import CanonControl
import CanonSession

/// What all browsers see: one picture is made for all, and only while somebody watches.
actor WebSight {
  private let desk: Desk
  private var viewers: [ObjectIdentifier: (viewer: WebViewer, shown: Int)] = [:]
  private var work: Task<Void, Never>?
  private var hasEnded = false
  /// The newest picture, its text and its number.
  private var picture: (value: WebPicture, text: String, number: Int)?
  private var motion: WebMotion?

  /// Browsers that can watch at a time.
  static let mostViewers = 16
  /// Between two pictures while something moves, and while nothing does.
  private static let (step, rest) = (Duration.milliseconds(33), Duration.milliseconds(100))
  /// The longest silence, after which a connection shows that it lives.
  private static let longestSilence = Duration.seconds(10)

  init(_ desk: Desk) { self.desk = desk }

  /// - Returns: Whether there is room.
  func add(_ viewer: WebViewer) -> Bool {
    guard !hasEnded, viewers.count < Self.mostViewers else { return false }
    viewer.begin()
    viewers[ObjectIdentifier(viewer)] = (viewer, 0)
    if work == nil { work = Task { await show() } }
    return true
  }

  func remove(_ viewer: WebViewer) { viewers[ObjectIdentifier(viewer)] = nil }

  /// Tells everyone that canon has ended.
  func end() {
    hasEnded = true
    work?.cancel()
    for (viewer, _) in viewers.values {
      viewer.send("end", "{}")
      viewer.end()
    }
    viewers = [:]
  }

  private func show() async {
    defer { work = nil }
    var (last, told) = (ContinuousClock.now, ContinuousClock.now)
    while !viewers.isEmpty, !Task.isCancelled {
      let now = ContinuousClock.now
      let moves = await look(over: (now - last) / .seconds(1))
      last = now
      if moves || now - told >= Self.longestSilence { told = now }
      tell(moves, isSilent: !moves && told == now)
      try? await Task.sleep(for: moves ? Self.step : Self.rest)
    }
  }

  /// Makes the newest picture.
  /// - Returns: Whether something has moved since the last one.
  private func look(over seconds: Double) async -> Bool {
    // Levels come from the profiles of the samples, which somebody has to make.
    while await desk.makeProfile() {}
    let snapshot = await desk.snapshot()
    let scenes = desk.program.set.scenes.map { WebPicture.Scene(scene: $0.id, title: $0.title) }
    let value = WebPicture(snapshot, scenes: scenes, preview: desk.preview)
    if value != picture?.value {
      picture = (value, JSONText.text(value), (picture?.number ?? 0) + 1)
    }
    let moved = WebMotion(snapshot, await desk.levels(over: seconds).map(\.level))
    defer { motion = moved }
    return moved != motion
  }

  private func tell(_ moves: Bool, isSilent: Bool) {
    let moved = motion.map(JSONText.text)
    for (id, (viewer, shown)) in viewers where viewer.isReady {
      if let picture, picture.number != shown {
        viewer.send("picture", picture.text)
        viewers[id]?.shown = picture.number
      } else if isSilent {
        viewer.sendNothing()
      }
      if moves || shown == 0, let moved { viewer.send("motion", moved) }
    }
  }
}
