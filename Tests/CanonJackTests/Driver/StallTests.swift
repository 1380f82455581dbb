import CanonLiveSupport
import Glibc
import Testing

@testable import CanonJack

/// A server that gives no cycle: whether it is gone, has dropped canon, or only stands still.
@Suite struct StallTests {
  private static let limit = Duration.seconds(1)
  /// The moment at which each test begins.
  private let start = ContinuousClock.now

  /// - Parameters:
  ///   - milliseconds: Since the test began.
  ///   - answer: What a knock is answered; nil for nothing.
  private func look(
    _ stall: inout Stall, _ cycles: UInt64, at milliseconds: Int, _ answer: Knock.Answer? = nil
  ) -> Stall.Finding {
    stall.look(
      cycles: cycles, limit: Self.limit, at: start + .milliseconds(milliseconds),
      knock: { Knock(answer: answer) })
  }

  @Test("A server whose cycles go on plays, however long it is watched")
  func playing() {
    var stall = Stall()
    for second in 0..<100 { #expect(look(&stall, UInt64(second), at: 1000 * second) == .playing) }
  }

  @Test("A client that never had a cycle gets as long as any other")
  func noCycle() {
    var stall = Stall()
    #expect(look(&stall, 0, at: 0) == .playing)
    #expect(look(&stall, 0, at: 1000) == .playing)
    #expect(look(&stall, 0, at: 1001) == .stalled)
  }

  @Test("A stall beyond the limit is reported once, and so is its end")
  func pause() {
    var stall = Stall()
    #expect(look(&stall, 7, at: 0) == .playing)
    #expect(look(&stall, 7, at: 1001) == .stalled)
    #expect(look(&stall, 7, at: 1002) == .playing)
    #expect(look(&stall, 7, at: 90_000) == .playing)
    #expect(look(&stall, 8, at: 90_001) == .back)
    #expect(look(&stall, 9, at: 90_002) == .playing)
    #expect(look(&stall, 9, at: 91_002) == .playing)
    #expect(look(&stall, 9, at: 91_003) == .stalled)
  }

  @Test("A short stall is not reported")
  func shortPause() {
    var stall = Stall()
    #expect(look(&stall, 7, at: 0) == .playing)
    #expect(look(&stall, 7, at: 999) == .playing)
    #expect(look(&stall, 8, at: 1500) == .playing)
  }

  @Test("The limit counts from the last cycle, however seldom the server is looked at")
  func seldom() {
    var stall = Stall()
    func look(_ cycles: UInt64, at milliseconds: Int, idle: Int) -> Stall.Finding {
      stall.look(
        cycles: cycles, idle: .milliseconds(idle), limit: Self.limit, at: start + .milliseconds(milliseconds),
        knock: { Knock(answer: nil) })
    }
    func left(at milliseconds: Int) -> Duration {
      stall.timeLeft(limit: Self.limit, at: start + .milliseconds(milliseconds))
    }
    #expect(left(at: 0) == Self.limit)
    #expect(look(7, at: 0, idle: 0) == .playing)
    // The last cycle was 900 ms ago.
    #expect(look(9, at: 920, idle: 900) == .playing)
    #expect(left(at: 920) == .milliseconds(100))
    #expect(look(9, at: 1021, idle: 1001) == .stalled)
    #expect(stall.isDoubtful && left(at: 1021) == .zero)
    #expect(look(10, at: 1100, idle: 20) == .back)
    #expect(!stall.isDoubtful)
  }

  @Test("A clock of the server that is wrong does not make a running server stalled")
  func wrongClock() {
    var stall = Stall()
    for look in 0..<5 {
      let finding = stall.look(
        cycles: UInt64(look), idle: .seconds(3600), limit: Self.limit, at: start + .milliseconds(990 * look),
        knock: { Knock(answer: nil) })
      #expect(finding == .playing)
      #expect(stall.timeLeft(limit: Self.limit, at: start + .milliseconds(990 * look)) >= .milliseconds(10))
    }
  }

  @Test("A server that refuses the knock is gone")
  func refused() {
    var stall = Stall()
    #expect(look(&stall, 7, at: 0) == .playing)
    #expect(look(&stall, 7, at: 1001, .refused) == .stalled)
    #expect(look(&stall, 7, at: 1002) == .gone)
  }

  @Test("A server that accepts a knock but gives canon no cycle has dropped canon's client")
  func dropped() {
    var stall = Stall()
    #expect(look(&stall, 7, at: 0) == .playing)
    #expect(look(&stall, 7, at: 1001, .letIn(start + .milliseconds(1500))) == .stalled)
    #expect(look(&stall, 7, at: 2500) == .playing)
    #expect(look(&stall, 7, at: 2501) == .gone)
  }

  @Test("A client that is called again after a knock plays on, and the next stall knocks again")
  func calledAgain() {
    var stall = Stall()
    #expect(look(&stall, 7, at: 0) == .playing)
    #expect(look(&stall, 7, at: 1001, .refused) == .stalled)
    #expect(look(&stall, 8, at: 1100) == .back)
    #expect(look(&stall, 8, at: 2101) == .stalled)
    #expect(look(&stall, 8, at: 99_000) == .playing)
  }
}

/// Knocking at real doors.
extension LiveTests.ServerPlace {
  @Test("A running server accepts a knock, and without a server it is refused")
  func knock() throws {
    let server = try DummyServer.started("canon-test-place")
    defer { server.stop() }
    let (there, nowhere) = (Knock(server: server.name), Knock(server: "canon-test-none"))
    try waitUntil("both are answered") { there.answer != nil && nowhere.answer != nil }
    guard case .letIn? = there.answer, case .refused? = nowhere.answer else {
      Issue.record("\(String(describing: there.answer)), \(String(describing: nowhere.answer))")
      return
    }
    try waitUntil("no knock is under way") { !Knock.isUnderWay }
  }

  @Test("A knock that has no answer yet is under way: no client is closed meanwhile")
  func unanswered() throws {
    let server = try DummyServer.started("canon-test-place")
    defer { server.stop() }
    server.signal(SIGSTOP)
    let knock = Knock(server: server.name)
    #expect(Knock.isUnderWay && knock.answer == nil)
    server.signal(SIGCONT)
    try waitUntil("no knock is under way") { !Knock.isUnderWay }
    #expect(knock.answer != nil)
  }
}
