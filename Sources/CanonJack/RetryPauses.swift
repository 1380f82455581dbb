/// How long to wait before a lost server is tried again: twice as long each time, up to half a second.
struct RetryPauses {
  private var milliseconds = 10

  /// In milliseconds.
  mutating func next() -> Int {
    defer { milliseconds = min(milliseconds * 2, 500) }
    return milliseconds
  }
}
