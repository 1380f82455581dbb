import CanonEngine
import CanonSchedule

/// By which time a performance judges its doors, and what is remembered of them.
public struct DoorClock: Sendable {
  let now: @Sendable (FramePosition) -> Instant
  /// Whether `now` is the machine's clock, which may be wrong, and is remembered.
  let isMachine: Bool
  private(set) var memory: DoorMemory
  private let keep: @Sendable (DoorMemory) -> String?

  private init(
    now: @escaping @Sendable (FramePosition) -> Instant, isMachine: Bool, memory: DoorMemory,
    keep: @escaping @Sendable (DoorMemory) -> String?
  ) {
    (self.now, self.isMachine, self.memory, self.keep) = (now, isMachine, memory, keep)
  }

  /// The machine's clock.
  /// - Parameters:
  ///   - memory: What was seen before.
  ///   - now: Tests bring their own.
  ///   - keep: Writes down what is to be remembered; answers with a sentence if that fails.
  public static func machine(
    memory: DoorMemory, now: @escaping @Sendable () -> Instant = { .now() },
    keep: @escaping @Sendable (DoorMemory) -> String? = { _ in nil }
  ) -> DoorClock {
    DoorClock(now: { _ in now() }, isMachine: true, memory: memory, keep: keep)
  }

  /// Another time, which is believed, and not remembered: for preview, for renderings.
  public static func asOf(
    _ now: @escaping @Sendable () -> Instant, memory: DoorMemory = DoorMemory()
  ) -> DoorClock {
    DoorClock(now: { _ in now() }, isMachine: false, memory: memory, keep: { _ in nil })
  }

  /// The time at which a journal's frames were played, as the journal says.
  public static func journal(_ header: JournalHeader) -> DoorClock? {
    guard header.played != nil else { return nil }
    return DoorClock(
      now: { header.instant(at: $0) ?? Instant(secondsSince1970: .nan) }, isMachine: false,
      memory: header.memory,
      keep: { _ in nil })
  }

  /// What doors are judged by on a frame.
  func context(at frame: FramePosition, sounding: Set<String>) -> DoorContext {
    isMachine
      ? DoorContext(clock: now(frame), memory: memory, sounding: sounding)
      : DoorContext(asOf: now(frame), memory: memory, sounding: sounding)
  }

  /// Takes note of the present moment, if the machine's clock can be believed.
  /// - Parameter writes: Whether what is new is to be kept for later runs at once.
  /// - Returns: Why it could not be kept, as a sentence.
  mutating func see(writes: Bool) -> String? {
    let context = context(at: 0, sounding: [])
    guard isMachine, !context.isClockWrong else { return nil }
    let isFirst = memory.firstStart == nil
    memory.see(context.now)
    return isFirst || writes ? keep(memory) : nil
  }
}
