import CanonControl
import CanonEngine
import CanonSession
import Testing

/// A journal of a performance in which a stem has waited for its samples has the same silence in its rendering, which has all samples.
@Suite struct LateSamplesInRenderingTests {
  /// The usual ramp.
  private static let ramp = 240

  private func violin(_ waits: [String], period: Int) async throws -> [Float] {
    let lines =
      ["# canon journal 2", "# sample rate: 48000", "# loop: 11520", "@0 start violin-a now"] + waits
      + ["@40000 quit"]
    return try await Rendering(
      SmallSet().session(), score: lines.joined(separator: "\n") + "\n", period: period
    ).port(1)
  }

  @Test(
    "It falls and rises on the frames that the journal says, or is silent at once", arguments: [64, 4096])
  func silence(period: Int) async throws {
    let plain = try await violin([], period: period)
    let late = try await violin(
      ["@5000 starved violin-a", "@11520 fed violin-a", "@30000 cut violin-a"], period: period)
    #expect(plain[..<5000] == late[..<5000])
    #expect(plain[5001..<5100] != late[5001..<5100] && late[5001..<5100].contains { $0 != 0 })
    #expect(late[(5000 + Self.ramp)...11_520].allSatisfy { $0 == 0 })
    #expect(late[11_521..<11_600].contains { $0 != 0 })
    #expect(plain[(11_520 + Self.ramp)..<30_000] == late[(11_520 + Self.ramp)..<30_000])
    #expect(plain[30_000..<40_000].contains { $0 != 0 } && late[30_000..<40_000].allSatisfy { $0 == 0 })
  }

  @Test("Only journals may say it", arguments: ["starved cello", "cut cello", "fed cello"])
  func onlyJournals(line: String) {
    #expect(throws: (any Error).self) { try Score.parse(path: "a.score", text: "@0 \(line)\n") }
  }
}
