import CanonEngine
import CanonSession
import Testing

@testable import CanonRender

/// The driver without a server: exact frames, the same bits whatever the periods.
@Suite struct OfflineDriverTests {
  let small: SmallSet

  init() throws { small = try SmallSet() }

  /// Something of everything, most of it beside the boundaries.
  static let busyScore = """
    @0 press violin-a
    @0 gain violin-b -20
    @1 start violin-b now
    @2879 mute violin-b beat
    @2881 start violin-c beat:2
    @4000 pan violin-b -0.7
    bar 2: unmute violin-b now
    0.125 s: mute cello bar
    @6001 press violin-a
    loop 2: start violin-a now
    loop 2: stop violin-c
    @12000 skip 1234
    @13300 unmute cello beat
    @20000 stop all now
    @20000 start violin-b now
    @20001 cancel violin-b
    @23039 gain all 3
    loop 3: press violin-*
    @25000 quit
    """

  @Test("The same bits whatever the period", arguments: [1, 2, 63, 64, 1024, 11_520, 1 << 20])
  func periodIndependent(period: Int) async throws {
    let reference = try await Rendering(small.session(), score: Self.busyScore)
    let rendering = try await Rendering(small.session(), score: Self.busyScore, period: period)
    #expect(rendering.sink.bits == reference.sink.bits)
    #expect(reference.master.contains { $0 != 0 })
    #expect(rendering.report.refused.isEmpty)
  }

  @Test func theMasterIsTheSameWhetherThePortsAreWantedOrNot() async throws {
    let with = try await Rendering(small.session(), score: Self.busyScore)
    let without = try await Rendering(small.session(), score: Self.busyScore, stems: false)
    #expect(without.sink.pairs.count == 1)
    #expect(without.sink.bits[0] == with.sink.bits[0])
  }

  @Test func theStemsPortsSumToTheMaster() async throws {
    let rendering = try await Rendering(small.session(), score: Self.busyScore)
    let ports = rendering.sink.pairs.dropFirst()
    #expect(ports.count == 4)
    var sum = [Float](repeating: 0, count: rendering.master.count)
    for port in ports {
      try #require(port.count == sum.count)
      for k in sum.indices { sum[k] += port[k] }
    }
    #expect(sum == rendering.master)
    for port in ports { #expect(port.contains { $0 != 0 }) }
  }

  @Test("A command takes effect on its very frame", arguments: [1, 4095, 4096, 4097, 11_519, 11_520, 11_521])
  func exactFrames(frame: Int) async throws {
    let rendering = try await Rendering(
      small.session(), score: "@\(frame) start violin-a now\n@\(frame + 1000) mute violin-a now",
      length: .loops(2))
    let port = rendering.port(1)
    let first = try #require(port.firstIndex { $0 != 0 })
    // A ramp begins at 0; only at the loop's top is the first frame whole.
    #expect(first == (frame % SmallSet.loop == 0 ? frame : frame + 1))
    #expect(port.lastIndex { $0 != 0 } == frame + 1000 + 47)
  }

  @Test func aCommandWaitsForItsBoundary() async throws {
    let rendering = try await Rendering(
      small.session(),
      score: "@1 start violin-a beat\n@1 start violin-b bar\n@1 start violin-c\n", length: .loops(2))
    #expect(rendering.port(1).firstIndex { $0 != 0 } == 2880 + 1)
    #expect(rendering.port(2).firstIndex { $0 != 0 } == 5760 + 1)
    #expect(rendering.port(3).firstIndex { $0 != 0 } == 11_520)
  }

  @Test func afterASkipTheMusicGoesOnInPhase() async throws {
    let straight = try await Rendering(small.session(), length: .loops(1))
    let skipped = try await Rendering(small.session(), score: "@1000 skip 5000", length: .loops(1))
    #expect(skipped.report.frames == 11_520, "what a skip passes over is not delivered")
    #expect(skipped.master.prefix(2000) == straight.master.prefix(2000))
    #expect(Array(skipped.master[(2 * 1240)..<(2 * 6520)]) == Array(straight.master.dropFirst(2 * 6240)))
  }

  @Test func aLineThatASkipHasPassedIsReceivedWhereTheClockIs() async throws {
    let rendering = try await Rendering(
      small.session(), score: "@1000 skip 5000\n@3000 start violin-a now\n@7000 quit", length: .score)
    #expect(rendering.report.frames == 2000)
    #expect(rendering.port(1).firstIndex { $0 != 0 } == 1001)
  }

  @Test("An invalid period becomes the nearest valid one", arguments: [0, -5, (1 << 20) + 1, .max])
  func oddPeriods(period: Int) async throws {
    let reference = try await Rendering(small.session(), score: "@100 start violin-a now\n@3000 quit")
    let rendering = try await Rendering(
      small.session(), score: "@100 start violin-a now\n@3000 quit", period: period)
    #expect(rendering.sink.bits == reference.sink.bits)
  }

  @Test("Lines of one frame are received in their order, and all before anything is delivered")
  func oneFrame() async throws {
    let rendering = try await Rendering(
      small.session(),
      score: "@0 start violin-a now\n@0 stop violin-a now\n@0 start violin-b now\n@50 quit")
    #expect(rendering.port(1).allSatisfy { $0 == 0 })
    #expect(rendering.port(2).first { $0 != 0 } != nil && rendering.port(2)[0] != 0)
    #expect(rendering.report.frames == 50)
  }

  @Test("The left channel is delivered before the right one, in the master and in the ports")
  func sides() async throws {
    // The base is panned half to the left: a quarter of pi along the cosine.
    let rendering = try await Rendering(small.session(), length: .loops(1))
    for pair in rendering.sink.pairs.prefix(2) {
      #expect(pair.count == 2 * SmallSet.loop)
      for frame in stride(from: 0, to: SmallSet.loop, by: 101) {
        #expect(abs(pair[2 * frame + 1] - 0.70710678 * pair[2 * frame]) < 1e-6)
      }
    }
    #expect(rendering.port(0).contains { abs($0) > 0.1 })
  }
}
