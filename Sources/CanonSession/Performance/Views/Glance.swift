import CanonEngine

/// What a page shows at one moment: always what moves by itself, and the rest only if it may have changed. A snapshot costs many times as
/// much as the levels of the stems.
public struct Glance: Sendable {
  /// How far a surface has seen what happens.
  public struct Mark: Hashable, Sendable {
    /// The events so far.
    let events: UInt64
    /// The commands that the engine has not answered yet, whether they have reached it or not.
    let unanswered: Int
  }

  /// What seldom changes. A class, because a glance is handed on thirty times a second, mostly without it.
  public final class Rest: Sendable {
    public let snapshot: Snapshot
    /// What the pause key means (``Performance/pauseKey``).
    public let pauseKey: ControlCommand

    init(_ snapshot: Snapshot, _ pauseKey: ControlCommand) {
      (self.snapshot, self.pauseKey) = (snapshot, pauseKey)
    }
  }

  /// The place in the music of the frame that is delivered next, in frames from its first downbeat.
  public let place: FramePosition
  /// The levels of the stems, in the order of the set.
  public let levels: [StemLevel]
  /// The rest; nil if nothing has happened since the given mark.
  public let rest: Rest?
  /// The mark from which the next glance goes on.
  public let mark: Mark
}
