import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonTerminal

/// The word and the colour of a stem's row.
@Suite struct StemLookTests {
  @Test(
    "A stem whose file cannot be read is marked as an error, until it can be", arguments: [24, 40, 80, 160])
  func unreadable(columns: Int) throws {
    func look(isUnreadable: Bool) throws -> StemLook {
      var view = try Stage.usual().view
      view.snapshot = moment(.stop, isUnreadable: isUnreadable)
      return StemLook(view.snapshot.stems[1], DrawingContext(view, columns: columns))
    }
    let error = try look(isUnreadable: true)
    #expect(error.word == "error" && error.role == .warning)
    #expect(try look(isUnreadable: false).word == "stop")
  }
}
