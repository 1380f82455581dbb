import CanonControl
import CanonRender
import CanonSchedule
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The rendering of a journal, as `canon render --score` makes it.
extension SmallSet {
  /// A bench with a performance of it, after 100 frames, whose journal is `evening.journal`.
  func benchWithJournal() async throws -> SessionBench {
    try await SessionBench(session(journal: folder.file("evening.journal")), after: 100)
  }

  /// Expects that `evening.journal` renders to what was heard.
  /// - Parameter hasSamePorts: Whether each stem has the port that it had at the end, so that the ports can be compared, too.
  func expectRendering(
    is heard: Output, periods: [Int] = [64, 1000], hasSamePorts: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let score = try Score.load(folder.file("evening.journal"))
    for period in periods {
      let again = try await rendering(of: score, period: period)
      #expect(again.refused == [], sourceLocation: sourceLocation)
      #expect(again.output.master == heard.master, "period \(period)", sourceLocation: sourceLocation)
      // A performance that has used the cue bus has said so in its journal.
      let cue = again.output.buses.isEmpty ? heard.buses.map { $0.map { _ in 0 } } : again.output.buses
      if !heard.buses.isEmpty {
        #expect(cue == heard.buses, "cue bus, period \(period)", sourceLocation: sourceLocation)
      }
      if hasSamePorts {
        #expect(again.output.ports == heard.ports, "period \(period)", sourceLocation: sourceLocation)
      }
    }
  }

  /// Expects that the journal of a random case renders to what was heard, and tells both otherwise.
  /// - Parameters:
  ///   - journal: Its path.
  ///   - theCase: What is told of the case.
  ///   - part: What is compared.
  func expectRendering(
    of journal: String, is heard: Output, periods: [Int], _ theCase: @autoclosure () -> String,
    comparing part: (Output) -> Output = { $0 }, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let score = try Score.load(journal)
    for period in periods {
      let rendering = try await rendering(of: score, period: period)
      var rendered = part(rendering.output)
      let heard = part(heard)
      // Without a word for the cue bus nothing is heard there.
      if rendered.buses.isEmpty { rendered.buses = heard.buses.map { $0.map { _ in 0 } } }
      let difference = heard.difference(from: rendered)
      if rendering.refused == [], difference == nil { continue }
      let text = try String(contentsOfFile: journal, encoding: .utf8)
      Issue.record(
        "\(theCase()), period \(period): \(difference ?? "") \(rendering.refused)\n\(text)",
        sourceLocation: sourceLocation)
    }
  }

  /// - Parameters:
  ///   - score: A journal: its doors are judged by the time that it has.
  ///   - readers: Those that read the sound files.
  ///   - hasCue: Whether what the cue bus has must be what was heard.
  ///   - size: How the mixing is divided; by default the period draws it.
  /// - Returns: What is heard, and what was refused, with its line.
  func rendering(
    of score: Score, period: Int, readers: SoundReaders = .standard, hasCue: Bool = true,
    mixing size: MixdownSize? = nil
  ) async throws -> (output: Output, refused: [String]) {
    let header = try #require(score.header)
    let editions = try score.programs(hasCue: hasCue, readers)
    let session = Performance(
      try #require(editions[header.program]), editions: editions,
      doors: try #require(DoorClock.journal(header, memory: DoorMemory())))
    await session.watchDoors(replaying: header)
    var sink = OutputSink(
      stems: session.outputNames(for: score).stems.count, buses: session.outputNames(for: score).buses)
    let report = try await OfflineDriver.render(
      session.seat, score: score, at: header.sampleRate, length: .score, period: period,
      mixing: size ?? .drawn(by: period), into: &sink)
    return (sink.output, report.refused.map { "line \($0.line): \($0.problem.message)" })
  }
}

extension MixdownSize {
  /// One of several sizes, by a number that is as good as random.
  static func drawn(by number: Int) -> MixdownSize {
    var random = SplitMix64(seed: UInt64(number))
    return MixdownSize(workers: random.pick([1, 2, 3, 7]), frames: random.pick([499, 5000, 1 << 15]))
  }
}
