import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import Synchronization

/// What a session keeps of the performance: what was saved when the manager asked for it (`saved.evening`), and, while canon plays, how far it
/// is (`running.evening`), which only a canon leaves that was killed or ended by an error. The saved one goes on from where it was; the other in phase, as a
/// killed performance goes on elsewhere.
///
/// - Thread: any that may wait for the disk
public final class SessionEvenings: Sendable {
  private let saved: EveningFile
  private let running: EveningFile
  private let state = Mutex(State())

  private struct State {
    /// What the performance is as long as it is saved; nil if nothing is.
    var reference: Evening?
    /// Whether that is from the file, and nothing was written down since.
    var isOpened = false
    /// What a killed canon has left, until the performance has reached it.
    var killed: Evening?
    /// The performance as it was written down last.
    var latest: Evening?
    var isDirty = false
    var tell: @Sendable (Bool) -> Void = { _ in }
  }

  /// - Throws: The reason why nothing can be kept there.
  public init(_ folder: SessionFolder) throws(EveningProblem) {
    // Not the paths of this machine: the session may be taken to another one.
    let owner = Evening.Owner(source: "session", name: "canon")
    saved = try EveningFile(folder: folder.path, name: "saved", owner: owner)
    running = try EveningFile(folder: folder.path, name: "running", owner: owner)
  }

  /// Whether no other canon has opened the session.
  public var isOurs: Bool { saved.isOurs && running.isOurs }

  /// The performance with which the session goes on; nil for one that begins. What a killed canon has left and cannot be used is kept aside.
  /// - Throws: The problem of the saved one. It stays as it is.
  public func open(at now: Instant) throws(FileProblem) -> Evening? {
    let last: Evening?
    switch saved.read() {
    case .evening(let evening): last = evening
    case .nothing: last = nil
    case .unusable(let problem): throw problem
    }
    let opened = last?.standing(until: now)
    switch running.read() {
    case .evening(let killed) where !killed.isTooOld(at: now):
      state.withLock { ($0.reference, $0.killed, $0.isDirty) = (last, killed, true) }
      return killed
    case .nothing: break
    case .evening, .unusable: _ = running.keepAside()
    }
    state.withLock { ($0.reference, $0.isOpened, $0.isDirty) = (opened, true, opened == nil) }
    return opened
  }

  /// Calls `tell` at once, and from now on when what is played is saved no longer, or again. It must not wait.
  func tellWhetherDirty(_ tell: @escaping @Sendable (Bool) -> Void) {
    state.withLock { state in
      state.tell = tell
      tell(state.isDirty)
    }
  }

  /// Writes down how far the performance is. If it is over before it has reached what a killed canon has left, that stays.
  package func keep(_ entry: EveningBook.Entry) -> [EveningProblem] {
    let stays = state.withLock { state in
      guard case .evening(let evening) = entry else { return state.killed != nil }
      state.latest = evening
      state.killed = nil
      look(at: evening, &state)
      return false
    }
    return stays ? [] : running.write(entry)
  }

  /// What can be saved without the performance: what was written down last, or what is to be gone on with; nil if nothing was played.
  var latest: Evening? { state.withLock { $0.latest ?? $0.killed } }

  /// - Returns: The problems. With some, what was saved before is still there.
  func save(_ evening: Evening) -> [EveningProblem] {
    let problems = saved.write(.evening(evening))
    if problems.isEmpty {
      state.withLock { state in
        (state.reference, state.isOpened) = (evening, false)
        // The performance may have gone on meanwhile.
        look(at: state.latest.flatMap { $0.time > evening.time ? $0 : nil } ?? evening, &state)
      }
    }
    return problems
  }

  private func look(at evening: Evening, _ state: inout State) {
    if state.isOpened {
      // What goes on may count the loops of its runs anew.
      state.reference = state.reference?.beginning(as: evening)
      state.isOpened = false
    }
    let isDirty = state.reference.map { !evening.hasSame(as: $0) } ?? true
    guard isDirty != state.isDirty else { return }
    state.isDirty = isDirty
    state.tell(isDirty)
  }
}
