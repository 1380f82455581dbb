import Foundation
import Synchronization
import Testing

/// The properties of ``PropertyTests`` on fresh cases, for as long as one likes:
/// `CANON_SOAK=600 swift test -c release -Xswiftc -enable-testing --filter SoakTests` for ten minutes,
/// `CANON_SOAK=forever` until it is stopped. Its seeds begin where the clock of the day says, so no two runs have the
/// same cases; each seed that fails is named, and `CANON_SEED=…` with PropertyTests tells it in full.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["CANON_SOAK"] != nil, "CANON_SOAK says for how long"))
struct SoakTests {
  private static let begun = Atomic<UInt64>(0)

  @Test("Case after case")
  func soak() async throws {
    let words = ProcessInfo.processInfo.environment["CANON_SOAK"] ?? ""
    let seconds = words == "forever" ? Double.infinity : try #require(Double(words), "seconds, or forever")
    let first = UInt64(Date().timeIntervalSince1970 * 1000) << 20
    let end = Date().timeIntervalSince1970 + seconds
    let lanes = ProcessInfo.processInfo.activeProcessorCount
    tell("cases from seed \(first) on, \(lanes) at a time")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask {
          while Date().timeIntervalSince1970 < end {
            let number = Self.begun.add(1, ordering: .relaxed).newValue, seed = first + number
            if let problem = PropertyCase(seed: seed).problem() { Issue.record("seed \(seed): \(problem)") }
            if number.isMultiple(of: 1000) { tell("\(number) cases") }
          }
        }
      }
    }
    tell("\(Self.begun.load(ordering: .relaxed)) cases in all")
  }

  /// At once, wherever the output goes.
  private func tell(_ text: String) { FileHandle.standardError.write(Data("soak: \(text)\n".utf8)) }
}
