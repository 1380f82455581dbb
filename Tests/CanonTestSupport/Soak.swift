import Foundation
import Synchronization

/// Fresh random cases for as long as one likes, as `make soak` asks for them: `CANON_SOAK=600` for ten minutes,
/// `CANON_SOAK=forever` until it is stopped. The seeds begin where the clock of the day says, so no two runs have the
/// same cases.
public final class Soak: Sendable {
  public static let isOn = words != nil
  private static var words: String? { ProcessInfo.processInfo.environment["CANON_SOAK"] }

  private let name: String
  private let begun = Atomic<UInt64>(0)

  /// - Parameter name: What a case is, for people who wait.
  public init(_ name: String) { self.name = name }

  /// Judges case after case, several at a time.
  /// - Parameters:
  ///   - judge: Gets a seed; returns what does not hold, or nil.
  ///   - tell: Gets each problem, with its seed.
  public func run(
    _ judge: @Sendable @escaping (UInt64) async throws -> String?, tell: @Sendable @escaping (String) -> Void
  ) async throws {
    // What is no number, as "forever", has no end.
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
            // The other soaks want their turn.
            await Task.yield()
          }
        }
      }
      try await group.waitForAll()
    }
    say("\(begun.load(ordering: .relaxed)) cases in all")
  }

  /// At once, wherever the output goes.
  private func say(_ text: String) { FileHandle.standardError.write(Data("soak, \(name): \(text)\n".utf8)) }
}
