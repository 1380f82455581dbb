import CanonEngine
import CanonSchedule

/// By which time a performance judges its doors, and what is remembered of them.
public struct DoorClock: Sendable {
  let now: @Sendable (FramePosition) -> Instant
  private let kind: Kind
  /// Of the journal that is played again.
  private var header: JournalHeader?
  private(set) var memory: DoorMemory
  /// Nil where nothing is kept.
  let keeper: MemoryKeeper?
  /// What was remembered at the start.
  private let before: DoorMemory

  private enum Kind {
    /// The machine's clock: it may be wrong, and is remembered.
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
  ///   - told: Problems with the memory that people have read already, as sentences.
  ///   - keep: Writes down what is to be remembered, on a thread where it may wait; returns a sentence for each
  ///     problem.
  public static func machine(
    memory: DoorMemory, now: @escaping @Sendable () -> Instant = { .now() }, told: [String] = [],
    keep: @escaping @Sendable (DoorMemory) -> [String] = { _ in [] }
  ) -> DoorClock {
    DoorClock(
      .machine, now: { _ in now() }, memory: memory, keeper: MemoryKeeper(told: told, write: keep))
  }

  /// Another time, which is believed, and not remembered: for preview, for renderings.
  /// - Parameter memory: Of which the first start counts, and not what was seen.
  public static func asOf(
    _ now: @escaping @Sendable () -> Instant, memory: DoorMemory = DoorMemory()
  ) -> DoorClock {
    DoorClock(.asOf, now: { _ in now() }, memory: memory)
  }

  /// The time at which a journal's frames were played, as the journal says; nil where it does not.
  /// - Parameter memory: What this machine remembers: what it knows of the first start counts, not what a file says.
  public static func journal(_ header: JournalHeader, memory: DoorMemory) -> DoorClock? {
    guard header.played != nil else { return nil }
    var clock = DoorClock(
      .journal, now: { header.instant(at: $0) ?? Instant(secondsSince1970: .nan) }, memory: memory)
    clock.header = header
    return clock
  }

  /// What doors are judged by on a frame.
  /// - Parameter earlier: By the time so many seconds before.
  func context(at frame: FramePosition, earlier: Double = 0, sounding: Set<String>) -> DoorContext {
    let now = now(frame) + -earlier
    switch kind {
    case .machine: return DoorContext(clock: now, memory: memory, sounding: sounding)
    case .asOf: return DoorContext(asOf: now, firstStart: memory.firstStart, sounding: sounding)
    case .journal: return DoorContext(played: now, memory: rememberedThen(at: frame), sounding: sounding)
    }
  }

  /// The first frame after another on which it is at least a certain time, or on which the clock was set; nil where frames
  /// do not tell the time.
  func frame(of instant: Instant?, after frame: FramePosition) -> FramePosition? {
    header?.frame(of: instant, after: frame)
  }

  private func rememberedThen(at frame: FramePosition) -> DoorMemory {
    guard let then = header?.memory(at: frame), let seen = then.latest else { return memory }
    guard let first = memory.firstStart ?? then.firstStart else { return then }
    return DoorMemory(firstStart: first, latest: seen)
  }

  /// Problems with keeping the memory are passed to `tell`, on any thread.
  func tellProblems(_ tell: @escaping @Sendable (String) -> Void) { keeper?.tellProblems(tell) }

  /// Takes note of the present moment, if the machine's clock can be believed.
  /// - Parameter writes: Whether what is new is to be kept for later runs soon. The first start always is.
  mutating func see(writes: Bool) {
    let context = context(at: 0, sounding: [])
    guard kind == .machine, !context.isClockWrong else { return }
    let isFirst = memory.firstStart == nil
    memory.see(context.now)
    if isFirst || writes { keeper?.keep(memory) }
  }

  /// Keeps the latest moment seen, also where the clock went wrong after it.
  mutating func keepLatest() {
    see(writes: false)
    if memory != before { keeper?.keep(memory) }
  }
}
