import CanonEngine
import CanonTestSupport
import Testing

/// What the table of transitions cannot show: answers, permits, and who asked.
@Suite struct StemRequestTests {
  @Test(
    "Asking again for the same boundary changes nothing, and is answered so",
    arguments: [
      (StemRequest.start, [StemRequest]()), (.mute, [.start]), (.stop, [.start]), (.unmute, [.start, .mute]),
      (.stop, [.start, .mute]),
    ])
  func askingAgain(request: StemRequest, first: [StemRequest]) {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    for earlier in first {
      bench.ask(earlier, quantum: .now)
      bench.run(1)
    }
    bench.ask(request)
    bench.ask(request)
    bench.run(4)
    let (once, twice) = (bench.answers.dropLast().last!, bench.answers.last!)
    #expect(once.answer == .accepted)
    #expect(twice.answer == .unchanged)
    #expect(once.status == twice.status)
  }

  @Test(
    "Asking again for the boundary that is pending leaves it the asker's who was first",
    arguments: [
      (StemStatus.wait, StemRequest.start), (StemStatus.playThenMute, .mute),
      (StemStatus.playThenStop, .stop),
      (StemStatus.muteThenPlay, .unmute), (StemStatus.muteThenPlay, .start), (StemStatus.muteThenStop, .stop),
    ] as [(@Sendable (PendingChange) -> StemStatus, StemRequest)])
  func firstAsker(status: @Sendable (PendingChange) -> StemStatus, request: StemRequest) {
    let first = PendingChange(at: 8, by: .score)
    #expect(status(first).after(request, change: PendingChange(at: 8, by: .input)) == status(first))
  }

  @Test("A pending change keeps its first asker until another boundary is requested")
  func whoAsked() {
    var bench = Bench.make(stems: [[1, 2, 3, 4]])
    bench.run(1)
    _ = bench.handle.start(testPermit(StemIndex(0)), quantum: .loop, by: .score)
    _ = bench.handle.start(testPermit(StemIndex(0)), quantum: .loop, by: .input)
    _ = bench.handle.start(testPermit(StemIndex(0)), quantum: Quantum(.loop, count: 2)!, by: .recovery)
    bench.run(1)
    #expect(bench.answers.suffix(3).map(\.status.pending?.by) == [.score, .score, .recovery])
    bench.run(8)
    #expect(bench.changes.last == .changed(StemIndex(0), status: .play, at: 8, by: .recovery))
  }

  @Test("Without a permit a press starts nothing: stop and mute stay, and the answer says so")
  func pressWithoutPermit() {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    bench.run(1)
    bench.ask(.press, permitted: false)
    #expect(bench.run(8).master.allSatisfy { $0 == 0 })
    #expect(bench.answers.last! == (.notPermitted, .stop))

    bench.ask(.start, quantum: .now)
    bench.run(1)
    bench.ask(.mute, quantum: .now)
    bench.run(1)
    bench.ask(.press, quantum: .now, permitted: false)
    #expect(bench.run(8).master.allSatisfy { $0 == 0 })
    #expect(bench.answers.last! == (.notPermitted, .mute))
  }

  @Test("Without a permit a press still mutes what plays")
  func pressTowardsSilenceMutes() {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    bench.ask(.start)
    bench.run(1)
    bench.ask(.press, permitted: false)
    #expect(bench.run(7).master == [1, 1, 1, 0, 0, 0, 0])
    #expect(bench.answers.last! == (.accepted, .playThenMute(PendingChange(at: 4, by: .input))))
  }

  @Test(
    "Without a permit a press still cancels what is pending",
    arguments: [
      ([StemRequest.start], StemStatus.stop), ([.start, .mute, .unmute], .mute),
      ([.start, .mute, .stop], .mute),
    ])
  func pressTowardsSilenceCancels(requests: [StemRequest], left: StemStatus) {
    var bench = Bench.make(stems: [[1, 1, 1, 1]])
    bench.run(1)
    for request in requests.dropLast() {
      bench.ask(request, quantum: .now)
      bench.run(1)
    }
    bench.ask(requests.last!)
    bench.ask(.press, permitted: false)
    #expect(bench.run(8).master.allSatisfy { $0 == 0 })
    #expect(bench.answers.last! == (.accepted, left))
  }

  @Test("Exactly the requests that turn silence into sound need a permit", arguments: StateTable.rows)
  func needsPermit(row: Row) {
    let old = PendingChange(at: 120, by: .score), new = PendingChange(at: 32, by: .input)
    let before = row.before.status(old: old, new: new), after = row.after.status(old: old, new: new)
    // A press may cancel sound that was promised with a permit; start and unmute ask for sound each time.
    let bringsSound = (after.next ?? after.state) == .play && before.state != .play
    let asksForSound = row.request == .start || row.request == .unmute || row.request == .press
    // An arming that `unmute` leaves alone has had its permit.
    let leavesAlone = before == after
    #expect(before.needsPermit(for: row.request) == (bringsSound && asksForSound && !leavesAlone))
  }
}
