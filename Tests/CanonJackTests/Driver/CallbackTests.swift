import CanonLiveSupport
import CanonSession
import CanonTestSupport
import Testing

@testable import CanonJack

/// What the process callback does in a cycle, called by a test.
extension LiveTests.Ports {
  @Test("In the callback denormal numbers are zero, and after it they are not")
  func denormals() throws {
    let server = try DummyServer.started("canon-test-rate")
    defer { server.stop() }
    let cycles = try HandmadeCycles(on: server, levels: [1e-40, 0.5])
    #expect(cycles.cycle().joined().allSatisfy { $0 == 0 })
    // Read through memory, so that the compiler cannot multiply in advance.
    var tiny: [Float] = [.leastNormalMagnitude, 0.5]
    tiny.reserveCapacity(3)
    #expect(tiny[0] * tiny[1] > 0)
    cycles.start(1)
    #expect(cycles.heard() > 0.1)
    cycles.client.close()
  }

  @Test("Each time that a client leaves it fades out over 5 ms, and tells when it is silent")
  func fades() throws {
    let server = try DummyServer.started("canon-test-rate")
    defer { server.stop() }
    let cycles = try HandmadeCycles(on: server, levels: [0.5])
    let report = cycles.client.report
    for time in 1...2 {
      #expect(cycles.heard() == 0.5, "time \(time)")
      report.pointee.isLeaving.store(true, ordering: .relaxed)
      let first = cycles.cycle(128)
      let isEarly = report.pointee.hasFaded.load(ordering: .acquiring)
      // 240 frames, each of them softer by as much.
      for side in first {
        #expect(
          abs(side[0] - 0.5) < 1e-6 && abs(side[127] - 0.5 * 113 / 240) < 1e-6, "time \(time): \(side)")
      }
      let second = cycles.cycle(128)
      let hasFaded = report.pointee.hasFaded.load(ordering: .acquiring)
      for side in second { #expect(side[111] > 0 && side[112...].allSatisfy { $0 == 0 }, "time \(time)") }
      #expect(!isEarly && hasFaded, "time \(time)")
      #expect(cycles.heard() == 0, "time \(time)")
      cycles.state.pointee.goOn(from: nil)
      report.pointee.beginAgain()
    }
    cycles.client.close()
  }
}

/// What libjack notifies of, as far as the driver must not see it a second later.
@Suite struct NotificationTests {
  @Test(
    "Another rate wakes the driver, and the callback plays no more; the same rate changes nothing",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func rate() async {
    let bell = Bell()
    NotificationBell.prepare()
    NotificationBell.add(bell)
    defer { NotificationBell.remove(bell) }
    CycleReport.withPointer { report in
      func isEnabled(_ rate: UInt32) -> Bool {
        _ = Notifications.rateChanged(rate, report)
        return report.pointee.isEnabled.load(ordering: .relaxed)
      }
      #expect(isEnabled(48_000), "the first one that is told")
      #expect(isEnabled(48_000))
      #expect(!isEnabled(44_100))
    }
    // Unless it rings, this takes a day.
    await bell.wait(atMost: .seconds(86_400))
  }
}

/// What callbacks report to control.
@Suite struct CycleReportTests {
  @Test("Whoever comes back into the graph is neither leaving nor silent")
  func beginAgain() {
    let report = CycleReport()
    report.isLeaving.store(true, ordering: .relaxed)
    report.hasFaded.store(true, ordering: .relaxed)
    report.leftAt.store(7, ordering: .relaxed)
    report.isEnabled.store(false, ordering: .relaxed)
    report.beginAgain()
    let (isLeaving, hasFaded) = (
      report.isLeaving.load(ordering: .relaxed), report.hasFaded.load(ordering: .relaxed)
    )
    let (leftAt, isEnabled) = (
      report.leftAt.load(ordering: .relaxed), report.isEnabled.load(ordering: .relaxed)
    )
    #expect(!isLeaving && !hasFaded && leftAt == .min && isEnabled)
  }

  @Test("An anchor is read whole, with a number that changes; none is read while one is written")
  func anchor() throws {
    let report = CycleReport()
    var numbers: [UInt32] = []
    for position in [Int64(96_000), -7] {
      report.publishAnchor(position: position, frame: UInt32(truncatingIfNeeded: position &+ 1))
      let found = report.anchor()
      let anchor = try #require(found)
      numbers.append(anchor.number)
      #expect(anchor.position == position && anchor.frame == UInt32(truncatingIfNeeded: position &+ 1))
    }
    #expect(numbers == [2, 4])
    report.anchorSequence.store(5, ordering: .sequentiallyConsistent)
    let none = report.anchor()
    #expect(none == nil)
  }
}
