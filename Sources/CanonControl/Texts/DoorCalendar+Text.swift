import CanonSchedule

/// The calendar as people read it.
extension DoorCalendar {
  /// Title and day, what opens next, and a line for each part: `+` for open, `-` for shut.
  public func lines(_ language: Language) -> [String] {
    let text = DoorText(language, zone: zone, now: now)
    let width = rows.map(\.row.stem.count).max() ?? 0
    var lines = [title, day(text), "", summary(text), ""]
    for ((row, status, isBase), condition) in zip(rows, conditions) {
      let name = row.stem + String(repeating: " ", count: width - row.stem.count)
      let rule = condition.map { "  [\($0.text(in: zone, language))]" } ?? ""
      lines.append(
        "  \(status.isOpen ? "+" : "-") \(name)  \(isBase ? base(language) : text.text(status))\(rule)")
    }
    return lines
  }

  private func day(_ text: DoorText) -> String {
    switch text.language {
    case .english: "\(isPreview ? "Preview of" : "Today is") \(text.date(now)) (\(zone.name))"
    case .japanese: "\(isPreview ? "プレビュー：" : "今日は")\(text.date(now)) (\(zone.name))"
    }
  }

  /// How much is open, and what opens next.
  private func summary(_ text: DoorText) -> String {
    let open = rows.count { $0.status.isOpen }
    let next = rows.compactMap { entry in
      entry.status.isOpen ? nil : entry.status.nextChange.map { (stem: entry.row.stem, opens: $0) }
    }
    guard let first = next.min(by: { $0.opens < $1.opens }) else { return count(open, text.language) }
    let stems = next.filter { $0.opens == first.opens }.map(\.stem)
    let (list, date, left) = (text.list(stems), text.date(first.opens), text.timeLeft(until: first.opens))
    return count(open, text.language)
      + (text.language == .japanese
        ? "次は\(list)：\(date)、\(left)。" : " Next: \(list) on \(date), \(left).")
  }

  private func count(_ open: Int, _ language: Language) -> String {
    switch language {
    case .english:
      open == rows.count
        ? "All \(rows.count) parts are open."
        : "\(open) of \(rows.count) parts \(open == 1 ? "is" : "are") open."
    case .japanese:
      open == rows.count
        ? "\(rows.count)パートすべてが開いています。" : "\(rows.count)パートのうち\(open)パートが開いています。"
    }
  }

  private func base(_ language: Language) -> String {
    switch language {
    case .english: "open (base)"
    case .japanese: "開いています（土台）"
    }
  }
}
