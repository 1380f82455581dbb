import CanonEngine

/// The windows of long stems.
extension Deck {
  /// Fills the window of samples that the engine has been given, if they are in one.
  func readAhead(_ buffer: StemBuffer) {
    if let clock { windows.read(buffer, for: clock) }
  }

  /// Fills windows where stems read once the music is at a place.
  /// - Returns: false if no stem has one.
  func expect(_ target: SeekTarget) -> Bool {
    guard handle?.expect(target) == true else { return false }
    windows.lookNow()
    return true
  }

  /// Fills the window of samples where a stem would read them.
  /// - Parameter place: In the music; nil for where that is now.
  /// - Returns: false if all of them are in memory.
  func expect(_ buffer: StemBuffer, of stem: StemIndex, at place: FramePosition? = nil) -> Bool {
    guard handle?.expect(buffer, of: stem, at: place) == true else { return false }
    readAhead(buffer)
    return true
  }

  /// Fills the windows that an edition brings where stems read when it takes over.
  func expectEdition() {
    handle?.expectEdition()
    windows.lookNow()
  }

  /// Whether the windows are filled where stems are expected to read.
  var hasExpected: Bool { handle?.hasExpected ?? true }

  /// While the server is away the music moves on unheard: it goes on where it is by then.
  func expectReturn() {
    guard isAway, clock?.isRolling == true, !isStanding else {
      expectedReturn = 0
      return
    }
    let frame = present
    if frame < expectedReturn { return }
    expectedReturn = frame + FrameCount(sampleRate?.hertz ?? 0) / 4
    _ = expect(.to(frame - origin))
  }
}
