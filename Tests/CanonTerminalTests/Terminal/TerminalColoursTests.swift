import Testing

@testable import CanonTerminal

/// Which of the terminal's own colours a role has.
@MainActor @Suite struct TerminalColoursTests {
  /// As terminals number them.
  private static let names: [Int16: String] = [
    1: "red", 2: "green", 3: "yellow", 4: "blue", 5: "magenta", 6: "cyan",
  ]

  @Test(
    "Red is what is wrong or too loud, green what sounds, yellow what waits or warns, blue what is muted",
    arguments: [
      ("red", [.error, .meterHigh]), ("green", [.play, .opened, .meterLow, .waveformPassed]),
      ("yellow", [.wait, .pending, .meterMid, .warning]), ("blue", [.mute, .waveform, .passed]),
      ("cyan", [.key, .playHead, .meterMark]), ("magenta", [.preview]),
      (nil, [.normal, .title, .heading, .dim, .locked, .stop, .ahead, .selected]),
    ] as [(String?, [Role])])
  func colours(name: String?, roles: [Role]) {
    let found = Role.allCases.filter { TerminalColours.colour(of: $0).flatMap { Self.names[$0] } == name }
    #expect(Set(found) == Set(roles))
  }

  @Test func hintsWhatIsLockedAndWhatIsToComeAreDim() {
    #expect(Role.allCases.filter { TerminalColours.isDim($0) } == [.dim, .locked, .ahead])
  }
}
