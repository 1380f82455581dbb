import Testing

@testable import CanonFiles

@Suite struct PlacesTests {
  @Test func aTableOfItsOwnStandsWhereItsHeaderIs() throws {
    let file = try TOMLFile(path: "t.toml", text: "[doors]\nz = 1\n\n[doors.a]\nopens = 2\n")
    let doors = try #require(file.root.subtable("doors", Advice(expected: "", remedy: "")))
    #expect(doors.line(of: "a") == 4)
    #expect(doors.keys == ["z", "a"])
    #expect(doors.line(of: "missing") == 1)
  }

  @Test(arguments: ["2026-12-06T18:00:00", "2026-12-06T18:00:00Z", "2026-12-06T18:00:00+09:00", "2026-12-06"])
  func dateTimesAreShownAsTheyAreWritten(text: String) throws {
    let file = try TOMLFile(path: "t.toml", text: "a = \(text)")
    let value = try #require(file.root.value("a"))
    #expect(TableReader.show(value) == text)
  }
}
