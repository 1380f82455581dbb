import CanonEngine
import CanonTestSupport
import Testing

/// The boundary of a press that names none. The loop has 8 frames and 8 beats.
@Suite struct QuantumDefaultsTests {
  private static let quanta = QuantumDefaults(
    start: Quantum(.beat, count: 2)!, stop: Quantum(.beat, count: 5)!, mute: Quantum(.beat, count: 3)!,
    unmute: Quantum(.beat, count: 4)!)

  @Test("Start, stop, mute and unmute each keep their own quantum")
  func fields() {
    let quanta = Self.quanta
    #expect([quanta.start, quanta.stop, quanta.mute, quanta.unmute].map(\.count) == [2, 5, 3, 4])
    #expect(QuantumDefaults(.bar) == QuantumDefaults(start: .bar, stop: .bar, mute: .bar, unmute: .bar))
  }

  @Test("A press takes the quantum of what it leads to, by the state of the stem")
  func ofPress() {
    let change = PendingChange(at: 9, by: .input)
    let quanta = Self.quanta
    for status in [StemStatus.stop, .wait(change)] { #expect(quanta.ofPress(status) == quanta.start) }
    for status in [StemStatus.play, .playThenMute(change), .playThenStop(change)] {
      #expect(quanta.ofPress(status) == quanta.mute)
    }
    for status in [StemStatus.mute, .muteThenPlay(change), .muteThenStop(change)] {
      #expect(quanta.ofPress(status) == quanta.unmute)
    }
  }

  @Test("The engine says which quantum it chose, on the frame on which it received the press")
  func chosen() {
    var bench = Bench.make(
      .small(loop: 8, beats: 8, [StemConfiguration(quanta: Self.quanta)]), sounds: [.counting(8)])
    var output = bench.draw(3)
    for frames in [4, 4, 5] {
      bench.ask(.press, quantum: nil)
      output += bench.draw(frames)
    }
    // Received on 3, 7 and 11; in effect on 4 (every 2nd beat), 9 (every 3rd) and 12 (every 4th).
    #expect(output == "----56781---5678")
    let chosen = bench.events.compactMap { event -> (Quantum, FramePosition)? in
      if case .chosen(_, StemIndex(0), let quantum, let at) = event { (quantum, at) } else { nil }
    }
    #expect(chosen.map(\.0) == [Self.quanta.start, Self.quanta.mute, Self.quanta.unmute])
    #expect(chosen.map(\.1) == [3, 7, 11])
  }
}
