import CanonSession

/// What people are told of targets that are waited for: once under each server when one is missing for a second, and once when it is there
/// or no longer wanted.
struct MissingTargets {
  /// A client that is started again at once is not worth a word.
  private static let patience = 100

  private var told: Set<String> = []
  /// Those that were missing when an earlier server was lost, as people know.
  private var before: Set<String> = []
  private var since: [String: Int] = [:]

  /// Begins with another server, whose times have nothing to do with the earlier ones.
  mutating func beginAgain() { (told, before, since) = ([], before.union(told), [:]) }

  /// - Parameters:
  ///   - missing: Those that are missing now.
  ///   - time: In hundredths of a second.
  ///   - end: How the wait for a target has ended that is not missing any more; nil if it has not.
  mutating func notes(
    _ missing: [String], at time: Int, end: (String) -> PortMap.WaitEnd? = { _ in .connected }
  ) -> [ServerNote] {
    since = since.filter { missing.contains($0.key) }
    for target in missing where since[target] == nil { since[target] = time }
    let ended = told.union(before).subtracting(missing).sorted()
    let (there, dropped) = (ended.filter { end($0) == .connected }, ended.filter { end($0) == .dropped })
    let due = missing.filter { !told.contains($0) && time - (since[$0] ?? time) >= Self.patience }
    told = told.subtracting(there + dropped).union(due)
    before = before.subtracting(there + dropped + due)
    return (there.isEmpty ? [] : [.nowConnected(there)])
      + (dropped.isEmpty ? [] : [.notWaitedFor(dropped)]) + (due.isEmpty ? [] : [ServerNote(missing: due)])
  }
}

extension ServerNote {
  /// What is said of targets that are not connected yet.
  init(missing: [String]) {
    self = missing == [Patch.speakers.description] ? .noSpeakers : .notConnected(missing)
  }
}
