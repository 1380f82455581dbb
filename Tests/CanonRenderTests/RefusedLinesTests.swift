import CanonControl
import CanonEngine
import CanonSession
import Testing

/// What a score asks for and may not have is reported by its line; the rest is rendered.
@Suite struct RefusedLinesTests {
  let small: SmallSet

  init() throws { small = try SmallSet() }

  private func refused(_ rendering: Rendering) -> [String] {
    rendering.report.refused.map { "\($0.line): \($0.problem.message)" }
  }

  @Test func aLockedStemIsReportedAndStaysSilent() async throws {
    let rendering = try await Rendering(
      small.session(doors: "violin-b = 2026-12-06"),
      score:
        "# title\n@0 start violin-a now\n\n@5 start violin-b now\n@9 press violin-*\n@100 gain violin-b 24")
    let refusal = "\"violin-b\" is locked until 2026-12-06 (Asia/Tokyo), in 1 day."
    #expect(refused(rendering) == ["4: \(refusal)", "5: \(refusal)"])
    #expect(rendering.port(2).allSatisfy { $0.bitPattern == 0 })
    let without = try await Rendering(
      small.session(), score: "@0 start violin-a now\n@9 press violin-a violin-c\n@100 quit",
      length: .loops(2))
    #expect(rendering.sink.bits[0] == without.sink.bits[0])
  }

  @Test func aStemThatThereIsNotIsReported() async throws {
    let rendering = try await Rendering(small.session(), score: "@0 start violin-q\n@0 start violin-a")
    #expect(
      refused(rendering) == [
        "1: no stem is called \"violin-q\". Did you mean \"violin-a\"? "
          + "There are: cello, violin-a, violin-b, violin-c."
      ])
  }

  @Test func theLineIsTheFilesWhateverTheOrder() async throws {
    let rendering = try await Rendering(small.session(), score: "loop 2: stop x\n@9 stop y\n@1 stop z")
    #expect(rendering.report.refused.map(\.line) == [3, 2, 1])
  }
}
