import CanonControl
import CanonFiles
import CanonSchedule
import CanonSession
import Synchronization

/// What a session keeps of the performance: what was saved when the manager asked for it (`saved.evening`), and, while canon plays, how far it
/// is (`running.evening`), which is left only by a canon that was killed. The saved one goes on from where it was; the other in phase, as a
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

  /// The performance with which the session goes on; nil for one that begins.
  /// - Throws: The problem of the saved one. It stays as it is.
  public func open(at now: Instant) throws(FileProblem) -> Evening? {
    let last: Evening?
    switch saved.read() {
    case .evening(let evening): last = evening
    case .nothing: last = nil
    case .unusable(let problem): throw problem
    }
    let opened = last?.standing(until: now)
    if case .evening(let killed) = running.read(), !killed.isTooOld(at: now) {
      state.withLock { $0.reference = last }
      return killed
    }
    state.withLock { ($0.reference, $0.isOpened) = (opened, true) }
    return opened
  }

  /// Calls `tell` from now on when what is played is saved no longer, or again.
  func tellWhetherDirty(_ tell: @escaping @Sendable (Bool) -> Void) { state.withLock { $0.tell = tell } }

  /// Writes down how far the performance is.
  package func keep(_ entry: EveningBook.Entry) -> [EveningProblem] {
    if case .evening(let evening) = entry { look(at: evening) }
    return running.write(entry)
  }

  /// What was written down last; nil if nothing was.
  var latest: Evening? { state.withLock { $0.latest } }

  /// - Returns: The problems. With some, what was saved before is still there.
  func save(_ evening: Evening) -> [EveningProblem] {
    let problems = saved.write(.evening(evening))
    if problems.isEmpty {
      state.withLock { $0.reference = evening }
      look(at: evening)
    }
    return problems
  }

  private func look(at evening: Evening) {
    let news: (isDirty: Bool, tell: @Sendable (Bool) -> Void)? = state.withLock { state in
      state.latest = evening
      if state.isOpened {
        // What goes on may count the loops of its runs anew.
        state.reference = state.reference?.beginning(as: evening)
        state.isOpened = false
      }
      let isDirty = state.reference.map { !evening.isSame(as: $0) } ?? true
      guard isDirty != state.isDirty else { return nil }
      state.isDirty = isDirty
      return (isDirty, state.tell)
    }
    news?.tell(news?.isDirty ?? false)
  }
}
