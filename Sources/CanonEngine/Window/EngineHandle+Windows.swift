/// What control knows before the engine: where the music goes next.
extension EngineHandle {
  /// Lets windows fill with what stems read from a place in the music on, which may begin at once.
  /// - Returns: false if there is no window.
  package func expect(_ target: SeekTarget) -> Bool {
    let place =
      switch target {
      case .to(let place): place
      case .by(let frames): max(0, clock.position - clock.origin &+ frames)
      }
    return mirror.expect(place)
  }

  /// Lets the window of samples that a stem is given fill with what it would read.
  /// - Parameter place: In the music; nil for where that is now.
  /// - Returns: false if all of them are in memory.
  package func expect(_ buffer: StemBuffer, of stem: StemIndex, at place: FramePosition? = nil) -> Bool {
    guard let window = buffer.window else { return false }
    mirror.expect(place ?? clock.position - clock.origin, in: window, self.place(of: stem))
    return true
  }

  /// Lets the windows that an edition brings fill with what stems read when it takes over.
  package func expectEdition() { mirror.expectEdition() }

  /// Whether what is expected is in memory.
  package var hasExpected: Bool { mirror.hasExpected }
}

extension EngineMirror {
  /// The window from which the stem at a place reads.
  private func window(_ place: Int) -> StemWindow? {
    unsafe buffers[engine.memory.players[place].samples]?.window
  }

  /// The window from which the stem at a place reads once an edition takes over that waits.
  private func nextWindow(_ place: Int) -> StemWindow? {
    guard let edition = unsafe engine.pendingEdition else { return nil }
    let part = unsafe edition.edition.plan.pointee.memory.parts[place]
    guard case .stays = unsafe part.fate else { return nil }
    return unsafe buffers[part.samples]?.window
  }

  fileprivate func expect(_ target: FramePosition) -> Bool {
    if !engine.hasPages { return false }
    var hasWindow = false
    for place in 0..<engine.stemCount {
      guard let window = window(place) else { continue }
      hasWindow = true
      expect(target, in: window, place)
    }
    return hasWindow
  }

  /// - Parameters:
  ///   - target: In the music.
  ///   - place: That of the stem.
  fileprivate func expect(_ target: FramePosition, in window: StemWindow, _ place: Int) {
    let (frame, isTooFar) = target.addingReportingOverflow(engine.origin)
    guard !isTooFar, engine.isPlace(frame), place < engine.stemCount else { return }
    window.expect(unsafe engine.memory.players[place].placeInLoop(at: frame, in: window.layout))
  }

  fileprivate func expectEdition() {
    guard let edition = unsafe engine.pendingEdition else { return }
    for place in 0..<engine.stemCount {
      guard let window = nextWindow(place) else { continue }
      unsafe expect(edition.at - engine.origin, in: window, place)
    }
  }

  fileprivate var hasExpected: Bool {
    (0..<engine.stemCount).allSatisfy { place in
      window(place)?.hasExpected ?? true && nextWindow(place)?.hasExpected ?? true
    }
  }
}
