/// An arriving paste: everything between the two marks that a terminal sends around it.
struct PasteBuffer {
  /// More than a command line holds, so that the editor can detect a paste that does not fit.
  static let longest = 2 * EditedLine.longest
  /// The time limit for the end mark: without it, keys would never be handled again.
  static let longestWait = Duration.seconds(2)

  private(set) var isOpen = false
  private var text = String.UnicodeScalarView()
  private var count = 0
  private var last = ContinuousClock.now

  mutating func begin(_ now: ContinuousClock.Instant) {
    (isOpen, text, count, last) = (true, .init(), 0, now)
  }

  mutating func add(_ scalar: Unicode.Scalar, _ now: ContinuousClock.Instant) {
    last = now
    if count < Self.longest { text.append(scalar) }
    count += 1
  }

  /// - Returns: The pasted text; nil if there is none.
  mutating func end() -> String? {
    guard isOpen else { return nil }
    defer { (isOpen, text) = (false, .init()) }
    return String(text)
  }

  /// Call it when no more input has arrived.
  mutating func endIfLate(_ now: ContinuousClock.Instant) -> String? {
    now - last > Self.longestWait ? end() : nil
  }
}
