/// What control knows before the engine: where the music goes next.
extension EngineHandle {
  /// The windows of all samples that the engine reads, as far as control has read its events.
  private var windows: [StemWindow] { mirror.windows.map(\.window) }

  /// Lets windows fill with what stems read from a place in the music on, which may begin at once.
  /// - Returns: false if there is no window.
  package func expect(_ target: SeekTarget) -> Bool {
    let windows = mirror.windows
    let place =
      switch target {
      case .to(let place): place
      case .by(let frames): max(0, clock.position - clock.origin &+ frames)
      }
    for (window, player) in windows { mirror.expect(place, in: window, player) }
    return !windows.isEmpty
  }

  /// Lets the windows that an edition brings fill with what stems read when it takes over.
  package func expectEdition() { mirror.expectEdition() }

  /// Whether what is expected is in memory.
  package var hasExpected: Bool { windows.allSatisfy(\.hasExpected) }
}

extension EngineMirror {
  /// The windows from which stems read, with the places of those.
  fileprivate var windows: [(window: StemWindow, place: Int)] {
    if !engine.hasPages { return [] }
    return (0..<engine.stemCount).compactMap { place in
      unsafe buffers[engine.memory.players[place].samples]?.window.map { ($0, place) }
    }
  }

  /// - Parameter target: In the music.
  fileprivate func expect(_ target: FramePosition, in window: StemWindow, _ place: Int) {
    let (frame, isTooFar) = target.addingReportingOverflow(engine.origin)
    if isTooFar || !engine.isPlace(frame) { return }
    window.expect(unsafe engine.memory.players[place].placeInLoop(at: frame, in: window.layout))
  }

  fileprivate func expectEdition() {
    guard let edition = unsafe engine.pendingEdition else { return }
    let new = unsafe edition.edition.plan.pointee.memory
    for place in 0..<engine.stemCount {
      guard case .stays = unsafe new.parts[place].fate,
        let window = unsafe buffers[new.parts[place].samples]?.window
      else { continue }
      window.expect(
        unsafe engine.memory.players[place].placeInLoop(at: edition.at, in: window.layout))
    }
  }
}
