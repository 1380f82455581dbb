import CanonEngine
import CanonSchedule
import CanonStems
import CanonTestSupport

@testable import CanonSession

/// Tests of a performance that goes on with an evening.
protocol Resuming {
  typealias Layer = Music.Layer

  var clock: TestClock { get }
}

extension Resuming {
  /// Ten seconds before the first moment of a day.
  static func usualClock() throws -> TestClock { TestClock(try TestClock.tokyo("2026-12-06") + -10) }

  /// Some loops and a part of one.
  var position: FramePosition { 5 * 11_520 + 1000 }

  func evening(_ layers: Layer...) -> CanonSession.Evening {
    .init(time: clock.now, music: Music(rate: .studio, position: position, layers: layers))
  }

  /// Goes on with an evening, whose position is reached.
  func resume(
    _ evening: CanonSession.Evening, in set: SmallSet, passed: FrameCount = 0, journal: String? = nil,
    _ policy: LoadingPolicy = .strict
  ) async throws -> SessionBench {
    let session = try await set.performance(journal: journal, at: clock, policy)
    await session.resume(evening)
    var bench = try await SessionBench(session)
    try await bench.arrive(evening, passed: passed)
    return bench
  }
}
