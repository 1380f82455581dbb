import CanonFiles
import Testing

@testable import CanonTerminal

/// Problems of the history's file have codes for programs, as all problems of files have.
@Suite struct HistoryAdviceTests {
  @Test func eachHasItsCode() {
    #expect(FileProblem(file: "/history", HistoryAdvice.notRegular).code == "history.not-regular")
    #expect(FileProblem(file: "/history", HistoryAdvice.system(13)).code == "history.system")
  }
}
