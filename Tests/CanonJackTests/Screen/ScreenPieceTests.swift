import CanonLiveSupport
import Testing

/// What the full screen shows of a programme that plays.
extension LiveTests.Screen {
  /// The times of the piece in the line of the programme, in seconds; nil if that does not show both.
  private func times(_ picture: Picture) -> (elapsed: Int, left: Int)? {
    let found = picture.lines.lazy.compactMap {
      $0.firstMatch(of: /piece 1 of 2   (\d+):(\d\d):(\d\d), (\d+):(\d\d):(\d\d) left/)?.output
    }.first
    guard let found else { return nil }
    func seconds(_ hours: Substring, _ minutes: Substring, _ seconds: Substring) -> Int {
      (Int(hours) ?? 0) * 3600 + (Int(minutes) ?? 0) * 60 + (Int(seconds) ?? 0)
    }
    return (seconds(found.1, found.2, found.3), seconds(found.4, found.5, found.6))
  }

  @Test(
    "A programme's piece is on the screen: its title, its number, the time that it has played and what is left"
  )
  func piece() throws {
    let screen = try TmuxScreen()
    _ = try screen.folder.writeFlatSet("Vigil", ["cello"], level: 0.1)
    let programme = try screen.folder.write(
      """
      title = "Vespers"
      [[piece]]
      source = "set.toml"
      loops = 600
      [[piece]]
      source = "set.toml"
      title = "Compline"
      """, to: "evening.programme.toml")
    try screen.play(programme, on: .started("canon-test-pieces"))
    let picture = try screen.wait("the first piece has played for a second") {
      $0.contains("1/2 Vigil") && times($0).map { $0.elapsed > 0 } == true
    }
    // Both are cut to whole seconds.
    let shown = try #require(times(picture))
    #expect([599, 600].contains(shown.elapsed + shown.left), "\(picture.text)")
    try screen.enter(":next now")
    try screen.wait("the second piece") { $0.contains("2/2 Compline") && $0.contains("piece 2 of 2") }
    try screen.type("qy")
    #expect(try screen.finish() == "0")
  }
}
