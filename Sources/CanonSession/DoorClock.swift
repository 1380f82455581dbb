import CanonEngine
import CanonSchedule

/// By which time a performance judges its doors, and what is remembered of them.
public struct DoorClock: Sendable {
  let now: @Sendable (FramePosition) -> Instant
  private let kind: Kind
  /// Of the journal that is played again.
  private var header: JournalHeader?
  private(set) var memory: DoorMemory
  private let keep: @Sendable (DoorMemory) -> String?

  private enum Kind {
    /// The machine's clock: it may be wrong, and is remembered.
    case machine
    case asOf
    case journal
  }

  private init(
    _ kind: Kind, now: @escaping @Sendable (FramePosition) -> Instant, memory: DoorMemory,
    keep: @escaping @Sendable (DoorMemory) -> String?
  ) {
    (self.kind, self.now, self.memory, self.keep) = (kind, now, memory, keep)
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
    DoorClock(.machine, now: { _ in now() }, memory: memory, keep: keep)
  }

  /// Another time, which is believed, and not remembered: for preview, for renderings.
  /// - Parameter memory: Of which the first start counts, and not what was seen.
  public static func asOf(
    _ now: @escaping @Sendable () -> Instant, memory: DoorMemory = DoorMemory()
  ) -> DoorClock {
    DoorClock(.asOf, now: { _ in now() }, memory: memory, keep: { _ in nil })
  }

  /// The time at which a journal's frames were played, as the journal says; nil where it does not.
  /// - Parameter memory: What this machine remembers: what it knows of the first start counts, not what a file says.
  public static func journal(_ header: JournalHeader, memory: DoorMemory) -> DoorClock? {
    guard header.played != nil else { return nil }
    var clock = DoorClock(
      .journal, now: { header.instant(at: $0) ?? Instant(secondsSince1970: .nan) }, memory: memory,
      keep: { _ in nil })
    clock.header = header
    return clock
  }

  /// What doors are judged by on a frame.
  func context(at frame: FramePosition, sounding: Set<String>) -> DoorContext {
    switch kind {
    case .machine: DoorContext(clock: now(frame), memory: memory, sounding: sounding)
    case .asOf: DoorContext(asOf: now(frame), firstStart: memory.firstStart, sounding: sounding)
    case .journal:
      DoorContext(played: now(frame), memory: rememberedThen(at: frame), sounding: sounding)
    }
  }

  private func rememberedThen(at frame: FramePosition) -> DoorMemory {
    guard let then = header?.memory(at: frame), let seen = then.latest else { return memory }
    guard let first = memory.firstStart ?? then.firstStart else { return then }
    return DoorMemory(firstStart: first, latest: seen)
  }

  /// Takes note of the present moment, if the machine's clock can be believed.
  /// - Parameter writes: Whether what is new is to be kept for later runs at once.
  /// - Returns: Why it could not be kept, as a sentence.
  mutating func see(writes: Bool) -> String? {
    let context = context(at: 0, sounding: [])
    guard kind == .machine, !context.isClockWrong else { return nil }
    let isFirst = memory.firstStart == nil
    memory.see(context.now)
    return isFirst || writes ? keep(memory) : nil
  }
}
