import CanonControl
import CanonEngine
import CanonRender
import CanonSession
import Testing

/// How much of a performance is rendered.
@Suite struct RenderLengthTests {
  let small: SmallSet

  init() throws { small = try SmallSet() }

  @Test(
    "Whole loops, seconds, or what the score says",
    arguments: [
      (RenderLength.loops(1), "", 11_520), (.loops(3), "@0 press violin-a\n@4 quit", 34_560),
      (.seconds(0.1), "", 4800), (.seconds(0.00001), "", 0), (.seconds(0.00002), "", 1),
      (.seconds(1.00001), "@7 quit", 48_000),
      (.score, "", 11_520), (.score, "@0 press violin-a", 23_040), (.score, "@11519 press violin-a", 23_040),
      (.score, "@11520 press violin-a", 34_560), (.score, "loop 3: press violin-a", 46_080),
      (.score, "@5000 quit", 5000), (.score, "@5000 quit\n@9000 press violin-a", 5000),
      (.score, "@9000 quit\n@5000 quit", 5000), (.score, "@5 at loop 3 press violin-a", 46_080),
      (.score, "@12000 in 1 loop press violin-a\n@9 panic", 46_080), (.score, "loop 2: at @7 panic", 34_560),
      (.score, "@0 quit", 0),
    ] as [(RenderLength, String, Int)])
  func frames(length: RenderLength, score: String, frames: Int) async throws {
    let rendering = try await Rendering(
      small.session(), score: score, length: length, stems: false)
    #expect(rendering.report.frames == frames)
    #expect(rendering.master.count == 2 * frames)
  }

  @Test func withoutAScoreTheBasePlaysForOneLoop() async throws {
    let rendering = try await Rendering(small.session())
    #expect(rendering.report.frames == 11_520)
    #expect(rendering.port(0).filter { $0 != 0 }.count > 11_000)
    for stem in 1...3 { #expect(rendering.port(stem).allSatisfy { $0.bitPattern == 0 }) }
  }

  @Test func whatComesAfterTheEndIsNotDone() async throws {
    let rendering = try await Rendering(
      small.session(), score: "@5000 quit\n@5000 start violin-x\n@6000 start violin-y", length: .score)
    #expect(rendering.report.refused.isEmpty)
  }

  @Test(
    "A skip delivers nothing, and puts the end off",
    arguments: [
      (RenderLength.score, "@0 skip 500000\n@0 start violin-a now", 506_880 + 11_520 - 500_000),
      (.score, "@0 start violin-a now\n@100 skip 500000", 506_880 + 11_520 - 500_000),
      (.score, "@0 skip 500000\n@501000 quit", 1000), (.score, "@0 skip 500000\n@400000 quit", 0),
      (.loops(2), "@0 skip 500000\n@0 start violin-a now", 23_040),
      (.loops(1), "@1000 skip 5000\n@3000 skip 100\n@11000 skip 7", 11_520),
      (.loops(1), "@11519 skip 5", 11_520), (.loops(1), "@11520 skip 5", 11_520),
      (.seconds(0.01), "@479 skip 1000\n@1479 skip 1000\n@9000 skip 1", 480),
      (.score, "@0 skip 10\n@40000 start violin-a now", 5 * 11_520 - 10),
      (.score, "@5000 quit\n@5000 skip 9", 5000), (.score, "@100 skip 1000\n@5000 quit", 4000),
      (.seconds(0.5), "@700 skip 500000\n@600000 skip 11", 24_000),
    ] as [(RenderLength, String, Int)])
  func skips(length: RenderLength, score: String, frames: Int) async throws {
    let rendering = try await Rendering(small.session(), score: score, length: length)
    #expect(rendering.report.frames == frames)
    #expect(frames < 1001 || rendering.port(0).contains { $0 != 0 })
    let parsed = try Score.parse(path: "test.score", text: score)
    let grid = try #require(small.session().timing.grid(at: .studio))
    let lines = parsed.timed(grid: grid, sampleRate: .studio)
    #expect(length.frames(score: lines, grid: grid, sampleRate: .studio) == Int64(frames), "as announced")
  }
}
