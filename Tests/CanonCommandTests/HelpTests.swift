import Testing

/// What canon says of itself.
@Suite struct HelpTests {
  @Test(
    "Help is on standard output, and as it was",
    arguments: [
      (["--help"], "help"), (["help", "play"], "help-play"), (["help", "render"], "help-render"),
      (["help", "check"], "help-check"), (["help", "new"], "help-new"), (["help", "doors"], "help-doors"),
      (["help", "doctor"], "help-doctor"), (["help", "ports"], "help-ports"), (["help", "ctl"], "help-ctl"),
    ])
  func help(arguments: [String], name: String) throws {
    let canon = try arguments.count == 1 ? Canon(arguments[0]) : Canon(arguments[0], arguments[1])
    #expect(canon.status == 0)
    #expect(canon.errors == [])
    try expectSnapshot(canon.output, name)
  }

  @Test(
    "A subcommand's --help is what help says of it",
    arguments: ["play", "render", "check", "new", "doors", "doctor", "ports", "ctl"])
  func helpOption(subcommand: String) throws {
    let option = try Canon(subcommand, "--help"), short = try Canon(subcommand, "-h")
    #expect(option.status == 0)
    #expect(try option.output == Canon("help", subcommand).output)
    #expect(option.output == short.output)
  }

  @Test func withoutArgumentsCanonShowsItsHelp() throws {
    let canon = try Canon()
    #expect(canon.status == 0)
    #expect(try canon.output == Canon("--help").output)
  }

  @Test func theVersionIsOneLine() throws {
    let canon = try Canon("--version")
    #expect(canon.status == 0)
    #expect(canon.output == ["canon 0.1.0"])
    #expect(canon.errors == [])
  }

  @Test func everyExitStatusIsInTheHelp() throws {
    let text = try Canon("--help").output.joined(separator: " ")
    for status in ["0 done", "1 failed", "2 wrong usage", "65 ", "69 ", "73 ", "77 "] {
      #expect(text.contains(status))
    }
  }
}
