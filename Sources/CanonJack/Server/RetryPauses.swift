/// The pauses between attempts to reach a lost server: from 10 ms, doubled each time, up to half a second.
struct RetryPauses {
  private var milliseconds = 10

  /// The next pause, in milliseconds.
  mutating func next() -> Int {
    defer { milliseconds = min(milliseconds * 2, 500) }
    return milliseconds
  }
}
