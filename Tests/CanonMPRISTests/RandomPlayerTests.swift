import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonMPRIS

/// Whatever a desktop calls, canon does what a line of the network's vocabulary does, and no more.
@Suite struct RandomPlayerTests {
  private static let asker = Asker.named("mpris")

  private static func call(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(interface: MPRIS.player, member: member, arguments: arguments)
  }

  /// A call that a player carries out.
  private static func call(_ random: inout SplitMix64) -> BusCall {
    switch random.number(0...11) {
    case 0: call("Play")
    case 1: call("Pause")
    case 2, 3: call("PlayPause")
    case 4: call("Stop")
    case 5, 6: call("Next")
    case 7: call("Previous")
    case 8, 9: call("Seek", .integer(random.number(-300_000...300_000)))
    case 10: call("SetPosition", .path(MPRIS.track), .integer(random.number(-1000...300_000)))
    default:
      BusCall(
        interface: BusCall.properties, member: "Set",
        arguments: [
          .text(MPRIS.player), .text("Volume"),
          .number(random.pick([0, 0.5, 1, abs(Double(random.sample()))])),
        ])
    }
  }

  @Test(
    "Random calls have the journal and the sound of the lines that they mean",
    arguments: 0..<UInt64(LongCampaign.count(12, long: 200)))
  func sameMusic(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let called = try await SurfaceBench(), spoken = try await SurfaceBench()
    var lines: [String] = []
    for number in 0..<40 {
      // The first two run both scenes, so that there is something to be heard.
      let call = number < 2 ? Self.call("Next") : Self.call(&random)
      let request = try PlayerRequest(call), frames = Int32(random.number(1...1024))
      guard let command = await PlayerCommand.command(for: request, on: called.desk) else { continue }
      lines.append("\(command)")
      #expect(try CommandParser.parse("\(command)", at: .network) == command)
      await called.give(command, by: Self.asker, then: frames)
      await spoken.say("\(command)", by: Self.asker, then: frames)
    }
    for _ in 0..<12 {
      await called.run(1024)
      await spoken.run(1024)
    }
    #expect(called.heard == spoken.heard, "\(lines)")
    #expect(called.heard[1].contains { $0 != 0 }, "\(lines)")
    #expect(try await called.endJournal() == spoken.endJournal(), "\(lines)")
  }

  @Test(
    "Whatever is called, a locked stem stays silent", arguments: 0..<UInt64(LongCampaign.count(4, long: 40)))
  func locked(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let bench = try await SurfaceBench(doors: "violin-b = 2026-12-06")
    for _ in 0..<100 {
      let request = try PlayerRequest(Self.call(&random))
      guard let command = await PlayerCommand.command(for: request, on: bench.desk) else { continue }
      await bench.give(command, by: Self.asker, then: 512)
      #expect(await bench.desk.snapshot().stems[2].status == .stop, "\(command)")
    }
    await bench.give(.pause(nil, isOn: false, nil), by: Self.asker)
    for _ in 0..<12 { await bench.run(1024) }
    #expect(bench.heard[2].allSatisfy { $0.bitPattern == 0 })
    #expect(bench.heard[0].contains { $0 != 0 })
  }
}
