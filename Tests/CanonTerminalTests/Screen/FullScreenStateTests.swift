import CanonControl
import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonSchedule
import Testing

@testable import CanonSession
@testable import CanonTerminal

/// What the full screen remembers of what it is told.
@Suite struct FullScreenStateTests {
  private func state(after events: PerformanceEvent...) -> FullScreenState {
    var state = FullScreenState()
    for event in events { state.handle(event, in: moment(at: 7, .play)) }
    return state
  }

  @Test func noMoreMessagesAreKeptThanAnyScreenShows() {
    var state = FullScreenState()
    for number in 1...150 { state.say("\(number)") }
    #expect(state.messages.count == 100)
    #expect(state.messages.first == "51" && state.messages.last == "150")
  }

  private func note(_ note: ServerNote) -> PerformanceEvent { .note(.server(note)) }

  private func text(_ note: ServerNote) -> String { Note.server(note).text(.english) }

  @Test("A message about a target that is waited for goes when the target is there")
  func targetComes() {
    var state = state(after: note(.notConnected(["desk", "hall"])), note(.noSpeakers))
    #expect(state.messages == [text(.notConnected(["desk", "hall"])), text(.noSpeakers)])
    state.handle(note(.nowConnected(["desk"])), in: moment())
    #expect(
      state.messages == [text(.notConnected(["hall"])), text(.noSpeakers), text(.nowConnected(["desk"]))])
    state.handle(note(.nowConnected(["hall", "physical:1"])), in: moment())
    #expect(state.messages == [text(.nowConnected(["desk"])), text(.nowConnected(["hall", "physical:1"]))])
  }

  @Test(
    "It goes when nobody waits any more, and what was connected is not said of a target that is away again")
  func targetIsDroppedOrGoes() {
    var state = state(after: note(.notConnected(["desk"])), note(.notWaitedFor(["desk"])))
    #expect(state.messages == [text(.notWaitedFor(["desk"]))])
    state.handle(note(.nowConnected(["a", "b"])), in: moment())
    state.handle(note(.notConnected(["a"])), in: moment())
    #expect(
      state.messages == [
        text(.notWaitedFor(["desk"])), text(.nowConnected(["b"])), text(.notConnected(["a"])),
      ])
  }

  @Test("What becomes of a device replaces what was said of it")
  func devices() {
    var state = state(
      after: note(.deviceLost("phones", .pauses)), note(.deviceLost("hdmi", .pauses)),
      note(.deviceBack("phones")))
    #expect(state.messages == [text(.deviceLost("hdmi", .pauses)), text(.deviceBack("phones"))])
    state.handle(note(.deviceLost("phones", .waits)), in: moment())
    #expect(state.messages == [text(.deviceLost("hdmi", .pauses)), text(.deviceLost("phones", .waits))])
    state.handle(note(.deviceBack("usb")), in: moment())
    #expect(state.messages == [text(.deviceLost("hdmi", .pauses)), text(.deviceBack("usb"))])
    let last = ServerNote.defaultChanged(from: "hdmi", to: "usb", stays: "usb")
    for change in [.defaultChanged(from: "usb", to: "hdmi", stays: "usb"), last] {
      state.handle(note(change), in: moment())
    }
    #expect(
      state.messages == [text(.deviceLost("hdmi", .pauses)), text(.deviceBack("usb")), text(last)],
      "only the present default is told")
  }

  @Test("Loudspeakers that are away again are no longer said to be connected")
  func speakersGo() {
    let state = state(after: note(.nowConnected(["hall", "physical:1"])), note(.noSpeakers))
    #expect(state.messages == [text(.nowConnected(["hall"])), text(.noSpeakers)])
  }

  /// Why a new engine cannot be made.
  private static let unreadable = ServerNote.cannotResume(
    FileProblems([FileProblem(file: "/x", HistoryAdvice.notRegular)]))

  @Test(
    "With a server goes what is true of it alone",
    arguments: [
      .stalled(seconds: 1), .back, .noSpeakers, .notConnected(["a"]), .nowConnected(["a"]),
      .notWaitedFor(["a"]), .keptSettings([.device(asked: "usb")]), .cardFailed("hw:0", said: "busy"),
      .cardAway("hw:0"),
    ] as [ServerNote])
  func goesWithTheServer(told: ServerNote) {
    var state = state(after: note(told))
    #expect(state.messages == [text(told)])
    state.handle(.driver(.lost(.ended)), in: moment())
    #expect(!state.messages.contains(text(told)))
  }

  @Test(
    "What is true of the machine or of the set stays when a server goes",
    arguments: [
      .noAnswer(seconds: 5, database: "/x"), unreadable, .noStemPorts, .deviceLost("a", .pauses),
      .deviceBack("a"), .defaultChanged(from: "a", to: "b", stays: "a"), .registryFreed(["s"]), .seeDoctor,
    ] as [ServerNote])
  func staysWithoutTheServer(told: ServerNote) {
    var state = state(after: note(told))
    #expect(state.messages == [text(told)])
    state.handle(.driver(.lost(.ended)), in: moment())
    #expect(state.messages.first == text(told))
  }

  @Test("What is true of one server only goes with it")
  func serverGoes() {
    var state = state(
      after: note(.notConnected(["desk"])), note(.noStemPorts), note(.nowConnected(["hall"])),
      note(.portRefused("cello_1")), .driver(.lost(.ended)))
    #expect(state.messages.count == 2 && state.messages.first == text(.noStemPorts))
    for search in [
      ServerNote.noAnswer(seconds: 5, database: "/x"), .cardAway("hw:USB,0"), Self.unreadable,
    ] {
      state.handle(note(search), in: moment())
      state.handle(.driver(.connected(server())), in: moment())
      #expect(!state.messages.contains(text(search)))
    }
    state.handle(note(.stalled(seconds: 1)), in: moment())
    state.handle(note(.back), in: moment())
    #expect(state.messages.last == text(.back) && !state.messages.contains(text(.stalled(seconds: 1))))
  }

  @Test func aServerIsShownAsTheDriverReportsIt() {
    let info = ServerInfo(
      name: "studio", implementation: "JACK 2", clientName: "canon-1", sampleRate: .studio, period: 64,
      connections: ["a:b"], ownBackend: "dummy")
    let view = ServerView(info, load: 3, xruns: 2)
    #expect(view.name == "studio" && view.implementation == "JACK 2" && view.client == "canon-1")
    #expect(view.sampleRate == 48_000 && view.period == 64 && view.load == 3 && view.xruns == 2)
    #expect(view.connections == ["a:b"] && view.ownBackend == "dummy")
  }

  @Test func xrunsAreCountedUp() {
    let state = state(after: .driver(.connected(server())), .driver(.xruns(2)), .driver(.xruns(3)))
    #expect(state.serverView?.xruns == 5)
    #expect(FullScreenState().serverView == nil, "before the first server")
  }

  @Test func whatTheServerWasIsForgottenWhenItGoes() {
    var state = state(after: .driver(.connected(server())))
    state.health = ServerHealth(load: 12, period: 512, connections: ["a:b"])
    #expect(state.serverView?.period == 512)
    #expect(state.serverView?.connections == ["a:b"])
    #expect(state.serverView?.load == 12)
    state.handle(.driver(.lost(.ended)), in: moment())
    #expect(state.health == nil)
    #expect(state.serverView?.period == 256)
    #expect(
      state.messages.last
        == "The JACK server has ended. Waiting for a server; the music goes on when there is one.")
  }

  @Test func whatTheRowsShowIsNotToldInWordsAsWell() throws {
    for event: PerformanceEvent in [
      .changed(violin, status: .play, at: 7, by: .input),
      .level(violin, gain: Decibels(1)!, pan: nil, at: 7, over: 0, by: .input),
      .master(Decibels(1)!, at: 7, over: 0, by: .input), .skipped(from: 7, frames: 9), .driver(.xruns(1)),
      .driver(.clock(position: 7, serverFrame: 7)), .driver(.registered(14)), .rolling,
      .answered(violin, .accepted, status: .wait(change(at: 9)), at: 7, by: .input),
    ] {
      #expect(state(after: event).messages.isEmpty, "\(event)")
    }
    for event: PerformanceEvent in [
      .answered(violin, .unchanged, status: .play, at: 7, by: .input), .solo(violin, .on, at: 7, by: .input),
      .note(.notKeptInTime),
      .refused(try refusal(), by: .input), .replaced(violin, file: "a", at: 7, by: .input),
      .driver(.connected(server())), .driver(.periodChanged(64)),
    ] {
      #expect(state(after: event).messages.count == 1, "\(event)")
    }
  }

  @Test func theLoadIsReadAboutOnceASecondAndItsEndAtOnce() {
    var state = state(after: .driver(.connected(server())))
    let start = ContinuousClock.now
    func health(_ load: Double) -> ServerHealth { ServerHealth(load: load, period: 512, connections: []) }
    for (load, milliseconds, shown) in [(1.0, 0, 1.0), (2, 100, 1), (3, 699, 1), (4, 700, 4), (5, 1400, 5)] {
      state.look(at: health(load), start + .milliseconds(milliseconds))
      #expect(state.serverView?.load == shown)
    }
    state.look(at: nil, start + .milliseconds(1401))
    #expect(state.health == nil)
    state.look(at: health(6), start + .milliseconds(1402))
    #expect(state.serverView?.load == 6)
  }

  @Test func anotherOverlayBeginsAtItsBeginning() {
    var state = FullScreenState()
    (state.overlay, state.overlayStart) = (.keys, 7)
    state.overlay = .doors
    #expect(state.overlayStart == 0)
  }

  @Test func theCommandLineIsShownWhileItIsTyped() {
    var state = FullScreenState()
    #expect(state.commandLine == nil)
    state.isTyping = true
    _ = state.editor.handle("s")
    _ = state.editor.handle("t")
    _ = state.editor.handle(.tab)
    #expect(state.commandLine?.text == "start")
    #expect(state.commandLine?.cursor == 5)
    #expect(state.commandLine?.completions == ["start", "stop", "status"])
    #expect(state.commandLine?.selectedCompletion == 0)
  }
}
