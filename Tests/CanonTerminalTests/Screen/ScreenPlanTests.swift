import Testing

@testable import CanonTerminal

/// Which parts of the screen there is room for.
@Suite struct ScreenPlanTests {
  @Test("A taller screen adds parts in the order of their importance")
  func order() {
    let added = (1...40).map { rows in
      ScreenPlan.Part.allCases.filter {
        ScreenPlan(rows: rows).has($0) && !ScreenPlan(rows: rows - 1).has($0)
      }
    }
    let expected: [Int: ScreenPlan.Part] = [
      3: .title, 4: .messages, 6: .ruler, 8: .bottom, 12: .master, 14: .loop, 15: .server, 16: .nextDoor,
      18: .heading, 20: .connections, 22: .masterPair, 24: .secondMessage, 28: .rules,
    ]
    #expect(added == (1...40).map { expected[$0].map { [$0] } ?? [] })
  }
}
