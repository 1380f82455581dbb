import CanonEngine
import CanonSession

/// A press that can be undone: its stem, and what the stem was about to do before.
public struct LastPress: Hashable, Sendable {
  public let stem: String
  /// Whether it acted immediately; then undoing it also acts immediately.
  public let now: Bool
  /// What the stem did, or would have done on its boundary, had it not been pressed.
  public let before: StemState

  /// - Parameters:
  ///   - index: The stem that is about to be pressed, counted from 0.
  ///   - snapshot: Taken before the press.
  /// - Returns: nil if there is no such stem.
  public init?(_ index: Int, now: Bool, in snapshot: Snapshot) {
    guard snapshot.stems.indices.contains(index) else { return nil }
    stem = snapshot.stems[index].id
    self.now = now
    before = Self.goal(snapshot.stems[index].status)
  }

  /// The command that leads back: `cancel` while the change is pending, afterwards the opposite request.
  /// - Returns: nil if no command leads back, or nothing has changed.
  func undo(in snapshot: Snapshot) -> ControlCommand? {
    guard let status = snapshot.stems.first(where: { $0.id == stem })?.status, Self.goal(status) != before
    else {
      return nil
    }
    let selection = StemSelection([stem])
    if status.pending != nil && Self.withoutChange(status) == before {
      return .request(.cancel, selection, nil)
    }
    let request: StemRequest? =
      switch (before, status.state) {
      case (.stop, _): .stop
      case (.play, .mute): .unmute
      case (.play, _): .start
      // What is stopped can be muted only once it plays.
      case (.mute, .play): .mute
      case (.mute, _), (.wait, _): nil
      }
    return request.map { .request($0, selection, now ? .now : nil) }
  }

  /// What it does once nothing is pending any more: never `wait`.
  private static func goal(_ status: StemStatus) -> StemState { status.next ?? status.state }

  /// What it does if the pending change is taken back.
  private static func withoutChange(_ status: StemStatus) -> StemState {
    status.state == .wait ? .stop : status.state
  }
}
