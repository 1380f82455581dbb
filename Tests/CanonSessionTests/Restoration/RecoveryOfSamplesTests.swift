import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// The server came back at another sample rate, and a stem's file can no longer be read.
@Suite(.timeLimit(.minutes(LongCampaign.minutes))) struct RecoveryOfSamplesTests {
  private let compactDisc = SampleRate(hertz: 44_100)!

  private func notes(_ session: Performance) async -> [String] {
    let all = await session.allEvents()
    return all.compactMap { event -> String? in
      guard case .note(let note) = event, note.code == "kept-samples" else { return nil }
      return note.text(.english)
    }
  }

  @Test(
    "The base, gone from the disk, and a damaged layer play on at another rate and back at the first, and canon says why",
    arguments: [false, true])
  func unreadable(inWindows: Bool) async throws {
    let set = try SmallSet()
    let session = inWindows ? try await set.windowedSession() : try set.session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 5000)
    #expect(await session.buffer(StemIndex(0))?.isPaged == inWindows)
    // What windows read stays as long as they do.
    if inWindows { try FileManager.default.removeItem(atPath: set.folder.file("cache")) }
    try FileManager.default.removeItem(atPath: set.folder.file("cello.wav"))
    _ = try set.folder.write("RIFF", to: "violin-a.wav")
    for rate in [compactDisc, .studio] {
      var next = try await SessionBench(session, at: rate)
      try await next.skip(1000)
      let loop = SmallSet.loop * Int(rate.hertz) / 48_000
      let heard = await next.run(2 * loop)
      #expect(heard.ports[0].dropFirst(480).allSatisfy { abs($0 - 0.5) < 0.001 }, "\(rate.hertz)")
      #expect(heard.ports[1].dropFirst(480).allSatisfy { abs($0 - 0.25) < 0.001 }, "\(rate.hertz)")
    }
    let notes = await notes(session)
    #expect(notes.count == 4)
    for id in ["cello", "violin-a"] {
      let start = "\"\(id)\" plays on with the samples that it had. "
      #expect(notes.count { $0.hasPrefix(start) } == 2, "\(notes)")
    }
  }

  @Test("A stem of its own length, gone from the disk, keeps that length")
  func ownLength() async throws {
    let set = try SmallSet(sounds: ["violin-a": SmallSet.rising(SmallSet.bar)])
    let session = try set.session()
    var bench = try await SessionBench(session)
    try await bench.say("start violin-a now", then: 5000)
    try FileManager.default.removeItem(atPath: set.folder.file("violin-a.wav"))
    var next = try await SessionBench(session, at: compactDisc)
    #expect(await session.buffer(StemIndex(1))?.layout.loop == FrameCount(SmallSet.bar * 441 / 480))
    try await next.skip(1000)
    await next.run(1)
    #expect(await session.stem("violin-a").status == .play)
    #expect(await notes(session).count == 1)
  }

  @Test("What the stem plays keeps its place in the loop, with its intro and its release")
  func place() async throws {
    // A triangle: where it stands is seen at any rate.
    let triangle = (0..<SmallSet.loop).map { Float(abs($0 - SmallSet.loop / 2)) / Float(SmallSet.loop) }
    let parts = [Float](repeating: 0.25, count: 2880) + triangle + [Float](repeating: 0.125, count: 2880)
    let set = try SmallSet(
      keys: ["violin-a": "region = \"2880 .. 14400\""], sounds: ["cello": triangle, "violin-a": parts])
    let buffers = try set.session()
    _ = try await SessionBench(buffers)
    let there = try set.session()
    _ = try await SessionBench(there, at: compactDisc)
    for stem in 0..<2 {
      let index = StemIndex(stem)
      let old = try #require(await buffers.buffer(index)), right = try #require(await there.buffer(index))
      let line = GridLine(numerator: right.layout.loop, denominator: 1)!
      let made = try LoadedStem(index, converting: old, from: .studio, to: compactDisc, line: line).buffer
      #expect(made.layout == right.layout)
      for frame in stride(from: 0, to: Int(right.layout.frameCount), by: 97) {
        #expect(
          abs(made.sample(frame, channel: 0) - right.sample(frame, channel: 0)) < 0.01, "\(stem) \(frame)")
      }
    }
  }
}
