import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonSession

extension SessionBench {
  /// Delivers frames as fast as the end of a piece is noticed, and what follows it is given to the engine.
  @discardableResult
  mutating func runInTime(_ frames: Int) async throws -> CanonTestSupport.Output {
    var heard = await run(0)
    for _ in 0..<(frames / 100) {
      heard += await run(100)
      while await session.pieces.isEnding { try await Task.sleep(for: .milliseconds(1)) }
    }
    heard += await run(frames % 100)
    return heard
  }
}

extension Performance {
  /// The stems of the piece that waits in the engine of which it has samples.
  var stemsOfWaitingPiece: [String] {
    (deck.lastEdition?.next).map { next in next.samples.keys.map { next.program.set[$0].id }.sorted() } ?? []
  }
}
