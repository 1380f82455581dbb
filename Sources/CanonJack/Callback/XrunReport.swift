/// Reports xruns at most once a second, because one stall can cause dozens of notifications.
struct XrunReport {
  /// The time of the next report, in hundredths of a second.
  private var next = Self.pause
  private static let pause = 100

  /// The number of xruns since the last report; nil if none is due now.
  /// - Parameter time: In hundredths of a second since the client began.
  mutating func count(from report: borrowing CycleReport, at time: Int) -> Int? {
    guard time >= next else { return nil }
    next = time + Self.pause
    let count = report.xruns.exchange(0, ordering: .relaxed)
    return count > 0 ? count : nil
  }
}
