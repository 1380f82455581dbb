@testable import CanonJack

extension CycleReport {
  /// Gives `body` a new report by its address, as libjack's notifications have it. The address is of no use afterwards.
  static func withPointer<Result>(_ body: (UnsafeMutablePointer<CycleReport>) -> Result) -> Result {
    let report = UnsafeMutablePointer<CycleReport>.allocate(capacity: 1)
    report.initialize(to: CycleReport())
    defer {
      report.deinitialize(count: 1)
      report.deallocate()
    }
    return body(report)
  }
}
