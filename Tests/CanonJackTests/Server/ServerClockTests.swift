import Testing

@testable import CanonJack

/// What the frame clocks of jackd and PipeWire do, as it was seen, and what canon makes of it.
@Suite struct ServerClockTests {
  /// The losses that a clock finds in cycles of (time, frames).
  /// - Parameter passed: The frames of real time before each cycle; nil for those that its time tells.
  private func losses(_ cycles: [(UInt32, UInt32)], passed: [Int64]? = nil) -> [Int64] {
    var clock = ServerClock()
    var last: UInt32 = 0
    return cycles.enumerated().map { number, cycle in
      defer { last = cycle.0 }
      let passed = passed?[number] ?? max(0, Int64(Int32(bitPattern: cycle.0 &- last)))
      return clock.lostFrames(before: cycle.0, frames: cycle.1, passed: passed)
    }
  }

  @Test func nothingIsLostWhileTheTimesFollowOneAnother() {
    #expect(losses([(1000, 256), (1256, 256), (1512, 256)]) == [0, 0, 0])
  }

  @Test func aGapIsLostOnce() {
    #expect(losses([(0, 256), (1024, 256), (1280, 256)]) == [0, 768, 0])
  }

  @Test func theWrapOfTheClockIsNoGap() {
    #expect(losses([(UInt32.max - 255, 256), (0, 256), (512, 256)]) == [0, 0, 256])
  }

  @Test func aChangeOfPeriodIsNoGap() {
    // An old period of 256 was delivered, but the clock advanced by the new one.
    #expect(losses([(0, 256), (1024, 1024), (2048, 1024), (2112, 64), (2176, 64)]) == [0, 0, 0, 0, 0])
  }

  @Test("A late cycle that reads the next one's time counts as a loss once, however often it occurs")
  func lateCycles() {
    // Cycle k late: it reads the time of k + 1, then k + 1 comes and reads the same.
    var cycles: [(UInt32, UInt32)] = [(0, 256)]
    for k in stride(from: UInt32(1), to: 40, by: 4) {
      cycles += [((k + 1) * 256, 256), ((k + 1) * 256, 256), ((k + 2) * 256, 256), ((k + 3) * 256, 256)]
    }
    #expect(losses(cycles).reduce(0, +) == 256)
  }

  @Test(
    "A clock that is ahead of the time that has passed is another device's: the time counts, and the new clock is followed"
  )
  func otherDevice() {
    #expect(
      losses(
        [(0, 1024), (1024, 1024), (563_200, 1024), (564_224, 1024), (567_296, 1024)],
        passed: [0, 1024, 1100, 1024, 3072]) == [0, 0, 0, 0, 2048])
    #expect(losses([(0, 1024), (1024, 1024), (563_200, 1024)], passed: [0, 1024, 9000]) == [0, 0, 7976])
  }

  @Test(
    "Between two cycles a clock goes on as the machine's does, within two cycles and a twentieth of a second")
  func goesOn() {
    func goesOn(_ frames: Int32, _ microseconds: Int64) -> Bool {
      ServerClock.goesOn(by: frames, within: microseconds, period: 1024, sampleRate: 48_000)
    }
    #expect(goesOn(0, 0) && goesOn(480, 10_000) && goesOn(96_000, 2_000_000))
    #expect(goesOn(480 + 4448, 10_000) && !goesOn(480 + 4449, 10_000), "2 * 1024 + 2400 frames")
    #expect(goesOn(480 - 4448, 10_000) && !goesOn(480 - 4449, 10_000))
    #expect(!goesOn(63_488, 20_000), "PipeWire's clock after a device has come")
    #expect(!goesOn(0, 2_000_000))
  }

  @Test("A gap counts as far as twice a cycle and an eighth beyond the time that has passed")
  func farthest() {
    for (time, lost) in [(13_096, 11_048), (13_097, 6976)] as [(UInt32, Int64)] {
      #expect(
        losses([(0, 1024), (1024, 1024), (time, 1024)], passed: [0, 1024, 8000]) == [0, 0, lost])
    }
  }

  @Test("A clock that is far behind is another device's too: what was lost meanwhile is what has passed")
  func otherDeviceBehind() {
    #expect(
      losses([(563_200, 1024), (564_224, 1024), (0, 1024), (1024, 1024)], passed: [0, 1024, 48_000, 1024])
        == [0, 0, 46_976, 0])
  }

  @Test(
    "A client that stood still, or comes late, has lost what the clock says, within two cycles of the time that has passed"
  )
  func stoodStill() {
    #expect(losses([(0, 256), (256, 256), (240_256, 256)], passed: [0, 256, 239_500]) == [0, 0, 239_744])
    #expect(losses([(0, 256), (256, 256), (1024, 256)], passed: [0, 256, 300]) == [0, 0, 512])
  }

  @Test("A clock may be 65,536 frames behind where it should be; one that is farther behind is another one")
  func longestLead() {
    for (time, lost) in [(134_720, 0), (134_719, 65_537)] as [(UInt32, Int64)] {
      #expect(losses([(200_000, 256), (time, 256), (200_512, 256)]) == [0, 0, lost], "\(time)")
    }
  }

  @Test func aClockThatBeginsAnewIsFollowed() {
    #expect(losses([(5_000_000, 256), (100, 256), (356, 256), (868, 256)]) == [0, 0, 0, 256])
  }
}
