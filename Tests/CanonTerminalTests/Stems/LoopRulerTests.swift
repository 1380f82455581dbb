import Testing

@testable import CanonTerminal

/// The loop as a line.
@Suite struct LoopRulerTests {
  private func text(_ bars: Int, _ beats: Int, _ fraction: Double, _ room: Int, _ glyphs: Glyphs = .unicode)
    -> String
  {
    var row = TextRow(glyphs)
    LoopRuler(bars: bars, beats: beats, fraction: fraction, room: room).add(to: &row, glyphs)
    return row.spans.map(\.text).joined()
  }

  @Test(
    "A section stands in brackets, beside the number of its first bar; one without room for them is not shown",
    arguments: [
      (0.5..<1, "1─┴─┴─┴─2[┴─┴─┴]┤"), (0.25..<0.5, "1─┴─[─┴]2─┴─┴─┴─┤"), (0.5..<0.6, "1─┴─┴─┴─2─┴─┴─┴─┤"),
    ])
  func section(part: Range<Double>, text: String) {
    var row = TextRow(.unicode)
    var ruler = LoopRuler(bars: 2, beats: 8, fraction: 0, room: 17)
    ruler.section = part
    ruler.add(to: &row, .unicode)
    #expect(row.spans.map(\.text).joined() == text)
  }

  @Test func everyBeatHasTheSameRoom() {
    #expect(text(2, 8, 0, 17) == "1─┴─┴─┴─2─┴─┴─┴─┤")
    #expect(text(2, 8, 0, 24) == "1─┴─┴─┴─2─┴─┴─┴─┤")
    #expect(text(2, 8, 0, 25) == "1──┴──┴──┴──2──┴──┴──┴──┤")
  }

  @Test func whatHasPassedIsHeavyUpToThePlayHead() {
    #expect(text(2, 8, 0.5, 17) == "1━┻━┻━┻━2─┴─┴─┴─┤")
    #expect(text(2, 8, 0.3, 17) == "1━┻━●─┴─2─┴─┴─┴─┤")
    #expect(text(2, 8, 0.999_999_9, 17) == "1━┻━┻━┻━2━┻━┻━┻●┤")
    #expect(text(2, 8, 0.3, 17, .ascii) == "1=+=O-+-2-+-+-+-|")
  }

  @Test(
    "The numbers of the bars that have begun are put forward",
    arguments: [(0.1, "1"), (0.25, "1"), (0.75, "12")])
  func boldNumbers(fraction: Double, numbers: String) {
    var row = TextRow(.unicode)
    LoopRuler(bars: 2, beats: 8, fraction: fraction, room: 17).add(to: &row, .unicode)
    #expect(row.spans.filter(\.isBold).flatMap(\.text).filter(\.isNumber) == Array(numbers))
  }

  @Test("The number under the play head is reversed, and nothing else")
  func reversedNumber() {
    for (fraction, number) in [(0, ["1"]), (0.5, ["2"]), (0.3, [])] as [(Double, [String])] {
      var row = TextRow(.unicode)
      LoopRuler(bars: 2, beats: 8, fraction: fraction, room: 17).add(to: &row, .unicode)
      #expect(row.spans.filter(\.isReverse).map(\.text) == number, "\(fraction)")
    }
  }

  @Test func whatHasPassedAndWhatIsToComeHaveTheirRoles() {
    var row = TextRow(.unicode)
    LoopRuler(bars: 2, beats: 8, fraction: 0.5, room: 17).add(to: &row, .unicode)
    let roles = row.spans.flatMap { span in span.text.map { _ in span.role } }
    let passed = [Role](repeating: .passed, count: 8), ahead = [Role](repeating: .ahead, count: 8)
    #expect(roles == passed + [.playHead] + ahead)
  }

  @Test func withoutRoomForBeatsBarsAreLeft() {
    #expect(text(8, 32, 0, 25) == "1──2──3──4──5──6──7──8──┤")
    #expect(text(4, 16, 0, 14) == "1──2──3──4──┤")
  }

  @Test func withoutRoomForEveryNumberEverySecondIsLeft() {
    #expect(text(12, 48, 0, 25) == "1─┼─3─┼─5─┼─7─┼─9─┼─11┼─┤")
    #expect(text(100, 400, 0, 33) == "1────17───33───49───65───81───97┤")
  }

  @Test func aSingleBarHasItsNumberWhereThePlayHeadLeavesItACell() {
    #expect(text(1, 4, 0.5, 3) == "1●┤")
    #expect(text(1, 4, 0.5, 2) == "●┤")
  }

  @Test func withoutATempoItIsALine() {
    #expect(text(0, 0, 0.5, 11) == "━━━━━●────┤")
  }

  @Test("The ruler fits into any width", arguments: 0...90)
  func room(room: Int) {
    for (bars, beats) in [(0, 0), (1, 4), (8, 32), (16, 64), (1000, 4000), (3, 9)] {
      for fraction in [-1, 0, 0.25, 0.5, 0.99, 1, 7, .nan, .infinity] {
        #expect(text(bars, beats, fraction, room).count <= max(0, room))
      }
    }
  }
}
