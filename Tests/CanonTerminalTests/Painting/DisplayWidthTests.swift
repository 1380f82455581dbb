import Testing

@testable import CanonTerminal

/// Cells of a terminal: how many a text takes, and cutting and padding by them.
@Suite struct DisplayWidthTests {
  @Test(
    "The width of a text in cells",
    arguments: [
      ("", 0), ("a", 1), ("Cello", 5), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{302}", 1), ("琴", 2),
      ("チェロ", 6),
      ("ｶ", 1), ("（）", 4), ("첼로", 4), ("🎻", 2), ("🇯🇵", 2), ("█▆│─", 4), ("…→●×", 4), ("ภาษา", 4),
      ("か\u{3099}", 2),
      ("ß", 1), ("Ω", 1), ("א", 1), ("ａ", 2), ("⌚", 2), ("☀", 1),
    ])
  func width(text: String, cells: Int) {
    #expect(DisplayWidth.width(text) == cells)
    #expect(text.reduce(0) { $0 + DisplayWidth.width($1) } == cells)
  }

  @Test(
    "Cutting never splits a letter, and says that it cut",
    arguments: [
      ("Cello", 5, "Cello"), ("Cello", 4, "Cel…"), ("Cello", 1, "…"), ("Cello", 0, ""), ("チェロ", 6, "チェロ"),
      ("チェロ", 5, "チェ…"), ("チェロ", 4, "チ…"), ("チェロ", 3, "チ…"), ("チェロ", 2, "…"),
      ("e\u{301}tude", 3, "e\u{301}t…"),
    ])
  func truncate(text: String, cells: Int, cut: String) {
    #expect(DisplayWidth.truncate(text, cells) == cut)
    #expect(DisplayWidth.truncate(text, cells, ellipsis: "~") == cut.replacing("…", with: "~"))
  }

  @Test("A field has exactly the requested width", arguments: 0...12)
  func fit(cells: Int) {
    func field(_ text: String) -> String {
      var row = TextRow(.unicode)
      row.add(text, width: cells)
      return row.text
    }
    for text in ["", "Cello", "チェロ", "a長b長c長d", "🎻🎻🎻🎻"] {
      #expect(DisplayWidth.width(field(text)) == cells)
    }
    if cells == 3 { #expect(field("長い") == "長…") }
  }

  @Test(
    "What is no letter does not reach the terminal",
    arguments: [
      ("a\u{1b}[31mb", "a?[31mb"), ("a\nb\r\nc\t", "a?b??c?"), ("\u{9b}", "?"), ("\u{7f}", "?"),
      ("\u{202e}x", "?x"),
      ("\u{2028}", "?"), ("\u{feff}", "?"), ("\u{ad}", "?"), ("\u{fffe}", "?"), ("日本 é ×", "日本 é ×"),
      ("क\u{94d}\u{200d}ष", "क\u{94d}\u{200d}ष"),
    ])
  func plain(text: String, shown: String) {
    #expect(DisplayWidth.plain(text) == shown)
  }

  @Test(
    "Emoji that terminals draw differently wide become those that all draw alike",
    arguments: [
      ("👩‍👩‍👧‍👦", "👩", 2), ("👍🏽", "👍", 2), ("❤️", "❤", 1), ("🏃‍♂️x", "🏃x", 3), ("1️⃣", "1\u{20e3}", 1), ("🇯🇵", "🇯🇵", 2),
    ])
  func emoji(text: String, shown: String, cells: Int) {
    #expect(DisplayWidth.plain(text) == shown)
    #expect(DisplayWidth.width(shown) == cells)
  }

  @Test func whatIsPlainStaysAsItIs() {
    for text in ["👩‍👩‍👧‍👦a", "\u{200d}\u{200d}👧👦", "\u{200d}\u{fe0f}👧", "क्‍ष", "e\u{301}\u{1b}"] {
      let once = DisplayWidth.plain(text)
      #expect(DisplayWidth.plain(once) == once)
    }
  }

  @Test func theTableOfWideLettersIsInOrder() {
    for (range, next) in zip(WideLetters.ranges, WideLetters.ranges.dropFirst()) {
      #expect(range.upperBound < next.lowerBound)
      #expect(WideLetters.contains(range.lowerBound) && WideLetters.contains(range.upperBound))
      if range.upperBound + 1 < next.lowerBound { #expect(!WideLetters.contains(range.upperBound + 1)) }
    }
    #expect(!WideLetters.contains(0x10ff) && !WideLetters.contains(0x3fffe))
  }
}
