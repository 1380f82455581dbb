import CanonEngine
import CanonTestSupport
import Testing

/// What becomes of a stem, for every status and every request: the table in StateTable.swift.
@Suite struct StemStateMachineTests {
  @Test("The table has every status and every request once")
  func tableIsComplete() {
    #expect(StateTable.rows.count == 48)
    #expect(Set(StateTable.rows.map { "\($0.before) \($0.request)" }).count == 48)
  }

  @Test("Every request leads where the table says", arguments: StateTable.rows)
  func table(row: Row) {
    let old = PendingChange(at: 120, by: .score), new = PendingChange(at: 32, by: .input)
    let before = row.before.status(old: old, new: new)
    #expect(before.after(row.request, change: new) == row.after.status(old: old, new: new))
  }

  @Test(
    "The engine does what the table says, on the quantum's frame",
    arguments: StateTable.rows, Boundary.all)
  func throughTheEngine(row: Row, boundary: Boundary) {
    var bench = Bench.make(stems: [(1...24).map(Float.init)], bars: 3, beats: 6)
    bring(&bench, to: row.before.letters)
    let before = bench.run(Boundary.asked - Int(bench.position)).master.last!
    let settled = bench.events.count
    bench.ask(row.request, quantum: boundary.quantum)
    let after = bench.run(144 - Boundary.asked, periods: .mixed(seed: 7)).master

    let old = PendingChange(at: 120, by: .input), new = PendingChange(at: boundary.frame, by: .input)
    let expected = row.after.status(old: old, new: new)
    guard case .answered(_, _, let answer, let status, let at) = bench.events[settled] else {
      Issue.record("the answer comes first")
      return
    }
    #expect(at == Int64(Boundary.asked))
    #expect(status == expected)
    #expect(answer == (row.after == row.before ? .unchanged : .accepted))

    // And so it happens: one event on the frame of the change and none without, and samples to match.
    let changes = expected.pending.map { [$0.at] } ?? []
    #expect(bench.events[(settled + 1)...].filter(\.isChange).map(\.frame) == changes)
    #expect(before == (row.before.letters.hasPrefix("play") ? 1 : 0))
    for (index, sample) in after.enumerated() {
      let position = Boundary.asked + index
      let isPast = expected.pending.map { position >= Int($0.at) } ?? false
      let state = isPast ? expected.next! : expected.state
      guard sample == (state == .play ? Float(position % 24 + 1) : 0) else {
        Issue.record("frame \(position) has \(sample) while in \(state.word)")
        return
      }
    }
  }

  /// Requests that lead to `status`, its change pending for frame 120.
  private func bring(_ bench: inout Bench, to status: String) {
    let later = Quantum(.loop, count: 5)!
    bench.run(1)
    if status.hasPrefix("wait") { bench.ask(.start, quantum: later) }
    if status.hasPrefix("play") || status.hasPrefix("mute") { bench.ask(.start, quantum: .now) }
    bench.run(1)
    if status.hasPrefix("mute") { bench.ask(.mute, quantum: .now) }
    bench.run(1)
    if status.contains(">mute") { bench.ask(.mute, quantum: later) }
    if status.contains(">stop") { bench.ask(.stop, quantum: later) }
    if status.contains(">play") { bench.ask(.unmute, quantum: later) }
  }
}

/// On which frame a change asked for on frame 24 + 1 takes effect, worked out by hand: the loop has 24
/// frames, 3 bars of 8 frames, 6 beats of 4.
struct Boundary: Sendable, CustomStringConvertible {
  static let asked = 25
  static let all = [
    Boundary(quantum: .now, frame: 25),
    Boundary(quantum: .beat, frame: 28),
    Boundary(quantum: .bar, frame: 32),
    Boundary(quantum: .loop, frame: 48),
    Boundary(quantum: Quantum(.beat, count: 9)!, frame: 36),
    Boundary(quantum: Quantum(.bar, count: 5)!, frame: 40),
    Boundary(quantum: Quantum(.loop, count: 3)!, frame: 72),
  ]

  let quantum: Quantum
  let frame: FramePosition
  var description: String { quantum.description }
}
