import CanonFiles
import CanonSession

/// The calendar as people read it.
extension DoorCalendar {
  /// Title and day, what opens next, and a line for each part: `+` for open, `-` for shut.
  public func lines(_ language: Language) -> [String] {
    let text = DoorText(language, zone: zone, now: now)
    let wording = language.wording
    let width = rows.map(\.row.stem.count).max() ?? 0
    let today = wording.today(text.date(now), zone: zone.name, isPreview: isPreview)
    var lines = [title, today, "", summary(text, wording), ""]
    for ((row, status, isBase), condition) in zip(rows, conditions) {
      let name = row.stem + String(repeating: " ", count: width - row.stem.count)
      let rule = condition.map { "  [\($0.text(in: zone, language))]" } ?? ""
      lines.append(
        "  \(status.isOpen ? "+" : "-") \(name)  \(isBase ? wording.base : text.text(status))\(rule)")
    }
    return lines
  }

  /// The number of open doors, and the next one to open.
  private func summary(_ text: DoorText, _ wording: any Wording) -> String {
    let count = wording.openCount(rows.count { $0.status.isOpen }, of: rows.count)
    let next = rows.compactMap { entry in
      entry.status.isOpen ? nil : entry.status.nextChange.map { (stem: entry.row.stem, opens: $0) }
    }
    guard let first = next.min(by: { $0.opens < $1.opens }) else { return count }
    let stems = next.filter { $0.opens == first.opens }.map(\.stem)
    return count
      + wording.next(text.list(stems), text.date(first.opens), text.timeLeft(until: first.opens))
  }
}
