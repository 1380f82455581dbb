import CanonControl
import CanonEngine
import CanonSession
import Testing

/// A journal of a performance that left the graph for a while (Ctrl-Z) sounds as the performance did.
@Suite struct LeftGraphTests {
  private static let header = "# canon journal 2\n# sample rate: 48000\n# loop: 11520\n"
  private static let left = 5000
  private static let away = 5512
  private static let fade = 240

  private func rendering(
    leaves: Bool, after loops: Int = 0, period: Int, mayRepeat: Bool = true
  ) async throws -> Rendering {
    let before = loops * SmallSet.loop
    let lines = [
      "@0 start violin-a now", "@0 start violin-b now",
      leaves ? "@\(before + Self.left) left \(Self.away - Self.left)" : "",
      "@\(before + Self.away) skip 10000", "@\(before + 60_000) quit",
    ]
    return try await Rendering(
      SmallSet().session(), score: Self.header + lines.joined(separator: "\n") + "\n", period: period,
      mayRepeat: mayRepeat)
  }

  @Test(
    "It fades over 5 ms, is silent until it has left, and goes on as it was", arguments: [1, 64, 4096])
  func fade(period: Int) async throws {
    let plain = try await rendering(leaves: false, period: period)
    let faded = try await rendering(leaves: true, period: period)
    #expect(faded.sink.pairs.map(\.count) == plain.sink.pairs.map(\.count))
    #expect(plain.master[2 * Self.left] != 0)
    for (heard, whole) in zip(faded.sink.pairs, plain.sink.pairs) {
      for sample in heard.indices {
        let frame = sample / 2
        let level = Float(max(0, Self.fade - (frame - Self.left))) * (1 / Float(Self.fade))
        let expected = (Self.left..<Self.away).contains(frame) ? whole[sample] * level : whole[sample]
        guard heard[sample].bitPattern == expected.bitPattern else {
          Issue.record("frame \(frame): \(heard[sample]), expected \(expected)")
          return
        }
      }
    }
  }

  @Test func aRepeatedCycleHasTheSameBits() async throws {
    let mixed = try await rendering(leaves: true, after: 5, period: 4096, mayRepeat: false)
    let repeated = try await rendering(leaves: true, after: 5, period: 4096)
    #expect(repeated.report.repeatedFrames > 0)
    #expect(repeated.sink.bits == mixed.sink.bits)
  }

  @Test func aGapOfTheServerWithinTheFadeDoesNotEndIt() async throws {
    let lines = [
      "@0 start violin-a now", "@5000 left 612", "@5064 skip 100", "@5612 skip 10000", "@60000 quit",
    ]
    let rendering = try await Rendering(
      SmallSet().session(), score: Self.header + lines.joined(separator: "\n") + "\n", period: 64)
    // Frames 5000 to 5063 and 5164 to 5611 were delivered in it.
    #expect(rendering.master[2 * 5000 + 2 * Self.fade..<2 * 5512].allSatisfy { $0 == 0 })
    #expect(rendering.master[2 * 5512..<2 * 5600].contains { $0 != 0 })
  }

  @Test func onlyJournalsMaySayIt() throws {
    #expect(throws: (any Error).self) { try Score.parse(path: "a.score", text: "@0 left 512\n") }
  }
}
