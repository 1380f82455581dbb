import CanonFiles

/// What this machine remembers of schedules, a file each in one folder (Documentation/Formats.md).
///
/// Reading and writing never fail in a way that could stop the music: there always is a memory to go on with,
/// and what went wrong is told beside it.
///
/// - Thread: any that may wait for the disk, and for another canon up to two seconds; not the audio thread.
public struct StateFile: Sendable {
  /// A memory, and what kept it from being read or kept.
  public struct Outcome: Hashable, Sendable {
    /// What is known now, be it kept or not. Hold on to it, and ``DoorMemory/merge(_:)`` it at the next
    /// update: where nothing can be written, it is all there is.
    public internal(set) var memory = DoorMemory()
    /// To be told, in this order; empty when all went well.
    public internal(set) var problems: [StateProblem] = []

    /// Nothing is known, and nothing went wrong.
    public init() {}

    init(memory: DoorMemory = DoorMemory(), problems: [StateProblem] = []) {
      (self.memory, self.problems) = (memory, problems)
    }
  }

  /// Where the files lie; it need not exist yet.
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

  /// What is remembered of a schedule: nothing when it was never played. Writes nothing, but sets a damaged
  /// file aside.
  /// - Parameter schedulePath: Its real path decides.
  public func memory(of schedulePath: String) -> Outcome {
    let place = StatePlace(folder: folder, schedule: schedulePath)
    switch StateReading(place) {
    case .memory(let memory): return Outcome(memory: memory)
    case .untouchable(let problem): return Outcome(problems: [problem])
    case .damaged: break
    }
    do { return try locked { mended(place).outcome } } catch { return unlocked(place, error) }
  }

  /// Reads what is remembered of a schedule, changes it, and keeps it.
  ///
  /// Whatever the change does, nothing is lost that was remembered before or that other canons write
  /// meanwhile: the old memory learns from the changed one. When this returns without problems, a power cut
  /// loses nothing of it.
  /// - Parameters:
  ///   - schedulePath: Its real path decides.
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

  /// What can be known where the lock cannot be had.
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

  /// The memory in a file, which is set aside when it is damaged, and whether a new file may take its place.
  ///
  /// Looks anew at what was seen before the lock: another canon may just have set it aside and begun anew.
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
