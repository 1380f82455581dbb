import CanonLiveSupport
import CanonTerminal

/// What each key is to do, as it is seen: with violin-a selected, beside the key 2, in a set whose boundaries are so
/// far away that none comes meanwhile.
struct ScreenKeyCase {
  /// Commands and keys that come before; a line that begins with ":" ends with Enter.
  var before: [String] = []
  /// Keys that come then, once something is seen.
  var then: (seen: @Sendable (Picture) -> Bool, keys: String)?
  /// Seen before the key, and not after it.
  let given: @Sendable (Picture) -> Bool
  /// Seen after the key, and not before it.
  let expected: @Sendable (Picture) -> Bool

  static func playing(_ commands: String...) -> [String] {
    ["g", "j", ":stop violin-a now", ":start violin-a now"] + commands
  }
  static let stopped = ["g", "j", ":stop violin-a now"]

  static func of(_ action: KeyAction) -> ScreenKeyCase? {
    switch action {
    case .selectNext: Self(before: ["g"], given: { $0.selected == "1" }, expected: { $0.selected == "2" })
    case .selectPrevious:
      Self(before: ["g", "j", "j"], given: { $0.selected == "3" }, expected: { $0.selected == "2" })
    case .selectFirst: Self(before: ["G"], given: { $0.selected == "6" }, expected: { $0.selected == "1" })
    case .selectLast: Self(before: ["g"], given: { $0.selected == "1" }, expected: { $0.selected == "6" })
    case .pageDown: Self(before: ["g"], given: { $0.selected == "1" }, expected: { $0.selected == "6" })
    case .pageUp: Self(before: ["G"], given: { $0.selected == "6" }, expected: { $0.selected == "1" })
    case .press: state(Self.stopped, "stop", nil, becomes: "wait", "play")
    case .pressNow: state(Self.stopped, "stop", nil, becomes: "play", nil)
    case .mute: state(Self.playing(), "play", nil, becomes: "play", "mute")
    case .muteNow: state(Self.playing(), "play", nil, becomes: "mute", nil)
    case .stop: state(Self.playing(), "play", nil, becomes: "play", "stop")
    case .stopNow: state(Self.playing(), "play", nil, becomes: "stop", nil)
    case .cancel: state(Self.playing(":mute violin-a"), "play", "mute", becomes: "play", nil)
    case .undo:
      Self(
        before: Self.stopped, then: ({ $0.selected == "2" && $0.stem("2")?.state == "stop" }, "p"),
        given: { $0.stem("2")?.state == "wait" }, expected: { $0.stem("2")?.state == "stop" })
    case .pause: pause
    case .panic:
      Self(
        before: Self.playing(), given: { $0.stem("2")?.state == "play" },
        expected: { $0.stem("1")?.state == "stop" && $0.stem("2")?.state == "stop" })
    case .solo:
      Self(
        before: Self.playing(":solo off now"), given: { $0.stem("2")?.isSolo == false },
        expected: { $0.stem("2")?.isSolo == true })
    case .gainUp: gain("-4.0")
    case .gainDown: gain("-6.0")
    case .panLeft: pan("L 10")
    case .panRight: pan("R 10")
    case .masterUp: master(from: "-5.0", to: "-4.0")
    case .masterDown: master(from: "-5.0", to: "-6.0")
    case .masterMute: master(from: "-5.0", to: "-inf")
    // The set has no scenes: so it is said.
    case .nextScene:
      Self(
        given: { !$0.contains("this set defines no scenes") },
        expected: { $0.contains("this set defines no scenes") })
    case .previousScene:
      Self(given: { !$0.contains("no scene was run yet") }, expected: { $0.contains("no scene was run yet") })
    case .seekForward:
      Self(
        before: [":seek loop 3"],
        given: { $0.contains("moves to loop 3 (") && !$0.contains("moves to loop 3, ") },
        expected: { $0.contains("moves to loop 3, ") })
    case .seekBack:
      Self(
        before: [":seek loop 9"], given: { $0.contains("moves to loop 9 (") },
        expected: { $0.contains("moves to loop 8, ") })
    case .seekStart:
      Self(
        before: [":seek loop 9"], given: { $0.contains("moves to loop 9 (") },
        expected: { $0.contains("moves to loop 1 (") })
    case .doors: overlay("─ Doors ─")
    case .help: overlay("─ Help")
    case .commandLine:
      Self(
        before: [], given: { !$0.contains("Enter does it") },
        expected: { $0.contains("Enter does it") && $0.lines.contains { $0 == " :" } })
    // Written by another program; see the test.
    case .redraw:
      Self(
        given: { $0.contains(Self.foreign) }, expected: { $0.stem("6") != nil && !$0.contains(Self.foreign) })
    // Asks, since something sounds; and ends it all when pressed again, last of all; see the test.
    case .quit: Self(given: { !$0.contains("Quit?") }, expected: { $0.contains("Quit? The music ends.") })
    }
  }

  static let foreign = "from another program"

  private static func state(
    _ before: [String], _ state: String, _ next: String?, becomes newState: String, _ newNext: String?
  ) -> Self {
    Self(
      before: before,
      given: { $0.selected == "2" && $0.stem("2")?.state == state && $0.stem("2")?.next == next },
      expected: { $0.stem("2")?.state == newState && $0.stem("2")?.next == newNext })
  }

  /// What sounds, the base as well, is paused; and nothing else.
  private static let pause = Self(
    before: Self.playing(":unmute cello now", ":stop violin-b now"),
    given: { $0.stem("1")?.state == "play" && $0.stem("2")?.state == "play" },
    expected: {
      $0.stem("1")?.state == "paused" && $0.stem("2")?.state == "paused" && $0.stem("3")?.state == "stop"
    })

  private static func gain(_ expected: String) -> Self {
    Self(
      before: ["g", "j", ":gain violin-a -5"], given: { $0.selected == "2" && $0.stem("2")?.gain == "-5.0" },
      expected: { $0.stem("2")?.gain == expected })
  }

  private static func master(from: String, to: String) -> Self {
    Self(
      before: [":gain master \(from)"], given: { $0.masterGain == from }, expected: { $0.masterGain == to })
  }

  private static func pan(_ expected: String) -> Self {
    Self(
      before: ["g", "j", ":pan violin-a 0"], given: { $0.selected == "2" && $0.stem("2")?.pan == "C" },
      expected: { $0.stem("2")?.pan == expected })
  }

  private static func overlay(_ title: String) -> Self {
    Self(given: { !$0.contains(title) }, expected: { $0.contains(title) })
  }
}

extension Picture {
  /// The gain of the master, as written.
  fileprivate var masterGain: String? {
    lines.first { $0.hasPrefix("   master ") }?.split(separator: " ").last.map(String.init)
  }
}
