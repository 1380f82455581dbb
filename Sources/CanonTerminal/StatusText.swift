import CanonEngine
import CanonSchedule
import CanonSession

/// The answers to `status`, `doors` and `help` in line mode.
public enum StatusText {
  /// Where the clock is, then a line for each stem.
  public static func status(_ snapshot: Snapshot) -> [String] {
    var lines = ["\(snapshot.title): now at \(EventText.place(snapshot.position, snapshot))."]
    if snapshot.isAway {
      lines = ["\(snapshot.title): there is no server; the music goes on when there is one."]
    }
    for stem in snapshot.stems {
      var line = "\(stem.id): "
      line += EventText.pending(stem.status, snapshot) ?? "\(stem.status.state.word)."
      line += " Gain \(EventText.decibels(stem.gain)), pan \(stem.pan.value)."
      if stem.isBase { line += " Base." }
      line += doorText(stem, snapshot, always: false).map { " " + $0 } ?? ""
      lines.append(line)
    }
    return lines
  }

  /// A line for each stem's door.
  public static func doors(_ snapshot: Snapshot) -> [String] {
    snapshot.stems.map { "\($0.id): " + (doorText($0, snapshot, always: true) ?? "") }
  }

  public static func help() -> [String] {
    let width = Vocabulary.words.map(\.usage.count).max() ?? 0
    let words = Vocabulary.words.map { pad($0.usage, width) + "  " + $0.summary }
    let more = [
      ("status", "Shows where the clock is and what each stem does."),
      ("doors", "Shows which doors are open, and when the others open."),
      ("help", "Shows this list."),
    ].map { pad($0.0, width) + "  " + $0.1 }
    return words + more + Vocabulary.notes
  }

  private static func doorText(_ stem: Snapshot.Stem, _ snapshot: Snapshot, always: Bool) -> String? {
    guard let zone = snapshot.zone else { return always ? "No door: open." : nil }
    switch stem.door {
    case .none: return always ? "No door: open." : nil
    case .open(let since, let until):
      guard always || until != nil else { return nil }
      let end = until.map { ", until \(zone.textWithZone($0))" } ?? ""
      return "Open since \(zone.textWithZone(since))\(end)."
    case .locked(let opens):
      return "Locked until \(zone.textWithZone(opens)), \(TimeLeft(from: snapshot.now, until: opens).text)."
    case .over(let since): return "Shut since \(zone.textWithZone(since)), for good."
    }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
