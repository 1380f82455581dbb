import CanonFiles
import CanonTestSupport

extension TextMutants {
  /// Reads thousands of damaged texts.
  /// - Parameters:
  ///   - originals: Valid texts.
  ///   - seed: The same seed damages them in the same ways.
  ///   - read: Reads a text, or throws what is wrong with it, with places.
  /// - Returns: Each problem without a line or a field, and each other error, with its text. None is expected.
  public static func unplaced<Value>(
    _ originals: [String], seed: UInt64, read: (String) throws -> Value
  ) -> [String] {
    var mutants = TextMutants(originals, seed: seed)
    return (0..<LongCampaign.count(5000, long: 20_000)).flatMap { _ in
      let text = mutants.next()
      return problems { _ = try read(text) }.map { "\($0) in \(text.debugDescription)" }
    }
  }

  private static func problems(_ read: () throws -> Void) -> [any Error] {
    do {
      try read()
      return []
    } catch let error as FileProblems {
      return error.problems.filter { !$0.isPlaced }
    } catch let error as FileProblem where error.isPlaced {
      return []
    } catch {
      return [error]
    }
  }
}

extension FileProblem {
  fileprivate var isPlaced: Bool { line ?? 1 > 0 && field != nil }
}
