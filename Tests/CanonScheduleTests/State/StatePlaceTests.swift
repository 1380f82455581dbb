import Foundation
import Testing

@testable import CanonSchedule

/// Where the state lies: the folder, and the file of each schedule.
@Suite struct StatePlaceTests {
  let folder = StateFolder()

  @Test(
    arguments: [
      (["XDG_STATE_HOME": "/x", "HOME": "/home/anna"], "/x/canon"),
      (["XDG_STATE_HOME": "/x/"], "/x//canon"),
      (["XDG_STATE_HOME": "x/y", "HOME": "/home/anna"], "/home/anna/.local/state/canon"),
      (["XDG_STATE_HOME": "./x", "HOME": "/home/anna"], "/home/anna/.local/state/canon"),
      (["XDG_STATE_HOME": "", "HOME": "/home/anna"], "/home/anna/.local/state/canon"),
      (["HOME": "/home/anna"], "/home/anna/.local/state/canon"),
      (["XDG_STATE_HOME": "x"], nil), (["HOME": ""], nil), (["HOME": "anna"], nil), ([:], nil),
    ] as [([String: String], String?)])
  func theFolderIsThatOfXDG(environment: [String: String], expected: String?) {
    #expect(StateFile.usual(environment: environment)?.folder == expected)
  }

  @Test func slashesAtTheEndDoNotCount() {
    #expect(StateFile(folder: "/x/canon//").folder == "/x/canon")
    #expect(StateFile(folder: "/").folder == "/")
  }

  /// The hash is part of the format: a release that counted it in another way would forget everything.
  @Test(
    arguments: [
      ("/nonexistent/advent.toml", "advent-47d427766f40b9ca.toml"),
      ("/nonexistent/Ad vent (2).toml", "Ad-vent-2-a3a64437f588e443.toml"),
      ("/nonexistent/クリスマス.toml", "schedule-a94f7b7038cff0a2.toml"),
      ("/nonexistent/x" + String(repeating: "y", count: 80), "x"),
    ])
  func theNameIsForPeopleAndTheHashForCanon(schedule: String, expected: String) {
    let name = StatePlace(folder: "/s", schedule: schedule).name
    if expected == "x" {
      #expect(name.hasPrefix("x" + String(repeating: "y", count: 39) + "-"))
      #expect(name.count == 40 + 1 + 16 + 5)
    } else {
      #expect(name == expected)
    }
  }

  @Test(
    arguments: [
      "a \"quoted\" name.toml", "back\\slash\\u0041.toml", "two\nlines\r.toml", "tab\t.toml",
      "Ünï – 降臨節.toml", "e\u{301}.toml", "🕯️.toml", "esc\u{1b}[2J.toml", "\u{7f}\u{85}\u{1}.toml",
      "right\u{202e}left.toml",
      "'''single'''.toml", "# not a comment", "$HOME %s `id`.toml", ".toml", "-rf", "*",
    ])
  func everyNameWorks(name: String) throws {
    let schedule = folder.schedule(name)
    folder.file.update(schedule) { $0.see(at("18:00:00")) }
    let outcome = folder.file.update(schedule) { $0.see(at("19:00:00")) }
    #expect(outcome == StateFile.Outcome(memory: DoorMemory("18:00:00", "19:00:00")))
    let file = try #require(folder.names.first)
    #expect(folder.names == [folder.place(schedule).name])
    #expect(file.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") })
    #expect(file.first?.isLetter == true)
    let text = folder.text(folder.state + "/" + file)
    #expect(text.split(separator: "\n").count == 7, "the name breaks no line")
    let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
    #expect(isPlain && !text.contains("\u{202e}"), "and moves no cursor")
  }

  @Test func twoSchedulesDoNotMix() throws {
    let one = folder.schedule()
    try FileManager.default.createDirectory(atPath: folder.path + "/b", withIntermediateDirectories: true)
    let other = folder.schedule("b/advent.toml")
    folder.file.update(one) { $0.see(at("18:00:00")) }
    #expect(folder.file.memory(of: other).memory == DoorMemory())
    folder.file.update(other) { $0.see(at("07:00:00")) }
    #expect(folder.names.count == 2)
    #expect(folder.file.memory(of: one).memory == DoorMemory("18:00:00", "18:00:00"))
    #expect(folder.file.memory(of: other).memory == DoorMemory("07:00:00", "07:00:00"))
  }

  @Test func namesThatOnlyLookTheSameDoNotMix() {
    let composed = folder.schedule("é.toml")
    let decomposed = folder.schedule("e\u{301}.toml")
    folder.file.update(composed) { $0.see(at("18:00:00")) }
    #expect(folder.file.memory(of: decomposed) == StateFile.Outcome())
  }

  @Test func linksToOneScheduleShareItsMemory() throws {
    let schedule = folder.schedule()
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    folder.file.update(link + "/advent.toml") { $0.see(at("18:00:00")) }
    #expect(folder.file.memory(of: schedule).memory == DoorMemory("18:00:00", "18:00:00"))
    let detour = folder.file.memory(of: folder.path + "/./advent.toml")
    #expect(detour.memory == DoorMemory("18:00:00", "18:00:00"))
  }

  @Test func aScheduleThatVanishesWhileItPlaysKeepsItsMemory() throws {
    let schedule = folder.schedule()
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    folder.file.update(link + "/advent.toml") { $0.see(at("18:00:00")) }
    try FileManager.default.removeItem(atPath: schedule)
    let outcome = folder.file.update(link + "/advent.toml") { $0.see(at("19:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "19:00:00"))
  }

  @Test func aRelativePathIsOfTheWorkingFolder() {
    let here = FileManager.default.currentDirectoryPath
    #expect(folder.place("none.toml") == folder.place(here + "/none.toml"))
  }
}
