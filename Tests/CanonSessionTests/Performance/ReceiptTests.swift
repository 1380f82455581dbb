import CanonControl
import CanonEngine
import Testing

@testable import CanonSession

/// For who has to know what became of a command.
@Suite struct ReceiptTests {
  private func submit(_ line: String, to session: Performance) async throws -> Receipt {
    await session.submit([try CommandParser.parse(line)], by: .input)
  }

  /// The outcome in one word, with its reasons.
  private func text(_ outcome: Outcome) -> String {
    switch outcome {
    case .done: "done"
    case .later: "later"
    case .waits(let note): "waits: " + note.code
    case .refused(let problems): "refused: " + problems.map(\.message).joined(separator: " ")
    }
  }

  @Test(
    "A receipt is done once the engine has answered for every stem, even if nothing changed",
    arguments: ["start violin-a now", "start all", "stop violin-b", "gain master -6", "cancel all", "skip 5"])
  func done(line: String) async throws {
    var bench = try await SessionBench(after: 10)
    let receipt = try await submit(line, to: bench.session)
    await bench.run(64)
    #expect(text(await bench.session.outcome(of: receipt)) == "done")
    #expect(await bench.session.receipts.count == 0, "nothing is kept of it")
  }

  @Test("A replacement that opens its stem to follow actions is done once both are answered")
  func opensForFollowing() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-05"))
    let set = try SmallSet(doors: "violin-a = 2026-12-06")
    var bench = try await SessionBench(try set.session(at: clock), after: 10)
    clock.now = try TestClock.tokyo("2026-12-06")
    let receipt = try await submit("replace violin-a violin-b.wav now", to: bench.session)
    await bench.run(64)
    // The end refuses what has no answer by then.
    await bench.session.finish()
    #expect(text(await bench.session.outcome(of: receipt)) == "done")
  }

  @Test(
    "At the end what the engine has not received is refused and counted, and nothing is received any more")
  func ended() async throws {
    let bench = try await SessionBench(after: 10)
    let session = bench.session
    let receipt = try await submit("start violin-a now", to: session)
    let waiting = Task { await session.outcome(of: receipt) }
    await session.finish()
    let refused = "refused: " + CommandProblem.ended.message
    #expect(text(await waiting.value) == refused)
    let late = try await submit("start violin-a now", to: session)
    #expect(text(await session.outcome(of: late)) == refused)
    #expect(await session.receipts.count == 0)
    var notes: [Note] = []
    for await case .note(let note) in session.events { notes.append(note) }
    #expect(notes.contains(.neverReceived(1)))
  }

  @Test("What was said before the clock started, and never carried out, is counted at the end")
  func endedBeforeTheClock() async throws {
    let session = try SmallSet().session()
    for line in ["start violin-a now", "gain cello -3"] {
      #expect(text(await session.outcome(of: try await submit(line, to: session))) == "later")
    }
    await session.finish()
    var notes: [Note] = []
    for await case .note(let note) in session.events { notes.append(note) }
    #expect(notes.last == .neverReceived(2))
  }

  @Test func whatTheEngineRefusesIsRefusedAndSaidWhy() async throws {
    // Three primes and the loop: no common cycle within the clock's reach.
    let lengths = ["violin-a": 11_519, "violin-b": 11_503, "violin-c": 11_497]
    let set = try SmallSet(
      keys: lengths.mapValues { _ in "length = \"free\"" },
      sounds: lengths.mapValues { .init(repeating: 0.25, count: $0) })
    var bench = try await SessionBench(try set.session())
    try await bench.say("start all now", then: 1000)
    let receipt = try await submit("stop violin-a cycle", to: bench.session)
    await bench.run(64)
    let outcome = text(await bench.session.outcome(of: receipt))
    #expect(outcome.hasPrefix("refused: ") && outcome.contains("violin-a"))
  }

  @Test func aLockedStemIsRefusedAtOnceAndTheOthersAreDone() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-01"))
    var bench = try await SessionBench(
      try await SmallSet(doors: "violin-c = 2026-12-24").performance(at: clock))
    await bench.run(10)
    let receipt = try await submit("start violin-a violin-c now", to: bench.session)
    #expect(receipt.problems.map(\.isLocked) == [true])
    await bench.run(64)
    #expect(text(await bench.session.outcome(of: receipt)).hasPrefix("refused: \"violin-c\" is locked"))
    #expect(await bench.session.stem("violin-a").status == .play)
  }

  @Test func aStartWhoseNeedEndsOnTheSameFrameIsRefusedByTheEngine() async throws {
    let clock = TestClock(try TestClock.tokyo("2026-12-01"))
    let doors = "violin-c = { needs = [\"violin-a\"] }"
    var bench = try await SessionBench(try await SmallSet(doors: doors).performance(at: clock))
    try await bench.say("start violin-a now", then: 100)
    try await bench.say("stop violin-a now")
    let receipt = try await submit("start violin-c now", to: bench.session)
    await bench.run(64)
    #expect(text(await bench.session.outcome(of: receipt)).contains("violin-c"))
  }

  @Test func withoutAServerItComesLaterAndNobodyWaits() async throws {
    var bench = try await SessionBench(after: 10)
    let waiting = try await submit("start violin-a now", to: bench.session)
    await bench.session.report(.lost(.ended))
    #expect(text(await bench.session.outcome(of: waiting)) == "later")
    let receipt = try await submit("start violin-b now", to: bench.session)
    #expect(text(await bench.session.outcome(of: receipt)) == "later")
    await bench.session.report(.periodChanged(64))
    await bench.run(64)
    #expect(await bench.session.stem("violin-b").status == .play)
  }

  @Test func aServerThatStandsStillIsNotWaitedForForEver() async throws {
    let bench = try await SessionBench(after: 10)
    let receipt = try await submit("start violin-a now", to: bench.session)
    #expect(text(await bench.session.outcome(of: receipt)) == "later")
  }

  // MARK: - Answers that come later

  /// An undo that was put off, and has an outcome to come.
  private func putOff() -> (Receipts, Receipt) {
    var receipts = Receipts()
    let batch = receipts.open(isAwaitedLate: true)
    receipts.expect(1, of: batch)
    receipts.given(batch, adding: [])
    receipts.putOff(batch)
    return (receipts, Receipt(problems: [], batch: batch, isLater: false))
  }

  @Test("The outcome of what was put off follows with the engine's answer")
  func answeredLater() async throws {
    var (receipts, receipt) = putOff()
    #expect(receipts.consumeOutcome(of: receipt).map(text) == "later")
    receipts.settle(receipt.batch, adding: [])
    #expect(text(await withCheckedContinuation { receipts.waitForLate(receipt, $0) }) == "done")
    #expect(receipts.count == 0, "nothing is kept of it")
  }

  /// A receipt for a command that another engine is given again in these parts.
  private func givenAgain(_ parts: Int) -> (Receipts, Receipt) {
    var (receipts, receipt) = putOff()
    #expect(receipts.consumeOutcome(of: receipt).map(text) == "later")
    receipts.beginAgain(Array(repeating: receipt.batch!, count: parts))
    return (receipts, receipt)
  }

  private func late(_ receipts: inout Receipts, _ receipt: Receipt) async -> String {
    let outcome = await withCheckedContinuation { receipts.waitForLate(receipt, $0) }
    #expect(receipts.count == 0, "nothing is kept of it")
    return text(outcome)
  }

  @Test("Given again to another engine it is done once that has answered each part")
  func givenAgain() async throws {
    var (receipts, receipt) = givenAgain(2)
    for _ in 0..<2 {
      receipts.expect(1, of: receipt.batch)
      receipts.settle(receipt.batch, adding: [])
    }
    receipts.settle(receipt.batch, adding: [])
    #expect(receipts.count == 1, "a part is not answered")
    receipts.settle(receipt.batch, adding: [])
    #expect(await late(&receipts, receipt) == "done")
  }

  @Test("What another engine refuses is refused, whatever else it accepts")
  func refusedAgain() async throws {
    var (receipts, receipt) = givenAgain(2)
    receipts.settle(receipt.batch, adding: [.ended])
    receipts.settle(receipt.batch, adding: [])
    #expect(await late(&receipts, receipt).hasPrefix("refused"))
  }

  @Test("What another engine is not given, or what is dropped before that, is never done", arguments: [0, 2])
  func dropped(parts: Int) async throws {
    var (receipts, receipt) = givenAgain(parts)
    receipts.drop([receipt.batch!])
    for _ in 0..<2 { receipts.settle(receipt.batch, adding: []) }
    #expect(await late(&receipts, receipt) == "later")
  }

  @Test("What was being given when another engine began is done once that has answered it")
  func givenMeanwhile() async throws {
    var receipts = Receipts()
    let batch = receipts.open(isAwaitedLate: true)
    let receipt = Receipt(problems: [], batch: batch, isLater: false)
    receipts.beginAgain([])
    #expect(receipts.consumeOutcome(of: receipt).map(text) == "later")
    receipts.expect(1, of: batch)
    receipts.given(batch, adding: [])
    #expect(receipts.count == 1, "the engine has not answered")
    receipts.settle(batch, adding: [])
    #expect(await late(&receipts, receipt) == "done")
  }

  @Test("What a panic drops while it is being given is never done, whatever else is answered")
  func droppedMeanwhile() async throws {
    var receipts = Receipts()
    let batch = receipts.open(isAwaitedLate: true)
    receipts.drop([batch])
    receipts.given(batch, adding: [])
    let receipt = Receipt(problems: [], batch: batch, isLater: false)
    #expect(receipts.consumeOutcome(of: receipt).map(text) == "later")
    #expect(await late(&receipts, receipt) == "later")
  }

  // MARK: - Before the first engine

  @Test func whatIsSaidBeforeTheFirstEngineIsDoneInItsOrderWhenTheClockStarts() async throws {
    let session = try SmallSet().session()
    for line in ["start violin-a now", "mute violin-a now", "gain violin-b -6"] {
      let receipt = try await submit(line, to: session)
      #expect(text(await session.outcome(of: receipt)) == "later", "\(line)")
    }
    var bench = try await SessionBench(session)
    try await bench.run(until: "violin-a is muted") { await session.stem("violin-a").status == .mute }
    #expect(await session.stem("violin-b").gain.value == -6)
  }

  @Test func theOrderHoldsAcrossTheStartOfTheClock() async throws {
    let session = try SmallSet().session()
    _ = try await submit("start violin-a now", to: session)
    _ = try await session.makeEngine(at: .studio)
    // The engine stands, and the clock does not run yet.
    let receipt = try await submit("stop violin-a now", to: session)
    #expect(text(await session.outcome(of: receipt)) == "later")
    #expect(await session.early.count == 2)
  }

  @Test func notWithoutEndIsKept() async throws {
    let session = try SmallSet().session()
    for _ in 0..<Performance.mostOfOne + 5 { _ = await session.submit([.skip(1)], by: .input) }
    let receipt = try await submit("start violin-a now", to: session)
    #expect(text(await session.outcome(of: receipt)).contains("2000 commands are waiting already"))
    #expect(await session.early.count == Performance.mostOfOne)
    let other = await session.submit([.skip(1)], by: .socket)
    #expect(text(await session.outcome(of: other)) == "later", "it harms no other asker")
    for number in 1...5 {
      for _ in 0..<Performance.mostOfOne { _ = await session.submit([.skip(1)], by: .named("\(number)")) }
    }
    #expect(await session.early.count == Performance.mostWaiting)
    for _ in 1...3 {
      let panic = await session.submit([.panic], by: .keyboard)
      #expect(text(await session.outcome(of: panic)) == "later")
    }
    #expect(await session.early.count == Performance.mostWaiting + 1, "the last panic counts")
  }

  @Test("A command for all stems that waits for a server counts as one")
  func manyStems() async throws {
    let bench = try await SessionBench(after: 10)
    await bench.session.report(.lost(.ended))
    // Three stems each, and fewer than the engine's queue holds.
    var outcomes: Set<String> = []
    for _ in 0..<(Performance.mostOfOne / 3 + 2) {
      let receipt = try await submit("gain all -3", to: bench.session)
      outcomes.insert(text(await bench.session.outcome(of: receipt)))
    }
    #expect(outcomes == ["later"])
  }

  @Test func whatCanNeverBeDoneIsRefusedAtOnce() async throws {
    let session = try SmallSet().session()
    for line in ["start nobody", "scene finale", "gain nobody -3", "solo nobody"] {
      let receipt = try await submit(line, to: session)
      #expect(text(await session.outcome(of: receipt)).hasPrefix("refused: "), "\(line)")
    }
    #expect(await session.early.isEmpty)
  }
}
