import CanonTerminal
import Testing

/// What keys are called, and which names there are.
@Suite struct KeyNameTests {
  private static let named: [(Key, String)] = [
    (" ", "space"), (.enter, "enter"), (.tab, "tab"), (.backTab, "shift-tab"), (.escape, "escape"),
    (.backspace, "backspace"), (.delete, "delete"), (.up, "up"), (.down, "down"), (.left, "left"),
    (.right, "right"), (.home, "home"), (.end, "end"), (.pageUp, "page-up"), (.pageDown, "page-down"),
    ("m", "m"), ("M", "M"), ("-", "-"), ("\"", "\""), ("é", "é"), ("ß", "ß"), ("弦", "弦"),
    (.alt("1"), "alt-1"), (.alt("W"), "alt-W"), (.alt("w"), "alt-w"), (.alt("-"), "alt--"),
    (.alt(" "), "alt-space"), (.control("l"), "ctrl-l"), (.function(1), "f1"), (.function(12), "f12"),
  ]

  @Test("A key has a name, and the name is that key", arguments: named)
  func roundTrip(key: Key, name: String) {
    #expect(key.name == name)
    #expect(Key(name: name) == key)
  }

  @Test func everyLetterThatReachesAProgramHasAName() {
    for letter in Key.controlLetters {
      #expect(Key(name: "ctrl-\(letter)") == .control(letter))
    }
    #expect(Key.controlLetters.count == 18)
  }

  @Test(
    "In a name of more than one character small and large letters are the same",
    arguments: [
      ("Space", " "), ("ENTER", .enter), ("Page-Up", .pageUp), ("Ctrl-L", .control("l")),
      ("F5", .function(5)),
      ("Alt-w", .alt("w")), ("ALT-W", .alt("W")),
    ] as [(String, Key)])
  func letterCase(name: String, key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test(
    "What is no key, or does not reach a program, has no name",
    arguments: [
      "", "entr", "ctrl", "ctrl-", "ctrl-1", "ctrl-ll", "ctrl-é", "alt-", "alt-ab", "f0", "f13", "f01", "fx",
      "mm",
      "\t", "\u{1b}", "\u{7f}", "\u{85}", "\u{a0}", "\u{202e}", "\u{301}", "\u{200d}", "\u{e000}", "\u{378}",
      "alt-\u{e000}", "alt-\u{1b}",
      "alt-\u{301}",
      "ctrl-c", "ctrl-z", "ctrl-s", "ctrl-q", "ctrl-h", "ctrl-i", "ctrl-j", "ctrl-m",
    ])
  func noKey(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test func aBlankIsTheSpaceKeyToo() {
    #expect(Key(name: " ") == " ")
  }
}
