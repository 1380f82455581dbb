import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// The commands of one surface keep their order, and only those about a stem whose file is being read wait for that.
@Suite struct CommandLaneTests {
  private let bench: DeskBench
  private let disk = SlowDisk()
  private let lane: CommandLane

  init() async throws {
    bench = try await DeskBench(
      stems: ["cello", "violin-a", "violin-b", "violin-c"],
      keys: ["violin-b": "group = \"high\"", "violin-c": "group = \"high\""],
      more: (1...3).map { "[[scene]]\nid = \"s\($0)\"\ncommands = [\"gain cello -\($0)\"]\n" }.joined())
    let disk = disk
    lane = CommandLane(bench.desk) { _ in await disk.read() }
  }

  private func give(_ lines: String...) async throws {
    for line in lines { await lane.give(try CommandParser.parse(line, at: .lines), by: .keyboard) }
    await bench.run()
  }

  private func status(_ index: Int) async -> StemStatus { await bench.desk.snapshot().stems[index].status }

  /// Lets the disk go, and plays until everything that waited was given.
  private func finish() async {
    await disk.letGo()
    await lane.finish()
    await bench.run()
  }

  @Test("What is about other stems does not wait")
  func others() async throws {
    try await give("replace violin-a violin-b.wav", "mute cello now", "start violin-b now", "gain master -3")
    #expect(await status(0) == .mute)
    #expect(await status(2) == .play)
    #expect(await bench.desk.snapshot().masterGoal == Decibels(-3)!)
    #expect(await bench.desk.snapshot().stems[1].nextFile == nil)
    await finish()
    #expect(await bench.desk.snapshot().stems[1].nextFile?.value == "violin-b.wav")
  }

  @Test("What is about the same stem, or excludes it, comes after it")
  func sameStem() async throws {
    try await give(
      "start violin-c now", "replace violin-b violin-a.wav now", "start violin-b now", "gain violin-b -6")
    try await give("start violin-c now")
    #expect(await status(2) == .stop, "it waits")
    #expect(await status(3) == .play)
    await finish()
    #expect(await status(2) == .stop, "who was asked last wins")
    #expect(await status(3) == .play)
    #expect(await bench.desk.snapshot().stems[2].gainGoal == Decibels(-6)!)
  }

  @Test("A panic and a pause are given at once, and what waited when the panic came starts nothing")
  func panic() async throws {
    try await give("replace violin-a violin-b.wav now", "start violin-a now", "pause")
    #expect(await bench.desk.snapshot().isPaused)
    try await give("resume", "panic")
    #expect(await status(0) == .stop)
    await finish()
    for _ in 0..<13 { await bench.run(1024) }
    #expect(await status(1) == .stop)
    try await give("start violin-a now")
    #expect(await status(1) == .play, "what is asked for later does")
  }

  @Test("What waited when a pause came is held by it, and heard with the others")
  func pause() async throws {
    try await give("replace violin-a violin-b.wav now", "start violin-a now", "start violin-b now", "pause")
    await finish()
    #expect(await status(1) == .play)
    #expect(await bench.desk.snapshot().stems.map(\.isHeld) == [true, true, true, true])
    try await give("resume", "start violin-c now")
    #expect(await bench.desk.snapshot().stems.map(\.isHeld) == [false, false, false, false])
  }

  @Test("Scenes and undo come one after the other", arguments: [true, false])
  func scenes(isReading: Bool) async throws {
    if isReading { try await give("replace violin-a violin-b.wav") }
    try await give("next", "next", "next", "previous")
    if isReading { #expect(await bench.desk.snapshot().stems[0].gainGoal == Decibels(0)!) }
    await finish()
    #expect(await bench.desk.snapshot().stems[0].gainGoal == Decibels(-2)!)
    try await give("undo")
    await finish()
    #expect(await bench.desk.snapshot().stems[0].gainGoal == Decibels(-3)!)
  }

  @Test("An undo of another file comes after it, and later commands after the undo")
  func undo() async throws {
    try await give("replace violin-a violin-b.wav now", "undo", "start violin-a now")
    #expect(await status(1) == .stop)
    await finish()
    for _ in 0..<13 { await bench.run(1024) }
    let stem = await bench.desk.snapshot().stems[1]
    #expect(stem.status == .play && stem.nextFile == nil)
  }

  @Test("A command that goes by what is made anew when its turn has come")
  func again() async throws {
    try await give("replace violin-a violin-b.wav")
    let desk = bench.desk
    for _ in 0..<3 {
      let step: @Sendable () async -> ControlCommand? = {
        Decibels(await desk.snapshot().stems[1].gainGoal.value - 1).map {
          .gain(StemSelection(["violin-a"]), $0)
        }
      }
      await lane.give(try #require(await step()), by: .keyboard, again: step)
    }
    await finish()
    #expect(await bench.desk.snapshot().stems[1].gainGoal == Decibels(-3)!)
  }
}
