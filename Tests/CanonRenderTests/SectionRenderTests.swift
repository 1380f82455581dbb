import CanonEngine
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonRender

/// Scores of a set with named sections.
@Suite struct SectionRenderTests {
  /// Of ten bars each, in a loop of 32 bars.
  private static let sections = """
    [[section]]
    id = "verse"
    bars = "1 .. 11"
    then = "chorus"
    [[section]]
    id = "chorus"
    bars = "12 .. 22"
    [[section]]
    id = "bridge"
    bars = "22 .. 32"
    then = "bridge"
    """
  private static let bar = 5760

  private let small: SmallSet
  init() throws { small = try SmallSet(bars: 32, more: Self.sections) }

  @Test(
    "The same bits whatever the period, also when a request comes in the last moment",
    arguments: [
      "@100 vamp\n@60000 go", "@100 next bar\n@20000 goto verse",
      "@57599 goto bridge\n@200000 previous bar:3",
      "@57000 vamp\n@57599 next", "@0 goto chorus\n@1 section off\n@90000 section bar 1 .. bar 11",
      "@100 start violin-a loop\n@115000 vamp\n@200000 freeze\n@201000 resume\n@230000 previous",
    ])
  func periodIndependent(score: String) async throws {
    let score = score + "\n@400000 quit"
    let reference = try await Rendering(small.session(), score: score)
    for period in [1000, 57_600, 1 << 20] {
      let rendering = try await Rendering(small.session(), score: score, period: period)
      #expect(rendering.sink.bits == reference.sink.bits, "period \(period)")
      #expect(rendering.report.refused.isEmpty)
    }
  }

  @Test("The music goes through its sections, however often what it plays repeats")
  func repetition() async throws {
    // Verse, chorus, bridge again and again.
    let rendering = try await Rendering(small.session(), score: "@3000000 quit")
    let mixed = try await Rendering(small.session(), score: "@3000000 quit", mayRepeat: false)
    #expect(rendering.sink.bits[0] == mixed.sink.bits[0])
    #expect(rendering.report.refused.isEmpty)
    // In silence before each jump: after the verse, and after each bridge from the third section on.
    let ends = stride(from: 3 * 10 * Self.bar, to: 3_000_000, by: 10 * Self.bar)
    for end in [10 * Self.bar] + Array(ends) { #expect(rendering.master[2 * end] == 0, "\(end)") }
    #expect(rendering.master[2 * 20 * Self.bar] != 0, "from the chorus to the bridge it simply goes on")
  }
}
