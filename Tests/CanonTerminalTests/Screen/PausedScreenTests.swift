import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonTerminal

/// A performance that is paused or frozen looks so, and stops looking so.
@Suite struct PausedScreenTests {
  private func view(_ status: StemStatus, isHeld: Bool, isWhole: Bool = true) throws -> ScreenView {
    var view = try Stage.usual().view
    view.snapshot = moment(status, isHeld: isHeld, isBaseHeld: isHeld && isWhole)
    return view
  }

  private func title(_ view: ScreenView, _ columns: Int) -> String {
    shownText(
      TitleLine(context: DrawingContext(view, columns: columns), showsAlert: false, range: nil).row())
  }

  @Test("The title line shows it at every width", arguments: [24, 40, 80, 160])
  func title(columns: Int) throws {
    #expect(try title(view(.play, isHeld: true), columns).contains("paused"))
    #expect(try !title(view(.play, isHeld: true), columns).contains("partly"))
    #expect(try title(view(.play, isHeld: true, isWhole: false), columns).contains("partly paused"))
    #expect(try !title(view(.play, isHeld: false), columns).contains("paused"))
  }

  @Test("Music that stands still is frozen, also if it is paused", arguments: [24, 40, 80, 160])
  func frozen(columns: Int) throws {
    var view = try view(.play, isHeld: true)
    view.snapshot.isFrozen = true
    #expect(title(view, columns).contains("frozen") && !title(view, columns).contains("paused"))
    view.snapshot.isFrozen = false
    #expect(!title(view, columns).contains("frozen"))
  }

  @Test func aStemThatPlaysUnheardIsPausedAndOneThatWaitsWaits() throws {
    func word(_ status: StemStatus, isHeld: Bool) throws -> String {
      let view = try view(status, isHeld: isHeld)
      return StemLook(view.snapshot.stems[1], DrawingContext(view, columns: 80)).word
    }
    #expect(try word(.play, isHeld: true) == "paused")
    #expect(try word(.playThenStop(change(at: 9)), isHeld: true) == "paused")
    #expect(try word(.play, isHeld: false) == "play")
    #expect(try word(.wait(change(at: 9)), isHeld: true) == "wait")
    #expect(try word(.mute, isHeld: true) == "mute")
    let paused = try view(.play, isHeld: true)
    let look = StemLook(paused.snapshot.stems[1], DrawingContext(paused, columns: 80))
    #expect(look.mark == "‖" && look.role == .mute && !look.isBold)
  }
}
