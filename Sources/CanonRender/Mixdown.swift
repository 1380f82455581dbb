import CanonEngine

/// Mixes a performance on several threads, cut by time, and writes it in order.
///
/// The driver says what is to be mixed, far ahead of what is written: what changes is decided without samples. A part is mixed by one thread, all
/// stems in their order, so its samples do not depend on how many threads there are. A limited number of parts is in memory.
struct Mixdown: ~Copyable {
  /// What is to be written next.
  private enum Entry {
    case mixed(MixSlot, Task<Void, Never>, frames: Int, [Recorded])
    case again(RecordedCycle.Part)
  }

  /// Frames of a part that belong to a cycle that is repeated later.
  private struct Recorded {
    let cycle: RecordedCycle
    let frames: Range<Int>
  }

  private let counts: OutputCounts
  private let period: Int
  private let most: Int
  private let frames: Int
  private var free: [MixSlot] = []
  private var entries: [Entry] = []
  // The part that is being collected.
  private var parts: [MixPart] = []
  private var recorded: [Recorded] = []
  private var collected = 0
  private var stateBytes = 0

  /// The most memory that the states of a part take, or the last of them does alone.
  private static let largestStates = 1 << 22

  /// - Parameter period: The most frames that are mixed at a time.
  init(_ counts: OutputCounts, _ size: MixdownSize, period: Int) {
    (self.counts, self.period, most) = (counts, period, size.slots)
    frames = size.frames(pairs: counts.pairs)
  }

  /// The most frames of the next part; at least one.
  var room: Int { frames - collected }

  /// Adds what is to be mixed next.
  /// - Parameters:
  ///   - part: No more frames than ``room``.
  ///   - cycle: The cycle to which the frames belong; nil if they are not repeated.
  mutating func add<S: OfflineDriver.Sink & ~Copyable>(
    _ part: MixPart, of cycle: RecordedCycle?, to sink: inout S
  ) async throws {
    let end = collected + part.frames
    if let cycle { recorded.append(Recorded(cycle: cycle, frames: collected..<end)) }
    parts.append(part)
    collected = end
    stateBytes += part.state?.byteCount ?? 0
    if collected == frames || stateBytes > Self.largestStates { try await mix(to: &sink) }
  }

  /// Adds frames that are delivered again.
  mutating func add<S: OfflineDriver.Sink & ~Copyable>(
    _ again: RecordedCycle.Part, to sink: inout S
  ) async throws {
    try await mix(to: &sink)
    while entries.count >= most { try await writeFirst(to: &sink) }
    entries.append(.again(again))
  }

  /// Mixes and writes what is left.
  mutating func finish<S: OfflineDriver.Sink & ~Copyable>(to sink: inout S) async throws {
    try await mix(to: &sink)
    while !entries.isEmpty { try await writeFirst(to: &sink) }
  }

  /// Lets a thread mix what has been collected.
  private mutating func mix<S: OfflineDriver.Sink & ~Copyable>(to sink: inout S) async throws {
    if parts.isEmpty { return }
    while entries.count >= most { try await writeFirst(to: &sink) }
    let slot = free.popLast() ?? MixSlot(counts, frames: frames, period: period)
    let task = Task.detached { [parts] in slot.mix(parts) }
    entries.append(.mixed(slot, task, frames: collected, recorded))
    (parts, recorded, collected, stateBytes) = ([], [], 0, 0)
  }

  /// Writes what comes next, as soon as it is mixed.
  /// - Throws: An error of the sink. Nothing is mixed any more then.
  private mutating func writeFirst<S: OfflineDriver.Sink & ~Copyable>(to sink: inout S) async throws {
    let first = entries.removeFirst()
    if case .mixed(let slot, let task, _, _) = first {
      await task.value
      free.append(slot)
    }
    do {
      try write(first, to: &sink)
    } catch {
      for case .mixed(_, let task, _, _) in entries { await task.value }
      throw error
    }
  }

  private func write<S: OfflineDriver.Sink & ~Copyable>(_ entry: Entry, to sink: inout S) throws {
    switch entry {
    case .again(let part): try part.deliver(to: &sink)
    case .mixed(let slot, _, let frames, let recorded):
      for pair in 0..<counts.pairs {
        for part in recorded { part.cycle.append(slot.samples(of: pair, part.frames), pair: pair) }
        try sink.write(pair: pair, samples: slot.samples(of: pair, 0..<frames))
      }
    }
  }
}
