import Testing

@testable import CanonTerminal

/// Which parts of the screen there is room for.
@Suite struct ScreenPlanTests {
  private func added(hasPiece: Bool) -> [[ScreenPlan.Part]] {
    (1...40).map { rows in
      ScreenPlan.Part.allCases.filter {
        ScreenPlan(rows: rows, hasPiece: hasPiece).has($0)
          && !ScreenPlan(rows: rows - 1, hasPiece: hasPiece).has($0)
      }
    }
  }

  @Test("A taller screen adds parts in the order of their importance")
  func order() {
    let expected: [Int: ScreenPlan.Part] = [
      3: .title, 4: .messages, 6: .ruler, 8: .bottom, 12: .master, 14: .loop, 15: .server, 16: .nextDoor,
      18: .heading, 20: .connections, 22: .masterPair, 24: .secondMessage, 28: .rules,
    ]
    #expect(added(hasPiece: false) == (1...40).map { expected[$0].map { [$0] } ?? [] })
  }

  @Test("A piece of a programme has a row from fifteen rows on, and what comes after it a row later")
  func piece() {
    let expected: [Int: ScreenPlan.Part] = [
      3: .title, 4: .messages, 6: .ruler, 8: .bottom, 12: .master, 14: .loop, 15: .piece, 16: .server,
      17: .nextDoor, 19: .heading, 21: .connections, 23: .masterPair, 25: .secondMessage, 29: .rules,
    ]
    #expect(added(hasPiece: true) == (1...40).map { expected[$0].map { [$0] } ?? [] })
    #expect(ScreenPlan(rows: 24, hasPiece: true).free == 12, "the stems keep their rows")
  }
}
