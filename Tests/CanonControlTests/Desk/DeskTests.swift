import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// What a surface sees of a performance.
@Suite struct DeskTests {
  @Test func aWordIsDoneAndSaidToBe() async throws {
    let bench = try await DeskBench()
    guard case .done = await bench.say("start violin-a now") else { return #expect(Bool(false)) }
    #expect(await bench.desk.snapshot().stems[1].status == .play)
  }

  @Test("An invalid line is refused, and listeners learn who sent it")
  func refused() async throws {
    let bench = try await DeskBench()
    let feed = await bench.desk.feed()
    bench.tell()
    guard case .refused(let problems) = await bench.say("prss violin-a") else { return #expect(Bool(false)) }
    #expect(problems.first?.isUsage == true)
    await bench.end()
    let told = await texts(feed)
    #expect(told.contains { $0.hasPrefix("Refused: unknown word \"prss\"") })
    #expect(told.last != nil)
  }

  @Test("An event comes with the moment at which it happened, not with an earlier one")
  func moments() async throws {
    let bench = try await DeskBench()
    let feed = await bench.desk.feed()
    bench.tell()
    _ = await bench.say("prss violin-a")
    var isReported = false
    for await case .notice(let notice) in feed {
      if case .driver(.lost) = notice.event {
        #expect(notice.snapshot.isAway)
        break
      }
      // Only now that events are told already.
      if !isReported { await bench.session.report(.lost(.ended)) }
      isReported = true
    }
    await bench.end()
  }

  @Test(
    "Words that show something are answered for people and for programs",
    arguments: [
      ("status", View.status, "Two: now at"), (" doors ", .doors, "cello: No door"),
      ("ports", .ports, "There is no JACK server"),
      ("help", .help(at: .lines), "press"), ("?", .help(at: .lines), "press"),
    ])
  func views(line: String, view: View, text: String) async throws {
    let bench = try await DeskBench()
    guard case .view(let asked) = await bench.say(line) else { return #expect(Bool(false)) }
    #expect(asked == view)
    #expect(await bench.desk.text(view).contains { $0.hasPrefix(text) })
    #expect(await bench.desk.json(view).contains("\"event\":\"\(view.word)\""))
  }

  @Test func helpForOneWordShowsThatWord() async throws {
    let bench = try await DeskBench()
    guard case .view(let gain) = await bench.say("help gain") else { return #expect(Bool(false)) }
    #expect(await bench.desk.text(gain).first == "gain STEM… DECIBELS [QUANTUM] [over LENGTH]")
    guard case .refused(let problems) = await bench.say("help gian") else { return #expect(Bool(false)) }
    #expect(
      problems.map(\.message)
        == ["unknown word \"gian\". Did you mean \"gain\"? Type \"help\" for the words."])
  }

  @Test("To quit twice is no more than once")
  func quitTwice() async throws {
    let desk = try await DeskBench().desk
    // It begins to wait before anything else reaches the desk.
    let waiting = Task.immediate { await desk.waitForQuit() }
    await desk.quit()
    await desk.quit()
    await waiting.value
  }

  @Test func whoSaysQuitEndsThePerformanceForAll() async throws {
    let bench = try await DeskBench()
    let desk = bench.desk
    let waiting = Task { await desk.waitForQuit() }
    guard case .quit = await bench.say("quit") else { return #expect(Bool(false)) }
    await waiting.value
    await bench.desk.waitForQuit()
  }

  @Test func whatIsSaidBeforeThereIsAnEngineComesLater() async throws {
    let bench = try await DeskBench(plays: false)
    guard case .later = await bench.say("start violin-a now") else { return #expect(Bool(false)) }
    try await bench.play()
    while await bench.desk.snapshot().stems[1].status != .play {
      await bench.run()
      await Task.yield()
    }
  }

  @Test func aPendingChangeIsAskedForByWhoSaidIt() async throws {
    let bench = try await DeskBench()
    for (asker, word) in [(Asker.mouse, "mouse"), (.named("osc 10.0.0.2"), "osc 10.0.0.2")] {
      _ = await bench.say("press violin-a", by: asker)
      #expect(await bench.desk.text(.status).contains { $0.contains("(requested by \(word)).") })
      _ = await bench.say("cancel violin-a", by: asker)
    }
  }

  @Test("A listener that never reads holds up neither the performance nor the others")
  func neverReads() async throws {
    let bench = try await DeskBench()
    let (silent, other) = (await bench.desk.feed(limit: 4), await bench.desk.feed())
    bench.tell()
    for number in 0..<200 { _ = await bench.say("gain violin-a \(number % 2)") }
    await bench.end()
    #expect(await texts(other).filter { $0.contains("violin-a: gain") }.count == 200)
    let missed = await silent.reduce(into: 0) { if case .missed(let count) = $1 { $0 += count } }
    #expect(missed > 190)
  }

  @Test func aListenerThatHasLeftIsForgotten() async throws {
    let bench = try await DeskBench()
    weak var mailbox: Mailbox?
    do {
      let feed = await bench.desk.feed()
      mailbox = feed.mailbox
      #expect(mailbox != nil)
    }
    #expect(mailbox == nil)
  }

  private func texts(_ feed: Feed) async -> [String] {
    await feed.reduce(into: []) {
      if case .notice(let notice) = $1, let text = notice.text(.english) { $0.append(text) }
    }
  }
}
