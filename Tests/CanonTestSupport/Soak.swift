import Foundation
import Synchronization

/// New random cases for any length of time, for `make soak`: `CANON_SOAK=600` runs for ten minutes,
/// `CANON_SOAK=forever` until it is stopped. The first seed comes from the time of day, so that no two runs have the
/// same cases.
public final class Soak: Sendable {
  public static let isOn = words != nil
  private static var words: String? { ProcessInfo.processInfo.environment["CANON_SOAK"] }

  private let name: String
  private let begun = Atomic<UInt64>(0)

  /// - Parameter name: The kind of the cases, for progress messages.
  public init(_ name: String) { self.name = name }

  /// Judges cases, several at a time.
  /// - Parameters:
  ///   - judge: Receives a seed; returns the violation, or nil.
  ///   - tell: Receives each problem, with its seed.
  public func run(
    _ judge: @Sendable @escaping (UInt64) async throws -> String?, tell: @Sendable @escaping (String) -> Void
  ) async throws {
    // A text that is not a number, such as "forever", means no end.
    let seconds = Self.words.flatMap(Double.init) ?? .infinity
    let first = UInt64(Date().timeIntervalSince1970 * 1000) << 20
    let end = Date().timeIntervalSince1970 + seconds
    let lanes = ProcessInfo.processInfo.activeProcessorCount
    say("cases from seed \(first) on, \(lanes) at a time")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<lanes {
        group.addTask {
          while Date().timeIntervalSince1970 < end {
            let number = self.begun.add(1, ordering: .relaxed).newValue, seed = first + number
            if let problem = try await judge(seed) { tell("seed \(seed): \(problem)") }
            if number.isMultiple(of: 1000) { self.say("\(number) cases") }
            // Lets the other soaks run.
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    say("\(begun.load(ordering: .relaxed)) cases in all")
  }

  /// Writes a message at once, unbuffered.
  private func say(_ text: String) { FileHandle.standardError.write(Data("soak, \(name): \(text)\n".utf8)) }
}
