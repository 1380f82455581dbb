import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonRender
import CanonSchedule
import CanonTestSupport
import Testing

@testable import CanonSession

/// What is shown of commands that wait, what ends them, and what cannot wait.
@Suite struct WaitingEndTests {
  @Test("Each has a number that stays its own; status shows them in the order of their frames")
  func numbers() async throws {
    var bench = try await SessionBench()
    try await bench.say("at @60000 mute cello")
    try await bench.say("in 1 loop start violin-a")
    try await bench.say("at @80000 gain master -6")
    #expect(await bench.session.snapshot().waiting.map(\.number) == [2, 1, 3])
    let text = StatusText.status(await bench.session.snapshot()).suffix(3)
    #expect(
      text.first
        == "Waits as 2, \"start violin-a\": received at loop 2 (frame 11520) in 0.2 s (requested by input).")
    while await bench.session.snapshot().waiting.count > 2 { await bench.run(1000) }
    #expect(await bench.session.snapshot().waiting.map(\.number) == [1, 3])
    #expect(await bench.session.snapshot().nextMaster == nil, "what waits is not requested yet")
  }

  @Test(
    "cancel at NUMBER ends one, cancel at all every one, also those that the engine has",
    arguments: [WaitingTests.near, WaitingTests.far])
  func cancelled(frame: Int) async throws {
    var bench = try await SessionBench()
    for id in ["violin-a", "violin-b", "violin-c"] { try await bench.say("at @\(frame) start \(id) now") }
    try await bench.say("at @\(frame) gain cello -6")
    #expect(try await bench.say("cancel at 2") == [])
    await bench.run(100)
    #expect(await bench.session.snapshot().waiting.map(\.number) == [1, 3, 4])
    #expect(
      try await bench.say("cancel at 2") == [
        "no command 2 waits. These do: 1, 3 and 4. Use one of them, or all."
      ])
    try await bench.say("cancel at all", then: 100)
    #expect(await bench.session.snapshot().waiting.isEmpty)
    await bench.run(frame)
    for id in ["violin-a", "violin-b", "violin-c"] { #expect(await bench.session.stem(id).status == .stop) }
    #expect(await bench.session.stem("cello").gain.value == 0)
    let told = await bench.session.told()
    #expect(told.contains("2 ended: cancelled by input"))
    let ended = told.filter { $0.contains(" ended: ") }
    let numbers = ended.flatMap { (line: String) -> [Substring] in
      line.prefix { $0 != "e" }.split(separator: ", ")
    }
    #expect(Set(numbers).count == 4)
  }

  @Test("A panic ends all that wait, also a panic that waits", arguments: ["panic", "in 100 frames panic"])
  func panic(line: String) async throws {
    var bench = try await SessionBench()
    try await bench.say("at @\(WaitingTests.near) start violin-a now")
    try await bench.say("at @\(WaitingTests.far) start violin-b now")
    try await bench.say(line, then: 200)
    #expect(await bench.session.snapshot().waiting.isEmpty)
    await bench.run(WaitingTests.far)
    #expect(await bench.session.snapshot().stems.allSatisfy { $0.status == .stop })
    #expect(await bench.session.told().contains { $0.hasSuffix(" ended: panic") })
  }

  @Test(
    "What is given after a panic is not ended by it, even if the panic was not received yet",
    arguments: [WaitingTests.near, WaitingTests.far])
  func afterAPanic(frame: Int) async throws {
    var bench = try await SessionBench()
    try await bench.say("in \(frame) frames start violin-a now")
    try await bench.say("panic")
    try await bench.say("in \(frame) frames start violin-b now")
    #expect(await bench.session.snapshot().waiting.last?.number == 2)
    await bench.run(100)
    #expect(await bench.session.snapshot().waiting.map(\.number) == [2])
    for _ in 0..<(frame / 1000 + 1) { await bench.run(1000) }
    #expect(await bench.session.stem("violin-a").status == .stop)
    #expect(await bench.session.stem("violin-b").status == .play)
    #expect(await bench.session.told().filter { $0.contains(" ended: ") } == ["1 ended: panic"])
  }

  @Test("cancel at NUMBER comes too late for what was received: canon says that it no longer waits")
  func cancelledTooLate() async throws {
    var bench = try await SessionBench()
    try await bench.say("in 10 frames gain violin-a -6")
    bench.deliver(100)
    #expect(try await bench.say("cancel at 1") == [])
    await bench.run(10)
    #expect(await bench.session.stem("violin-a").gain.value == -6)
    #expect(await bench.session.told().contains("refused by input: no command 1 waits. None does."))
  }

  @Test("Commands of many stems wait as exactly as those of one, up to what the engine can hold")
  func parts() async throws {
    var bench = try await SessionBench()
    // Three stems each, because all leaves the base alone.
    for number in 1...1000 {
      #expect(try await bench.say("at @\(WaitingTests.far) gain all -\(number % 60)") == [])
    }
    while await !bench.session.snapshot().waiting.isEmpty { await bench.run(1000) }
    #expect(await !bench.session.told().contains { $0.contains("after its time") })
  }

  @Test("A thousand wait at most, and one that was received makes room")
  func most() async throws {
    var bench = try await SessionBench()
    for number in 1...1000 { try await bench.say("at @\(30_000 + number) gain violin-a -1") }
    #expect(
      try await bench.say("in 9 s panic")
        == ["1000 commands wait already. End some with cancel at NUMBER, or all with cancel at all."])
    await bench.run(29_000)
    await bench.run(1100)
    #expect(try await bench.say("in 9 s gain violin-a 0") == [])
    while await bench.session.snapshot().waiting.count > 1 { await bench.run(1000) }
    #expect(await bench.session.stem("violin-a").gain.value == -1)
  }

  @Test(
    "What depends on more than the engine's state there cannot wait",
    arguments: [
      "toggle mute cello", "undo", "replace cello a.wav", "skip 5", "quit", "status", "at 3 s panic",
    ])
  func cannotWait(command: String) {
    #expect(throws: CommandProblem.cannotWait(String(command.split(separator: " ")[0]))) {
      try CommandParser.read("at 2 s \(command)", at: .lines)
    }
  }

  @Test("Nor does the end of another, by its whole word")
  func cannotWaitToEnd() {
    #expect(throws: CommandProblem.cannotWait("cancel at")) {
      try CommandParser.read("at 2 s cancel at 1", at: .lines)
    }
    for line in ["cancel at foo", "cancel at 0", "cancel at 99999999999999999999"] {
      #expect(throws: CommandProblem.self) { try CommandParser.read(line, at: .lines) }
    }
    #expect(throws: Never.self) { try CommandParser.read("cancel at", at: .lines) }
  }

  @Test(
    "A time that is none is refused with what is one",
    arguments: [
      "at 5 panic", "at bar 0 panic", "at -1 s panic", "at @-1 panic", "at @9223372036854775807 panic",
      "at loop x panic", "at 0x10 s panic", "at bar +2 panic", "in 5 panic", "in -1 s panic",
    ])
  func noTime(line: String) {
    #expect(throws: CommandProblem.self) { try CommandParser.read(line, at: .lines) }
  }

  @Test("Bars of a set that has none, and frames beyond the clock, are refused before they wait")
  func noSuchTime() async throws {
    let session = try SmallSet(head: "").session()
    let bench = try await SessionBench(session)
    for line in ["at bar 2 panic", "in 2 beats panic", "at loop 1000000000 panic", "at 3200000000 s panic"] {
      let problems = try await bench.say(line)
      let isFar = line.contains("loop") || line.contains(" s ")
      #expect(isFar ? problems == [] : problems.first?.hasPrefix("there is no ") == true, "\(line)")
    }
    #expect(try await bench.say("at loop 2 start violin-a bar").first?.contains("bars") == true)
    #expect(try await bench.say("at loop 2 start violin-z").first?.contains("violin-z") == true)
  }
}
