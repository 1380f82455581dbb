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

  /// Lets the window of samples fill with what a stem would read now, which is given them next.
  /// - Returns: false if all of them are in memory.
  package func expect(_ buffer: StemBuffer, of stem: StemIndex) -> Bool {
    guard let window = buffer.window else { return false }
    mirror.expect(at: clock.position, in: window, place(of: stem))
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
    let (frame, isTooFar) = target.addingReportingOverflow(engine.origin)
    if !engine.hasPages || isTooFar || !engine.isPlace(frame) { return false }
    var hasWindow = false
    for place in 0..<engine.stemCount {
      guard let window = window(place) else { continue }
      hasWindow = true
      expect(at: frame, in: window, place)
    }
    return hasWindow
  }

  fileprivate func expect(at frame: FramePosition, in window: StemWindow, _ place: Int) {
    guard place < engine.stemCount else { return }
    window.expect(unsafe engine.memory.players[place].placeInLoop(at: frame, in: window.layout))
  }

  fileprivate func expectEdition() {
    guard let edition = unsafe engine.pendingEdition else { return }
    for place in 0..<engine.stemCount {
      guard let window = nextWindow(place) else { continue }
      unsafe expect(at: edition.at, in: window, place)
    }
  }

  fileprivate var hasExpected: Bool {
    (0..<engine.stemCount).allSatisfy { place in
      window(place)?.hasExpected ?? true && nextWindow(place)?.hasExpected ?? true
    }
  }
}
