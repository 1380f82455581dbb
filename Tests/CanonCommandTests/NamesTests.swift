import CanonLiveSupport
import CanonStems
import Testing

/// Names with spaces, number and percent signs, umlauts and Japanese, in folders, files and titles.
@Suite struct NamesTests {
  static let all = ["two words", "a#b%20c", "100% d'or", "Übung für Cello", "第一の声部", "ÄÖ #1 50% 琴"]

  @Test("Sets with such names are read, shown and written", arguments: all)
  func good(name: String) throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", title: name, name: name)
    let check = try Canon("check", set.schedule)
    // The loops are constant, which is a warning.
    #expect(
      check.status == 0 && check.output.prefix { !$0.isEmpty }.allSatisfy { $0.contains("(DC)") },
      "\(check.output)")

    let doors = try Canon("doors", set.schedule, "--as-of", "2026-12-05")
    #expect(doors.output.first == name)
    #expect(
      try Canon("doors", set.schedule, "--json").output.first?.contains("\"title\":\"\(name)\"") == true)

    let score = try set.folder.write("@0 start violin\n@4800 quit\n", to: "\(name).score")
    let out = set.folder.file("\(name).flac")
    let render = try Canon(
      "render", set.folder.file(name), "-o", out, "--score", score, "--stems",
      set.folder.file("\(name) parts"))
    #expect(render.status == 0)
    #expect(render.errors == [])
    #expect(try StereoFile(out).left == [Float](repeating: 0.75, count: 4800))
    #expect(
      try StereoFile(set.folder.file("\(name) parts/violin.flac")).left
        == [Float](repeating: 0.25, count: 4800))
  }

  @Test("Problems name such files as they are", arguments: all)
  func broken(name: String) throws {
    let set = try SmallSet(doors: "viola = 2026-12-06", title: name, name: name)
    let canon = try Canon("check", set.schedule)
    #expect(canon.status == 65)
    let broken = try set.folder.write("title = 3\n", to: "\(name)/\(name).toml")
    #expect(try set.local(Canon("check", broken).output).first?.hasPrefix("\(name)/\(name).toml:") == true)
  }
}
