/// A paste while it arrives: everything between the two marks that a terminal sends around it.
struct PasteBuffer {
  /// More than any command line takes, so that one that does not fit is seen not to fit.
  static let longest = 2 * EditedLine.longest
  /// The end is not waited for longer: without its mark no key would ever be one again.
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

  /// - Returns: What was pasted; nil when nothing is.
  mutating func end() -> String? {
    guard isOpen else { return nil }
    defer { (isOpen, text) = (false, .init()) }
    return String(text)
  }

  /// To be called when nothing more has arrived.
  mutating func endIfLate(_ now: ContinuousClock.Instant) -> String? {
    now - last > Self.longestWait ? end() : nil
  }
}
