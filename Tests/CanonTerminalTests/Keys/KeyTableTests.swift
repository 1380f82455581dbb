import CanonControlSupport
import CanonSession
import CanonTerminal
import CanonTestSupport
import Testing

/// What the usual keys do.
@Suite struct KeyTableTests {
  private let usual = KeyTable.usual

  @Test("Every key of the table does what its row says", arguments: KeyRow.all)
  func rows(row: KeyRow) {
    #expect(usual.keys(for: row.action) == row.keys)
    for key in row.keys {
      #expect(usual.action(for: key) == row.action)
      #expect(usual.stem(for: key, count: 4000) == nil, "no key does two things")
    }
  }

  @Test func quitAsks() { #expect(usual.confirmsQuit) }

  // MARK: - The stems' keys

  @Test func beforeTheStemsStandDigitsThenTheLettersThatNoActionHas() {
    let labels = (0..<50).compactMap { usual.label(ofStem: $0) }
    #expect(labels.joined() == "1234567890wertyioaflzvbn")
    #expect(usual.label(ofStem: 24) == nil)
    #expect(usual.label(ofStem: -1) == nil)
  }

  @Test(
    "The key beside a stem presses it, with Shift now",
    arguments: zip("1234567890wertyioaflzvbn", "!@#$%^&*()WERTYIOAFLZVBN").enumerated().map {
      ($0, $1.0, $1.1)
    })
  func stems(index: Int, key: Character, shifted: Character) {
    #expect(usual.pressed(.character(key), count: 24) == "\(index)")
    #expect(usual.pressed(.character(shifted), count: 24) == "\(index) now")
    #expect(usual.pressed(.alt(key), count: 24) == "\(index) now")
    #expect(usual.action(for: .character(key)) == nil)
    #expect(usual.action(for: .character(shifted)) == nil)
    #expect(usual.label(ofStem: index) == String(key))
  }

  @Test func theKeyOfAStemThatIsNotThereDoesNothing() {
    for key in ["3", "#", .alt("3")] as [Key] {
      #expect(usual.stem(for: key, count: 3) != nil)
      #expect(usual.stem(for: key, count: 2) == nil)
      #expect(usual.stem(for: key, count: 0) == nil)
    }
  }

  @Test func otherKeysDoNothing() {
    for key in ["~", "ß", .alt("m"), .function(9), .tab, .control("y")] as [Key] {
      #expect(usual.action(for: key) == nil && usual.stem(for: key, count: 4000) == nil, "\(key.name)")
    }
  }

  // MARK: - A set's own keys

  @Test func aSetsOwnKeyIsItsStemsAndTheOthersGetWhatIsLeft() {
    let (table, notes) = usual.assigned(to: [("bass", nil), ("violin", "v"), ("viola", "1"), ("flute", nil)])
    #expect((0..<5).map { table.label(ofStem: $0) } == ["2", "v", "1", "3", nil])
    #expect(table.pressed("V", count: 4) == "1 now")
    #expect(table.pressed("!", count: 4) == "2 now")
    #expect(notes.isEmpty)
  }

  @Test func aStemsKeyThatIsAnActionsStaysTheActions() {
    let (table, notes) = usual.assigned(to: [("cello", "m"), ("violin", nil)])
    #expect(table.action(for: "m") == .mute)
    #expect(table.label(ofStem: 0) == "1")
    #expect(table.label(ofStem: 1) == "2")
    #expect(
      notes.map { $0.text(.english) } == [
        #""m" does not press cello, as its set has it: it is the key of "mute"."#
      ])
    #expect(
      notes.map { $0.text(.japanese) } == ["「m」は「mute」のキーなので、セットの指定どおりに「cello」を押すことはできません。"])
    #expect(KeyNote.usualKeys.text(.japanese) == "既定のキーを使います。")
  }

  @Test func aLargeLetterOfASetIsThatStemsAlone() {
    let (table, _) = usual.assigned(to: [("violin", "v"), ("viola", "V"), ("oboe", "/")])
    #expect(table.pressed("V", count: 3) == "1")
    #expect(table.pressed(.alt("v"), count: 3) == "0 now")
    #expect(table.pressed(.alt("V"), count: 3) == "1 now")
    #expect(table.pressed(.alt("/"), count: 3) == "2 now")
  }

  @Test func aStemFarBehindTheLastKeyKeepsItsOwn() {
    var stems = (0..<100).map { (id: "s\($0)", key: nil as Character?) }
    stems[90].key = "z"
    let (table, _) = usual.assigned(to: stems)
    #expect(table.pressed("z", count: 100) == "90")
    #expect(table.label(ofStem: 22) == "n")
    #expect(table.label(ofStem: 23) == nil)
  }

  // MARK: - Help

  @Test("The bottom line begins with how to play")
  func hints() throws {
    func hint(_ table: KeyTable) -> String? { table.hints().first.map { "\($0.key) \($0.text)" } }
    func stems(_ count: Int) -> KeyTable {
      usual.assigned(to: (0..<count).map { (id: "s\($0)", key: nil) }).table
    }
    #expect(hint(stems(6)) == "1-6 press")
    #expect(hint(stems(1)) == "1 press")
    #expect(hint(stems(2)) == "1-2 press")
    #expect(hint(stems(9)) == "1-9 press")
    #expect(hint(stems(10)) == "1-9… press")
    #expect(hint(usual.assigned(to: [("a", "v"), ("b", "x"), ("c", nil)]).table) == "v… press")
    let none = try KeyTable.parse(path: "keys.toml", text: "[stems]\nkeys = \"\"\n")
    #expect(hint(none) == "enter press")
    #expect(stems(6).hints().dropFirst().map(\.text).prefix(4) == ["help", "quit", "command", "doors"])
  }

  @Test func helpShowsTheStemsKeysThenTheTable() {
    let lines = usual.help().map { "\($0.keys): \($0.text)" }
    #expect(
      lines.prefix(4) == [
        "1 2 3 4 5 6 7 8 9 0 w e … b n: Presses the stem that the key stands beside.",
        "! @ # $ % ^ & * ( ) W E … B N: Presses it now, as Alt with its key does.",
        "click: Presses the stem under the mouse; on its meter or gain it selects it.",
        "j, down, right: Selects the next stem.",
      ])
    #expect(
      Array(lines.dropFirst(3))
        == KeyRow.all.map { $0.keys.map(\.name).joined(separator: ", ") + ": " + $0.summary })
  }

  @Test func helpIsInJapaneseToo() {
    let english = usual.help(), japanese = usual.help(.japanese)
    #expect(japanese.map(\.keys) == english.map(\.keys))
    for (keys, text) in japanese {
      #expect(JapaneseText.isJapanese(text) && JapaneseText.englishWords(in: text) == [], "\(keys): \(text)")
      #expect(text.hasSuffix("。"), "\(text)")
    }
    #expect(Set(japanese.map(\.text)).count == english.count)
    #expect(japanese.contains { $0 == ("m", "選んだステムをミュートするか、解除します。") })
  }

  @Test func helpShowsTheKeysOfTheFileAndLeavesOutWhatHasNone() throws {
    let table = try KeyTable.parse(
      path: "keys.toml", text: "[keys]\nmute = [\"f2\"]\ndoors = []\n[stems]\nkeys = \"ab\"\nnow = \"  \"\n")
    let lines = table.help()
    #expect(lines[0].keys == "a b")
    #expect(lines[1].keys == "alt-a")
    #expect(lines.contains { $0 == ("f2", "Mutes the selected stem, or unmutes it.") })
    #expect(lines.count == 3 + KeyRow.all.count - 1)
    #expect(!lines.contains { $0.text.contains("doors") })
  }
}
