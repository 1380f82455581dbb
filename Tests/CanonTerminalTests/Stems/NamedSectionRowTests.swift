import CanonEngine
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// The named section that the music is in, in the loop's line and on its ruler.
@Suite struct NamedSectionRowTests {
  private static let top = 2 * Stage.loop

  /// In the loop that plays.
  private static func section(
    _ beats: Range<FramePosition>, _ title: String = "Verse", then next: String? = "chorus"
  ) -> Snapshot.NamedSection {
    Snapshot.NamedSection(
      id: "verse", title: title, from: top + beats.lowerBound * Stage.beat,
      until: top + beats.upperBound * Stage.beat, next: next)
  }

  private func row(_ columns: Int, _ section: Snapshot.NamedSection?) throws -> String {
    var view = try Stage.usual().view
    view.snapshot.namedSection = section
    return shownText(LoopLine(context: DrawingContext(view, columns: columns)).row())
  }

  @Test("The section and the next one stand where they take no room from the time to the loop's end")
  func line() throws {
    let end = "next loop in 15 beats, 11.1 s"
    let wide = try row(200, Self.section(16..<32))
    #expect(wide.contains("4    Verse, then chorus   0:01:00  ") && wide.hasSuffix("  " + end))
    #expect(try row(200, Self.section(16..<32, then: nil)).contains("4    Verse   0:01:00  "))
    let narrow = try row(80, Self.section(16..<32))
    #expect(narrow.contains("4    Verse  ") && !narrow.contains("0:01:00") && narrow.hasSuffix(end))
    // Twelve cells are left.
    let twelve = try row(80, Self.section(16..<32, "Twelve-cells"))
    #expect(twelve.contains("   Twelve-cells  ") && twelve.hasSuffix("  " + end))
    let thirteen = try row(80, Self.section(16..<32, "Thirteen-cell"))
    #expect(!thirteen.contains("Thirteen") && thirteen.contains("   0:01:00  ") && thirteen.hasSuffix(end))
  }

  @Test("The time since the beginning is left out where the time to the loop's end needs the room")
  func elapsed() throws {
    #expect(try row(75, nil).contains("   0:01:00  next loop in 15 beats, 11.1 s"))
    let narrow = try row(74, nil)
    #expect(!narrow.contains("0:01:00") && narrow.hasSuffix("next loop in 15 beats, 11.1 s"))
  }

  @Test("On the ruler stands what repeats, else the named section, if it lies in the loop that plays")
  func ruler() throws {
    let view = try Stage.usual().view
    func part(_ section: Section?, _ named: Snapshot.NamedSection?) -> Range<Double>? {
      var view = view
      (view.snapshot.section, view.snapshot.namedSection) = (section, named)
      return LoopRuler(DrawingContext(view, columns: 80), room: 70).section
    }
    let bar = 4 * Stage.beat
    let repeats = Section(from: Self.top, until: Self.top + bar)
    let leadsOn = Section(from: Self.top, until: Self.top + bar, then: 0)
    let verse = Self.section(16..<24)
    #expect(part(nil, nil) == nil)
    #expect(part(nil, verse) == 0.5..<0.75)
    #expect(part(repeats, verse) == 0..<0.125)
    #expect(part(leadsOn, nil) == nil && part(leadsOn, verse) == 0.5..<0.75)
    #expect(part(nil, Self.section(0..<32)) == 0..<1)
    #expect(part(nil, Self.section(-1..<24)) == nil && part(nil, Self.section(16..<33)) == nil)
    #expect(part(nil, Self.section(-32..<0)) == nil && part(nil, Self.section(32..<64)) == nil)
  }
}
