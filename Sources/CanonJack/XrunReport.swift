/// Tells of xruns once a second: one stall can bring dozens of notifications.
struct XrunReport {
  /// In hundredths of a second.
  private var next = Self.pause
  private static let pause = 100

  /// How many there were since it was told last; nil when there is nothing to tell now.
  /// - Parameter time: In hundredths of a second since the client began.
  mutating func take(from report: borrowing CycleReport, at time: Int) -> Int? {
    guard time >= next else { return nil }
    next = time + Self.pause
    let count = report.xruns.exchange(0, ordering: .relaxed)
    return count > 0 ? count : nil
  }
}
