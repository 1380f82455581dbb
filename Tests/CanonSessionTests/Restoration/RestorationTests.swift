import CanonControl
import CanonEngine
import CanonStems
import Testing

@testable import CanonSession

/// The plan by which a performance comes back at another rate.
@Suite struct RestorationTests {
  private let source: Source

  init() throws {
    let set = try SmallSet(keys: ["violin-c": "repeat = 8"])
    source = try withExtendedLifetime(set) { try Source.load(set.path) }
  }

  /// - Parameter states: What the stems did, in the order of the set.
  private func plan(
    _ states: [StemStatus], mix: (inout [StemMirror]) -> Void = { _ in }, master: Decibels = Decibels(0)!,
    sent: [SentCommand] = [], needs: [Int: [Int]] = [:], at position: FramePosition = 0,
    origin: FramePosition = 0, hasGap: Bool = false, of other: Source? = nil
  ) -> (steps: [String], again: [String]) {
    let source = other ?? source
    var stems = source.set.stems.map(StemMirror.init)
    for (index, state) in states.enumerated() { stems[index].become(state, since: 0) }
    mix(&stems)
    let plan = Restoration(
      of: Music(
        .init(
          stems: stems, unanswered: sent, master: Setting(master), masterLevel: master,
          rate: SampleRate(hertz: 48_000)!,
          position: position, origin: origin, hasGap: hasGap), in: source.set),
      in: source.set, isOpen: { $1.isSuperset(of: (needs[$0.int] ?? []).map { StemIndex($0) }) },
      at: SampleRate(hertz: 44_100)!)
    return (
      plan.steps.map { $0.command?.description ?? "base" },
      plan.again.map { "\($0.command) by \($0.by.word)" }
    )
  }

  private func change(_ frame: FramePosition, by asker: Asker = .input) -> PendingChange {
    PendingChange(at: frame, by: asker)
  }

  @Test func whatSoundedStartsAndWhatWasSilentStaysSo() {
    let (steps, again) = plan([.play, .play, .stop, .stop])
    #expect(steps == ["base", "start violin-a now"])
    #expect(again == [])
  }

  @Test func theMutedComeFirstSinceEachIsStarted() {
    #expect(
      plan([.play, .play, .mute, .stop]).steps == [
        "start violin-b now", "mute violin-b now", "base", "start violin-a now",
      ])
  }

  @Test func aBaseThatWasStoppedOrMutedIsSoAgain() {
    #expect(plan([.stop, .stop, .stop, .stop]).steps == ["stop cello now"])
    #expect(plan([.mute, .stop, .stop, .stop]).steps == ["base", "mute cello now"])
  }

  @Test func aRunThatIsCountedBeginsWhereItBegan() {
    let steps = plan(
      [.play, .play, .play, .play],
      mix: { stems in
        for index in stems.indices { stems[index].began = 48_000 }
      }
    ).steps
    #expect(steps.last == "start violin-c now from 44100")
    #expect(steps[1] == "start violin-a now", "a loop is in its place wherever it began")
  }

  @Test("The gap before a piece comes after the move and what plays, and only while the music is in it")
  func gap() {
    func steps(at position: FramePosition, hasGap: Bool = true) -> [String] {
      plan([.stop, .mute, .stop, .stop], at: position, origin: 480, hasGap: hasGap).steps
    }
    #expect(
      steps(at: 479) == ["seek @-441", "stop cello now", "start violin-a now", "mute violin-a now", "gap"])
    #expect(!steps(at: 480).contains("gap"))
    #expect(!steps(at: 479, hasGap: false).contains("gap"))
    // A base begins with its piece; what somebody has started is given again.
    func waiting(by asker: Asker) -> (steps: [String], again: [String]) {
      plan([.wait(change(480, by: asker))], at: 479, origin: 480, hasGap: true)
    }
    #expect(
      waiting(by: .clock) == (["seek @-441", "stop cello now", "gap", "start cello now"], []))
    #expect(waiting(by: .input) == (["seek @-441", "stop cello now", "gap"], ["start cello loop by input"]))
  }

  @Test func whatADoorNeedsComesBeforeWhatIsBehindIt() {
    let steps = plan([.play, .play, .play, .stop], needs: [1: [2], 2: [0]]).steps
    #expect(steps == ["base", "start violin-b now", "start violin-a now"])
    let silent = plan([.play, .play, .stop, .stop], needs: [1: [2]]).steps
    #expect(silent == ["base", "start violin-a now"], "another way led through its door")
    #expect(plan([.play, .play, .play, .stop], needs: [1: [2], 2: [1]]).steps.count == 3, "a circle ends")
  }

  @Test func whatWasMixedIsMixedSoAgain() {
    let steps = plan(
      [.play, .stop, .stop, .stop],
      mix: { stems in
        stems[1].restore(.gain(StemSelection(["violin-a"]), Decibels(-6)!))
        stems[1].restore(.pan(StemSelection(["violin-a"]), Pan(0.5)!))
        stems[2].restore(.solo(StemSelection(["violin-b"]), .alone, nil))
      }, master: Decibels(-3)!
    ).steps
    #expect(
      steps == [
        "gain master -3.0", "gain violin-a -6.0", "pan violin-a 0.5", "solo violin-b alone now", "base",
      ])
  }

  @Test func whatWasPendingIsAskedAgainUnlessItFollowsByItself() {
    let group = plan([.play, .playThenStop(change(9, by: .group)), .wait(change(9)), .stop])
    #expect(group.again == ["start violin-b loop by input"])
    let mute = plan([
      .playThenMute(change(9)), .muteThenPlay(change(9)), .playThenStop(change(9, by: .door)), .stop,
    ])
    #expect(
      mute.again == [
        "mute cello loop by input", "unmute violin-a loop by input", "stop violin-b loop by door",
      ])
  }

  @Test func whatWasNotReceivedIsAskedAgainByWhoAsked() throws {
    func sent(_ line: String, by asker: Asker) throws -> SentCommand {
      SentCommand(
        ticket: CommandTicket(rawValue: 1), command: try CommandParser.parse(line), stem: nil, by: asker)
    }
    let (_, again) = plan(
      [.play, .stop, .stop, .stop],
      sent: [
        try sent("press violin-a", by: .input), try sent("gain violin-a -1", by: .recovery),
        SentCommand(
          ticket: CommandTicket(rawValue: 2), command: .door("violin-b", isOpen: true), stem: nil, by: .clock),
      ])
    #expect(again == ["press violin-a by input"])
  }

  // MARK: - Follow actions

  /// The plan on frame 200 for a violin-a that asks on frame 100 for what is due on frame 300.
  private func asked(
    _ then: String, asks: FramePosition? = 100, violinB: StemStatus = .stop
  ) throws -> (steps: [String], again: [String]) {
    let set = try SmallSet(keys: ["violin-a": "after = { loops = 2, then = \"\(then)\" }"])
    return try withExtendedLifetime(set) {
      plan(
        [.play, .play, violinB, .stop],
        mix: { ($0[1].follow, $0[1].asks) = (300, asks) }, at: 200, of: try Source.load(set.path))
    }
  }

  @Test("What has asked does not ask again", arguments: ["mute", "stop", "start:violin-b", "any"])
  func hasAsked(then: String) throws {
    #expect(try asked(then).steps.contains("asked violin-a"))
    #expect(try asked(then, asks: nil).steps.contains("asked violin-a"), "before the music was moved")
    #expect(try !asked(then, asks: 201).steps.contains("asked violin-a"))
  }

  @Test("What was said to have asked is so in the next engine, if this one is lost before it has answered")
  func isMarked() {
    let (steps, _) = plan([.play, .play, .stop, .stop], mix: { $0[1].restore(.asked("violin-a")) })
    #expect(steps.contains("asked violin-a"))
  }

  @Test("It asks again for what is still pending, which is not given again beside it")
  func asksForWhatIsPending() throws {
    let pending = StemStatus.wait(change(300, by: .follow))
    for then in ["start:violin-b", "any"] {
      let plan = try asked(then, violinB: pending)
      #expect(!plan.steps.contains("asked violin-a"))
      #expect(plan.again == [])
    }
    let (steps, again) = try asked("start:violin-c", violinB: pending)
    #expect(steps.contains("asked violin-a"), "another stem's action has asked for that")
    #expect(again == ["start violin-b loop by follow"])
    #expect(
      try asked("start:violin-b", violinB: .wait(change(300))).steps.contains("asked violin-a"),
      "a person asked for it")
  }

  // MARK: - Fades

  /// The plan one second after a fade out of violin-a over two seconds.
  private func faded(
    _ change: (inout StemMirror) -> Void = { _ in }
  ) -> (steps: [String], again: [String]) {
    plan(
      [.play, .play, .stop, .stop],
      mix: { stems in
        stems[1].become(.playThenMute(self.change(96_000)), since: 0, fading: 96_000)
        change(&stems[1])
      }, at: 48_000)
  }

  @Test func aFadeOutThatHasBegunGoesOnFromItsLevel() {
    let (steps, again) = faded()
    #expect(steps == ["base", "start violin-a now", "faded violin-a 0.5"])
    #expect(again == ["fade violin-a out now over 1 s by input"])
  }

  @Test func aFadeOutThatAStopHasReplacedGoesOnToo() {
    let (steps, again) = faded { $0.become(.playThenStop(change(200_000)), since: 24_000) }
    #expect(steps.last == "faded violin-a 0.5")
    #expect(again == ["fade violin-a out now over 1 s by recovery", "stop violin-a loop by input"])
  }

  @Test func aFadeInThatHasBegunGoesOnFromItsLevelUnlessTheStemIsHeld() {
    func plan(isHeld: Bool) -> (steps: [String], again: [String]) {
      self.plan(
        [.play, .stop, .stop, .stop],
        mix: { stems in
          stems[1].become(.wait(change(24_000)), since: 0, fading: 96_000)
          stems[1].become(.play, since: 24_000)
          _ = stems[1].hold(isHeld, at: 24_000)
        }, at: 48_000)
    }
    let (steps, again) = plan(isHeld: false)
    #expect(steps == ["base", "start violin-a now", "faded violin-a 0.25"])
    #expect(again == ["fade violin-a in now over 1500 ms by recovery"])
    #expect(plan(isHeld: true).steps == ["base", "start violin-a now", "pause violin-a now"])
    #expect(plan(isHeld: true).again == [], "a fade in would end the pause")
  }

  @Test func aPauseOfAllKeepsTheBoundaryOfTheSetAlsoWhereStemsAreLeftOut() {
    func again(isOfAll: Bool) -> [String] {
      plan(
        [.play, .play, .stop, .stop],
        mix: { stems in
          for index in 0...1 {
            stems[index].accept(
              .init(value: true, at: 96_000, length: 0), .init(quantum: .stem, by: .input, isOfAll: isOfAll))
          }
        }
      ).again
    }
    #expect(again(isOfAll: true) == ["pause cello loop by input", "pause violin-a loop by input"])
    #expect(again(isOfAll: false) == ["pause cello stem by input", "pause violin-a stem by input"])
  }

  @Test func aFadeOutThatHasNotBegunWaitsForItsBoundaryAgain() {
    let (steps, again) = plan(
      [.play, .play, .stop, .stop],
      mix: { $0[1].become(.playThenMute(change(96_000)), since: 0, fading: 24_000) }, at: 48_000)
    #expect(steps == ["base", "start violin-a now"])
    #expect(again == ["fade violin-a out loop over 500 ms by input"])
  }

  @Test func aFadeOutThatWasReplacedBeforeItBeganIsForgotten() {
    let (steps, again) = plan(
      [.play, .play, .stop, .stop],
      mix: { stems in
        stems[1].become(.playThenMute(change(60_000)), since: 0, fading: 24_000)
        stems[1].become(.playThenStop(change(200_000)), since: 9)
      }, at: 48_000)
    #expect(steps == ["base", "start violin-a now"])
    #expect(again == ["stop violin-a loop by input"])
  }

  @Test func aFadeThatWasToGoOnIsAskedForAgainByTheNextPlanToo() throws {
    let fade = SentCommand(
      ticket: CommandTicket(rawValue: 1), command: try CommandParser.parse("fade violin-a in now over 1 s"),
      stem: nil, by: .recovery)
    let (steps, again) = plan(
      [.play, .play, .stop, .stop], mix: { $0[1].motion.setFade(0.25, at: 0) }, sent: [fade])
    #expect(steps.last == "faded violin-a 0.25")
    #expect(again == ["fade violin-a in now over 1 s by recovery"])
  }
}
