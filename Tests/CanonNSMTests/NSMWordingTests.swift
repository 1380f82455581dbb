import CanonFiles
import CanonSession
import Testing

@testable import CanonNSM

/// What people and session managers are told.
@Suite struct NSMWordingTests {
  @Test("Each reason has a sentence in every language", arguments: Language.allCases)
  func sentences(language: Language) {
    let problems: [NSMProblem] = [
      .address("x"), .unreachable("osc.udp://x:1/", 0), .unreachable("osc.udp://x:1/", 101),
      .noAnswer("osc.udp://x:1/", seconds: 3), .noProject("osc.udp://x:1/", seconds: 10), .refused("No."),
    ]
    let refusals: [NSMRefusal] = [
      .project, .notOpened(["It is damaged" + (language == .japanese ? "。" : ".")], isDamaged: true),
      .shared(path: "/s"),
      .notMade(path: "/s", DiskError(code: 13)),
      .notSaved([EveningProblem(path: "/s", error: DiskError(code: 28))]), .notNow,
    ]
    // A manager's own words end as they do.
    for text in problems.dropLast().map({ $0.text(language) }) + refusals.map({ $0.text(language) }) {
      #expect(text.last == (language == .japanese ? "。" : "."), "\(text)")
    }
    #expect(NSMRefusal.notOpened([], isDamaged: true).code == -9)
    #expect(NSMRefusal.notOpened([], isDamaged: false).code == -1)
    #expect(NSMProblem.goesOn(language).last == (language == .japanese ? "。" : "."))
    #expect(NSMProblem.noAnswer("osc.udp://x:1/", seconds: 3).text(language).contains("osc.udp://x:1/"))
    #expect(refusals.allSatisfy { (-10 ... -1).contains($0.code) })
  }

  @Test("What a manager says cannot move the cursor")
  func clean() {
    #expect(!NSMProblem.refused("\u{1B}[2J").text(.english).contains("\u{1B}"))
    #expect(!NSMProblem.address("\u{1B}[2J").text(.english).contains("\u{1B}"))
  }
}
