import CanonEngine
import CanonSchedule

/// Writes the memory of the doors down. A memory only grows, so the newest contains all earlier ones.
typealias MemoryKeeper = Keeper<DoorMemory, StateProblem>

/// The time by which a performance judges its doors, and the memory of the doors.
public struct DoorClock: Sendable {
  let now: @Sendable (FramePosition) -> Instant
  private let kind: Kind
  /// The header of the journal being rendered; nil for other clocks.
  private var header: JournalHeader?
  private(set) var memory: DoorMemory
  /// Writes the memory down; nil if it is not kept.
  let keeper: MemoryKeeper?
  /// The memory at the start.
  private let before: DoorMemory

  private enum Kind {
    /// The machine's clock, which may be wrong, and whose times are remembered.
    case machine
    case asOf
    case journal
  }

  private init(
    _ kind: Kind, now: @escaping @Sendable (FramePosition) -> Instant, memory: DoorMemory,
    keeper: MemoryKeeper? = nil
  ) {
    (self.kind, self.now, self.memory, self.keeper, before) = (kind, now, memory, keeper, memory)
  }

  /// The machine's clock.
  /// - Parameters:
  ///   - memory: What was seen before.
  ///   - now: Tests bring their own.
  ///   - told: Problems with the memory that people have read already.
  ///   - keep: Writes down what is to be remembered, on a thread where it may wait; returns the problems.
  public static func machine(
    memory: DoorMemory, now: @escaping @Sendable () -> Instant = { .now() }, told: [StateProblem] = [],
    keep: @escaping @Sendable (DoorMemory) -> [StateProblem] = { _ in [] }
  ) -> DoorClock {
    DoorClock(
      .machine, now: { _ in now() }, memory: memory, keeper: MemoryKeeper(told: told, write: keep))
  }

  /// A given time, which is trusted and not remembered: for previews and renderings.
  /// - Parameter memory: Supplies the first start; its other contents are ignored.
  public static func asOf(
    _ now: @escaping @Sendable () -> Instant, memory: DoorMemory = DoorMemory()
  ) -> DoorClock {
    DoorClock(.asOf, now: { _ in now() }, memory: memory)
  }

  /// The time at which a journal's frames were played, from the journal; nil if the journal does not have it.
  /// - Parameter memory: This machine's memory. Its first start, if known, takes precedence over the journal's.
  public static func journal(_ header: JournalHeader, memory: DoorMemory) -> DoorClock? {
    guard header.played != nil else { return nil }
    var clock = DoorClock(
      .journal, now: { header.instant(at: $0) ?? Instant(secondsSince1970: .nan) }, memory: memory)
    clock.header = header
    return clock
  }

  /// The context in which doors are judged on a frame.
  /// - Parameter instant: Another time than that of the frame; nil for that of the frame.
  func context(
    at frame: FramePosition, on instant: Instant? = nil, sounding: Set<String>
  ) -> DoorContext {
    let now = instant ?? now(frame)
    switch kind {
    case .machine: return DoorContext(clock: now, memory: memory, sounding: sounding)
    case .asOf: return DoorContext(asOf: now, firstStart: memory.firstStart, sounding: sounding)
    case .journal: return DoorContext(played: now, memory: rememberedThen(at: frame), sounding: sounding)
    }
  }

  /// The first frame after another on which it is at least a certain time, or on which the clock was set; nil if the time
  /// cannot be computed from frames.
  func frame(of instant: Instant?, after frame: FramePosition) -> FramePosition? {
    header?.frame(of: instant, after: frame)
  }

  /// The times of a journal in the seconds before a frame (``JournalHeader/spans(before:seconds:)``); none for other clocks.
  func spans(before frame: FramePosition, seconds: Double) -> [ClosedRange<Instant>] {
    header?.spans(before: frame, seconds: seconds) ?? []
  }

  private func rememberedThen(at frame: FramePosition) -> DoorMemory {
    guard let then = header?.memory(at: frame), let seen = then.latest else { return memory }
    guard let first = memory.firstStart ?? then.firstStart else { return then }
    return DoorMemory(firstStart: first, latest: seen)
  }

  /// Passes problems with keeping the memory to `tell`, on any thread.
  func tellProblems(_ tell: @escaping @Sendable (StateProblem) -> Void) { keeper?.tellProblems(tell) }

  /// Adds the current time to the memory, if the machine's clock is plausible.
  /// - Parameter writes: Whether to write the memory down now. The first start is always written.
  mutating func see(writes: Bool) {
    let context = context(at: 0, sounding: [])
    guard kind == .machine, !context.isClockWrong else { return }
    let isFirst = memory.firstStart == nil
    memory.see(context.now)
    if isFirst || writes { keeper?.keep(memory) }
  }

  /// Writes down the latest time seen, even if the clock became wrong after it.
  mutating func keepLatest() {
    see(writes: false)
    if memory != before { keeper?.keep(memory) }
  }
}
