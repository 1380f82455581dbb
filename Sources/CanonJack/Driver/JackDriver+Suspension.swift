import CanonSession

/// The client leaves the server's graph for a while (Ctrl-Z).
extension JackDriver {
  /// Fades out and leaves the server's graph, so that a stopped process does not delay other clients. Returns when the client
  /// has left, or after ``longestLeave`` if the server does not answer.
  public func standAside() async {
    isToStandAside = true
    bell?.ring()
    let end = ContinuousClock.now + Self.longestLeave
    while isInGraph, ContinuousClock.now < end { await wait(milliseconds: 5) }
  }

  private static let longestLeave = Duration.milliseconds(1500)

  /// Ends ``standAside()``: the music continues in phase, with its former connections.
  public func comeBack() { isToStandAside = false }

  /// Takes the client out of the graph until ``comeBack()``.
  /// - Returns: Why the client cannot come back, or nil.
  func standAside(_ client: JackClient, telling seat: Seat) async -> ServerLoss? {
    let report = client.report
    report.pointee.isLeaving.store(true, ordering: .relaxed)
    // A server that stands still does not run the callback, so the wait is limited.
    for _ in 0..<60 where !report.pointee.hasFaded.load(ordering: .acquiring) { await wait(milliseconds: 5) }
    client.retire()
    markResume(client)
    let left = report.pointee.leftAt.load(ordering: .relaxed)
    if left != .min, let clock = await seat.clock { await seat.left(at: left, for: clock.position - left) }
    let leaving = Answer<(wires: [Wire], midi: [MIDIPort: [String]])>()
    ServerThread.detach { leaving.give(client.leave()) }
    while leaving.value == nil, isToStandAside, !hasEnded(client) { await wait(milliseconds: 5) }
    isInGraph = false
    while isToStandAside && !isStopping { await wait(milliseconds: 5) }
    if isStopping { return nil }
    isInGraph = true
    let point = resume
    let back = Answer<Bool>()
    ServerThread.detach {
      back.give((try? client.goOn(from: point, wiredAs: leaving.value ?? ([], [:]))) != nil)
    }
    while back.value == nil, !hasEnded(client) { await wait(milliseconds: 5) }
    return back.value == true || isStopping ? nil : .ended
  }

  func hasEnded(_ client: JackClient) -> Bool {
    isStopping || client.report.pointee.isShutDown.load(ordering: .acquiring)
  }
}
