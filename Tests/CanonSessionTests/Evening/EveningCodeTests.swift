import CanonEngine
import CanonFiles
import CanonSchedule
import Testing

@testable import CanonSession

/// What is said of an evening has a word for programs.
@Suite struct EveningCodeTests {
  @Test func eachHasItsOwn() {
    let news: [EveningNews] = [
      .resumed(.init(Instant(secondsSince1970: 0), .local), away: 1, stems: []), .leftOut(["a"]),
      .fresh(.none),
      .notKept(EveningProblem(path: "/x", error: DiskError(code: 1))), .shared,
    ]
    #expect(
      news.map(\.code) == [
        "evening-resumed", "evening-stems-gone", "evening-fresh", "evening-not-kept", "evening-shared",
      ])
  }

  @Test("An evening that says nothing else counts from its first frame")
  func counted() {
    #expect(
      Evening(time: Instant(secondsSince1970: 0), music: Music(rate: .studio, position: 0)).counted == 0)
  }
}
