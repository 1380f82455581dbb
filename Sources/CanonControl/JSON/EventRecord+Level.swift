import CanonEngine
import CanonSession

extension EventRecord {
  /// The text of an event of a level, the same as that of its record, which has room for all that any event may tell: where there are thousands
  /// of events, they are levels.
  /// - Returns: nil for any other event.
  static func levelText(of event: PerformanceEvent, in snapshot: Snapshot) -> String? {
    switch event {
    case .level(let stem, let gain, let pan, let at, let length, let source):
      text(snapshot.stems[stem.int].id, gain, pan, at, length, source, snapshot)
    case .master(let gain, let at, let length, let source):
      text(StemSelection.master, gain, nil, at, length, source, snapshot)
    default: nil
    }
  }

  private static func text(
    _ stem: String, _ gain: Decibels?, _ pan: Pan?, _ at: FramePosition, _ length: FrameCount,
    _ source: Asker, _ snapshot: Snapshot
  ) -> String {
    var text = JSONObjectText()
    text.add("by", source.word)
    text.add("event", "level")
    text.add("frame", at)
    text.add("frames", length > 0 ? length : nil)
    text.add("gain", gain.map(JSONDecibels.init))
    text.add("in_seconds", at > snapshot.reached ? snapshot.seconds(until: at) : nil)
    text.add("pan", pan?.value)
    text.add("position", snapshot.music(on: at))
    text.add("stem", stem)
    return text.end()
  }
}
