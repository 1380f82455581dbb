import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession
import CanonTerminal
import Testing

/// What a key asks for, in every state of a stem. The selected stem is violin-a unless it says otherwise.
@Suite struct ActionCommandsTests {
  /// Every status with its name in the state machine's table.
  static let statuses: [StemStatus] = [
    .stop, .wait(change(at: 9)), .play, .playThenMute(change(at: 9)), .playThenStop(change(at: 9)), .mute,
    .muteThenPlay(change(at: 9)), .muteThenStop(change(at: 9)),
  ]

  private func lines(_ action: KeyAction, _ snapshot: Snapshot = moment(), selected: Int = 1) -> [String] {
    ActionCommands.lines(for: action, in: snapshot, selected: selected)
  }

  /// - Parameter values: What each action makes of the value; nil if it asks for nothing.
  private func expect(
    _ words: String, _ values: KeyValuePairs<KeyAction, String?>, _ snapshot: Snapshot, selected: Int = 1
  ) {
    for (action, value) in values {
      #expect(lines(action, snapshot, selected: selected) == (value.map { ["\(words) \($0)"] } ?? []))
    }
  }

  // MARK: - Requests

  @Test(
    "Press, stop and cancel are the same in every state; the state machine knows what they mean",
    arguments: statuses)
  func sameInEveryState(status: StemStatus) {
    #expect(lines(.press, moment(status)) == ["press violin-a"])
    #expect(lines(.pressNow, moment(status)) == ["press violin-a now"])
    #expect(lines(.stop, moment(status)) == ["stop violin-a"])
    #expect(lines(.stopNow, moment(status)) == ["stop violin-a now"])
    #expect(lines(.cancel, moment(status)) == ["cancel violin-a"])
    #expect(ActionCommands.lines(for: .press, in: moment(status), selected: 1) == ["press violin-a"])
    #expect(ActionCommands.lines(for: .pressNow, in: moment(status), selected: 1) == ["press violin-a now"])
  }

  @Test("Whether a mute or an unmute is meant, a solo or its end, the desk knows", arguments: statuses)
  func toggles(status: StemStatus) {
    #expect(lines(.mute, moment(status)) == ["toggle mute violin-a"])
    #expect(lines(.muteNow, moment(status)) == ["toggle mute violin-a now"])
    #expect(lines(.solo, moment(status)) == ["toggle solo violin-a"])
    #expect(lines(.masterMute, moment(status)) == ["toggle master"])
  }

  // MARK: - Gain and pan

  @Test(
    "Gain moves by 1 dB, and ends where the engine's range does",
    arguments: [
      (-5.3, "-4.3", "-6.3"), (0, "1.0", "-1.0"), (-1.9, "-0.9", "-2.9"), (-1, "0.0", "-2.0"),
      (1, "2.0", "0.0"),
      (-0.1, "0.9", "-1.1"), (23.5, "24.0", "22.5"), (-119.7, "-118.7", "-120.0"), (24, nil, "23.0"),
      (-120, "-119.0", nil), (-0.0004, "1.0", "-1.0"),
    ] as [(Double, String?, String?)])
  func gain(from: Double, up: String?, down: String?) {
    expect("gain violin-a", [.gainUp: up, .gainDown: down], moment(gain: from))
  }

  @Test(
    "Pan moves by 0.1, and ends at the speakers",
    arguments: [
      (0, "0.1", "-0.1"), (0.2, "0.3", "0.1"), (0.25, "0.35", "0.15"), (-0.1, "0.0", "-0.2"),
      (0.1, "0.2", "0.0"),
      (0.95, "1.0", "0.85"), (-0.95, "-0.85", "-1.0"), (1, nil, "0.9"), (-1, "-0.9", nil),
    ] as [(Double, String?, String?)])
  func pan(from: Double, right: String?, left: String?) {
    expect("pan violin-a", [.panRight: right, .panLeft: left], moment(pan: from))
  }

  @Test(
    "The master's gain moves alike, whatever is selected",
    arguments: [(-3, "-2.0", "-4.0"), (24, nil, "23.0"), (-120, "-119.0", nil)]
      as [(Double, String?, String?)])
  func master(from: Double, up: String?, down: String?) {
    for selected in [0, 1, 99] {
      expect(
        "gain master", [.masterUp: up, .masterDown: down], moment(master: from), selected: selected)
    }
  }

  @Test func aHundredStepsUpAndDownAreExact() throws {
    var gain = -76.7
    for action in Array(repeating: KeyAction.gainUp, count: 100) + Array(repeating: .gainDown, count: 100) {
      let line = try #require(lines(action, moment(gain: gain)).first)
      gain = try #require(Double(line.split(separator: " ")[2]))
    }
    #expect(gain == -76.7)
  }

  // MARK: - The rest

  @Test(
    "What shows or moves something is no command",
    arguments: [
      KeyAction.selectNext, .selectPrevious, .selectFirst, .selectLast, .pageDown, .pageUp, .doors, .help,
      .commandLine, .redraw,
    ])
  func noCommand(action: KeyAction) { #expect(lines(action).isEmpty) }

  @Test func quitIsOneCommandWhateverIsSelected() {
    #expect(lines(.quit) == ["quit"])
    #expect(lines(.quit, selected: 99) == ["quit"])
  }

  @Test func panicIsOneCommandWhateverIsSelected() { #expect(lines(.panic, selected: 99) == ["panic"]) }

  @Test func theKeysOfTheSetSayItsWords() {
    #expect(lines(.nextScene) == ["next"])
    #expect(lines(.previousScene) == ["previous"])
    #expect(lines(.seekForward) == ["seek +10 s"])
    #expect(lines(.seekBack) == ["seek -10 s"])
    #expect(lines(.seekStart) == ["seek @0"])
    #expect(lines(.quit) == ["quit"])
    #expect(lines(.undo) == ["undo"])
  }

  @Test("The vocabulary has every line", arguments: KeyAction.allCases)
  func vocabulary(action: KeyAction) throws {
    for status in Self.statuses {
      for line in lines(action, moment(status)) {
        #expect(try CommandParser.parse(line, at: .screen).description == line)
      }
    }
  }

  @Test("A stem that is not there asks for nothing", arguments: [-1, 2, 4000])
  func nobody(selected: Int) {
    let others: [KeyAction] = [
      .quit, .pause, .panic, .masterUp, .masterDown, .masterMute, .nextScene, .previousScene, .undo,
      .seekForward, .seekBack, .seekStart,
    ]
    for action in KeyAction.allCases where !others.contains(action) {
      #expect(lines(action, selected: selected).isEmpty)
    }
    #expect(ActionCommands.lines(for: .pressNow, in: moment(), selected: selected).isEmpty)
  }

  @Test func theSelectedStemIsMeant() {
    #expect(lines(.press, selected: 0) == ["press cello"])
    #expect(lines(.gainUp, selected: 0) == ["gain cello 1.0"])
  }
}
