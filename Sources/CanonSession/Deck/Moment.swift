import CanonEngine
import CanonSchedule
import CanonStems

/// The data for decisions, all from one moment.
struct Moment {
  /// The next frame to be delivered.
  let position: FramePosition
  /// The frame that the music has reached; earlier than ``position`` if it stands.
  let reached: FramePosition
  let isStanding: Bool
  /// The frame that is now; later than ``position`` without a server.
  let present: FramePosition
  /// The frame of the music's first downbeat.
  let origin: FramePosition
  /// Whether there is an engine.
  let isRunning: Bool
  /// Whether the server is gone.
  let isAway: Bool
  let grid: Grid?
  let grace: FrameCount
  private(set) var stems: [StemMirror]
  /// The commands that the engine has not answered yet.
  private(set) var sent: ArraySlice<SentCommand>
  /// nil unless frames are delivered as time passes, at this rate.
  let liveRate: SampleRate?
  /// What repeats, or leads elsewhere; nil for nothing.
  var section: Section?

  /// The same moment with the stems of another set: new ones are stopped.
  func succeeded(by set: StemSet, _ succession: Succession) -> Moment {
    var next = self
    next.stems = set.stems.indices.map(StemIndex.init).map { stem in
      succession.origin(of: stem).map { stems[$0.int] } ?? StemMirror(set[stem])
    }
    for place in next.sent.indices { next.sent[place].move(succession) }
    return next
  }

  /// The time of a later frame.
  func instant(of frame: FramePosition, by clock: DoorClock) -> Instant {
    guard let liveRate else { return clock.now(frame) }
    return clock.now(position) + liveRate.seconds(frame - present)
  }

  /// Whether a command is unanswered that the engine receives as soon as it runs.
  var hasSent: Bool { sent.contains { $0.receipt == nil } }

  /// Whether a command for the stem is unanswered.
  func isExpected(_ stem: StemIndex) -> Bool { sent.contains { $0.stem == stem } }
}
