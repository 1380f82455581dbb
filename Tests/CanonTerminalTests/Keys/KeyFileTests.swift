import CanonFiles
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonTerminal

/// A good `keys.toml`, and where it is looked for.
@Suite struct KeyFileTests {
  private func table(_ text: String) throws -> KeyTable { try KeyTable.parse(path: "keys.toml", text: text) }

  // MARK: - What it changes

  @Test func anEmptyFileChangesNothing() throws {
    let table = try table("")
    for row in KeyRow.all { #expect(table.keys(for: row.action) == row.keys) }
    #expect((0..<30).map { table.label(ofStem: $0) } == (0..<30).map { KeyTable.usual.label(ofStem: $0) })
    #expect(table.confirmsQuit)
  }

  @Test("Every action can have another key, instead of its usual ones", arguments: KeyRow.all)
  func everyAction(row: KeyRow) throws {
    let table = try table("[keys]\n\(row.action.word) = [\"f7\", \"ctrl-o\"]\n")
    #expect(table.action(for: .function(7)) == row.action)
    #expect(table.action(for: .control("o")) == row.action)
    for key in row.keys { #expect(table.action(for: key) == nil) }
    for other in KeyRow.all where other != row {
      for key in other.keys { #expect(table.action(for: key) == other.action) }
    }
  }

  @Test func twoActionsMayChangeTheirKeys() throws {
    let table = try table("[keys]\nmute = [\"s\"]\nsolo = [\"m\"]\n")
    #expect(table.action(for: "s") == .mute)
    #expect(table.action(for: "m") == .solo)
  }

  @Test func anActionMayHaveNoKey() throws {
    let table = try table("[keys]\nhelp = []\nselect-previous = [\"h\", \"h\"]\n")
    #expect(table.keys(for: .help).isEmpty)
    #expect(table.keys(for: .selectPrevious) == ["h"])
    #expect(table.action(for: "?") == nil)
  }

  @Test func quitNeedNotAsk() throws {
    #expect(try table("confirm_quit = true").confirmsQuit)
    #expect(try !table("confirm_quit = false").confirmsQuit)
  }

  @Test("The seek keys move by the seconds of the file, and the help says so")
  func seekSeconds() throws {
    let table = try table("seek_seconds = 1")
    #expect(table.options.seekSeconds == 1 && KeyTable.usual.options.seekSeconds == 10)
    #expect(table.help().contains { $0.keys == "." && $0.text == "Moves the music forward by 1 second." })
    for action in [KeyAction.seekForward, .seekBack] {
      let usual = KeyRow.all.first { $0.action == action }?.summary
      #expect(KeyTable.usual.help().contains { $0.text == usual })
    }
    for wrong in ["0", "601", "2.5", "\"5\""] {
      let problems = #expect(throws: FileProblems.self) { try self.table("seek_seconds = \(wrong)") }
      #expect(problems?.problems.first?.message.contains("from 1 to 600") == true)
    }
  }

  // MARK: - The stems' keys

  @Test func theStemsKeysAreThoseListed() throws {
    let table = try table("[stems]\nkeys = \"äb#1\"\nnow = \"Ä $\"\n")
    #expect((0..<5).map { table.label(ofStem: $0) } == ["ä", "b", "#", "1", nil])
    #expect(table.pressed("Ä") == "0 now")
    #expect(table.pressed("B") == nil, "a space stands for none")
    #expect(table.pressed("$") == "2 now")
    #expect(table.pressed("!") == "3 now", "what is left open is as usual")
    for (index, key) in "äb#1".enumerated() {
      #expect(table.pressed(.character(key)) == "\(index)")
      #expect(table.pressed(.alt(key)) == "\(index) now")
    }
  }

  @Test func shiftedKeysAloneAreForTheUsualKeys() throws {
    let table = try table("[keys]\ngain-up = [\"+\"]\n[stems]\nnow = \"!\\\"§$%&/()=\"\n")
    #expect(table.pressed("\"") == "1 now")
    #expect(table.pressed("=") == "9 now")
    #expect(table.pressed("@") == nil)
    #expect(table.pressed("W") == "10 now")
  }

  @Test func aKeyThatTheFileGivesToAnActionIsNotOfferedToStems() throws {
    let table = try table("[keys]\nredraw = [\"2\", \"W\", \"alt-1\", \"$\"]\n")
    #expect((0..<12).compactMap { table.label(ofStem: $0) }.joined() == "134567890ert")
    #expect(table.action(for: .alt("1")) == .redraw)
    #expect(table.pressed(.alt("1")) == nil)
    #expect(table.pressed("!") == "0 now")
    #expect(table.action(for: "$") == .redraw)
    #expect(table.pressed("4") == "2")
  }

  @Test func aLetterThatAnActionNoLongerHasIsOffered() throws {
    let table = try table("[keys]\nquit = [\"f10\"]\n")
    #expect(table.label(ofStem: 10) == "q")
  }

  @Test func aSmallAndALargeLetterMayBeTwoStems() throws {
    let small = try table("[stems]\nkeys = \"aA\"\n"), large = try table("[stems]\nkeys = \"Aa\"\n")
    #expect([small.pressed("a"), small.pressed("A")] == ["0", "1"])
    #expect([large.pressed("A"), large.pressed("a")] == ["0", "1"])
    #expect(large.help()[1].keys == "alt-A", "neither has a shifted key")
  }

  @Test func noStemNeedsAKey() throws {
    let table = try table("[stems]\nkeys = \"\"\n")
    #expect(table.label(ofStem: 0) == nil)
    #expect(table.pressed("1") == nil)
    #expect(table.help().first?.keys == "click")
  }

  // MARK: - Where it is

  @Test(
    "keys.toml is in the folder for settings",
    arguments: [
      (["XDG_CONFIG_HOME": "/c", "HOME": "/home/u"], "/c/canon/keys.toml"),
      (["HOME": "/home/u"], "/home/u/.config/canon/keys.toml"),
      (["XDG_CONFIG_HOME": "", "HOME": "/home/u"], "/home/u/.config/canon/keys.toml"),
      (["XDG_CONFIG_HOME": "relative", "HOME": "/home/u"], "/home/u/.config/canon/keys.toml"),
      (["HOME": "relative"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func path(environment: [String: String], path: String?) {
    #expect(KeyTable.usualPath(environment: environment) == path)
  }

  @Test func withoutTheFileTheUsualKeysHold() throws {
    let folder = try TestFolder()
    let table = try KeyTable.loadUsual(environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(table.action(for: "m") == .mute)
    #expect(try KeyTable.loadUsual(environment: [:]).action(for: "m") == .mute)
  }

  @Test func theFileOfThePersonIsRead() throws {
    let folder = try TestFolder()
    _ = try folder.write("[keys]\nmute = [\"f2\"]\n", to: "canon/keys.toml")
    let table = try KeyTable.loadUsual(environment: ["XDG_CONFIG_HOME": folder.path])
    #expect(table.action(for: .function(2)) == .mute)
  }

  @Test func aFileThatCannotBeReadIsToldWithItsPath() throws {
    let folder = try TestFolder()
    let path = folder.file("keys.toml")
    let missing = #expect(throws: FileProblems.self) { try KeyTable.load(path) }
    #expect(
      missing?.message
        == "\(path): found no such file, expected a file of keys (a text file). "
        + "Check the name and the folder.")
    _ = try folder.write("[keys\n", to: "keys.toml")
    let broken = #expect(throws: FileProblems.self) { try KeyTable.load(path) }
    #expect(broken?.problems.map(\.expected) == ["] after the name of the table"])
    #expect(broken?.problems.first?.line == 1)
    #expect(broken?.problems.map(\.file) == [path])
  }

  @Test func aLinkToNothingIsNoMissingFile() throws {
    let folder = try TestFolder()
    let path = try folder.write("", to: "canon/keys.toml")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.file("gone.toml"))
    #expect(throws: FileProblems.self) {
      try KeyTable.loadUsual(environment: ["XDG_CONFIG_HOME": folder.path])
    }
  }
}
