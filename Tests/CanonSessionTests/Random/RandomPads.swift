import CanonControl
import CanonEngine
import CanonSession
import CanonTestSupport

/// Pads that the driver reads: what they are bound to acts on the frame of the event, or else at the desk.
struct RandomPads {
  private var random: SplitMix64
  /// Whether there are any.
  private let isDrawn: Bool

  /// It draws from a generator of its own. The cases of old faults have no pads, so that they stay what they are.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed ^ 0xA5)
    isDrawn = random.one(in: 2)
  }

  /// Now and then some are pressed within the next period.
  /// - Parameter length: The period's frames.
  mutating func mayBePressed(_ bench: inout SessionBench, within length: Int) async throws {
    guard isDrawn, random.one(in: 3) else { return }
    for _ in 0..<random.number(1...3) {
      let request = random.pick(["press", "press", "start", "stop", "mute", "unmute"])
      let stem = random.pick(DoorCase.ids + ["cello"])
      let quantum = random.pick(["", "", " now", " now", " beat", " loop", " bar:3"])
      let command = try CommandParser.parse("\(request) \(stem)\(quantum)", at: .network)
      let frame = Int32(random.number(0...Int64(length - 1)))
      let trigger = await bench.session.trigger(for: command, by: .named("midi"))
      if let trigger, bench.offer(trigger, after: frame) { continue }
      _ = await bench.session.perform(command, by: .named("midi"))
    }
  }
}
