import CanonFiles

/// What this machine remembers of schedules, a file each in one folder (Documentation/Formats.md).
///
/// Reading and writing never fail in a way that could stop the music: there is always a memory to continue with,
/// and the problems are returned beside it.
///
/// - Thread: any that may wait for the disk, and for another canon up to two seconds; not the audio thread.
public struct StateFile: Sendable {
  /// A memory, with the problems of reading or writing it.
  public struct Outcome: Hashable, Sendable {
    /// The current memory, written to disk or not. Keep it, and ``DoorMemory/merge(_:)`` it at the next
    /// update: if nothing can be written, it is the only copy.
    public internal(set) var memory = DoorMemory()
    /// The problems to report, in this order; empty if there were none.
    public internal(set) var problems: [StateProblem] = []

    /// An empty memory without problems.
    public init() {}

    init(memory: DoorMemory = DoorMemory(), problems: [StateProblem] = []) {
      (self.memory, self.problems) = (memory, problems)
    }
  }

  /// The folder of the files; it need not exist yet.
  public let folder: String
  var calls = DiskCalls()
  /// Seconds to wait for another canon.
  var patience = 2.0

  /// - Parameter folder: An absolute path, so that a change of the working folder changes nothing.
  public init(folder: String) {
    let end = folder.lastIndex { $0 != "/" }
    self.folder = end.map { String(folder[...$0]) } ?? "/"
  }

  /// The folder for the state of canon by the rules of XDG: `$XDG_STATE_HOME/canon`, or
  /// `$HOME/.local/state/canon`. Nil where neither is an absolute path.
  public static func usual(environment: [String: String]) -> StateFile? {
    UserFolder.state.path(environment).map(StateFile.init(folder:))
  }

  /// The memory of a schedule; empty if it was never played. It writes nothing, but renames a damaged
  /// file.
  /// - Parameter schedulePath: Its real path identifies the schedule.
  public func memory(of schedulePath: String) -> Outcome {
    let place = StatePlace(folder: folder, schedule: schedulePath)
    switch StateReading(place) {
    case .memory(let memory): return Outcome(memory: memory)
    case .untouchable(let problem): return Outcome(problems: [problem])
    case .damaged: break
    }
    do { return try locked { mended(place).outcome } } catch { return unlocked(place, error) }
  }

  /// Reads the memory of a schedule, changes it, and writes it.
  ///
  /// The change cannot lose anything that was remembered before or that other canons write
  /// meanwhile: the changed memory is merged into the old one. When this returns without problems, the memory survives a power
  /// cut.
  /// - Parameters:
  ///   - schedulePath: Its real path identifies the schedule.
  ///   - change: Called once. Other canons wait for it.
  @discardableResult
  public func update(_ schedulePath: String, _ change: (inout DoorMemory) -> Void) -> Outcome {
    let place = StatePlace(folder: folder, schedule: schedulePath)
    do { return try locked { keep(place, change) } } catch {
      var outcome = unlocked(place, error)
      outcome.memory = outcome.memory.learning(change)
      return outcome
    }
  }

  /// The memory that can be read without the lock.
  private func unlocked(_ place: StatePlace, _ problem: StateProblem) -> Outcome {
    switch (StateReading(place), problem) {
    case (.memory(let memory), _): Outcome(memory: memory, problems: [problem])
    case (.damaged(let damage), .unwritable(_, let reason)):
      Outcome(problems: [.leftDamaged(damage, reason)])
    case (.damaged, _): Outcome(problems: [problem])
    case (.untouchable(let first), _): Outcome(problems: [first, problem])
    }
  }

  // MARK: - Under the lock

  private func locked(_ body: () -> Outcome) throws(StateProblem) -> Outcome {
    do { try AtomicWriter(folder: folder, calls: calls).makeFolder() } catch {
      throw .unwritable(folder: folder, error)
    }
    return try FolderLock.hold(folder, patience: patience, calls: calls, body)
  }

  private func keep(_ place: StatePlace, _ change: (inout DoorMemory) -> Void) -> Outcome {
    var (outcome, isWritable) = mended(place)
    outcome.memory = outcome.memory.learning(change)
    guard isWritable else { return outcome }
    do {
      let text = StateText.text(outcome.memory, of: place.schedule)
      try AtomicWriter(folder: folder, calls: calls).replace(place.name, with: text)
    } catch {
      outcome.problems.append(.unwritable(folder: folder, error))
    }
    return outcome
  }

  /// The memory in a file, which is renamed if it is damaged, and whether a new file may replace it.
  ///
  /// Reads the file again under the lock: another canon may just have renamed it and started a new one.
  private func mended(_ place: StatePlace) -> (outcome: Outcome, isWritable: Bool) {
    switch StateReading(place) {
    case .memory(let memory): return (Outcome(memory: memory), true)
    case .untouchable(let problem): return (Outcome(problems: [problem]), false)
    case .damaged(let damage):
      do {
        let aside = try AtomicWriter(folder: folder, calls: calls).setAside(place.name)
        return (Outcome(problems: [.setAside(damage, aside: aside)]), true)
      } catch {
        return (Outcome(problems: [.leftDamaged(damage, error)]), false)
      }
    }
  }
}
