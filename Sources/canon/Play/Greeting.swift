import CanonFiles
import CanonSchedule
import CanonSession

/// The greeting of `canon play`, on standard error.
enum Greeting {
  /// - Parameters:
  ///   - hasHint: Whether to add a hint for a person in line mode.
  ///   - control: The name of the control socket; nil without one.
  static func lines(
    _ source: Source, _ snapshot: Snapshot, isPreview: Bool, hasHint: Bool, control: String? = nil,
    _ language: Language = .english
  ) -> [String] {
    let wording = language.wording
    var lines = wording.greeting(source.set.title, stems: source.set.stems.map(\.id))
    if let assumption = source.set.assumption { lines.append(assumption.text(language)) }
    if let schedule = source.schedule {
      let locked = snapshot.stems.filter { !$0.door.isOpen }
      lines.append(
        wording.greeting(
          schedule.zone.textWithZone(snapshot.now), isPreview: isPreview, locked: locked.map(\.id)))
    }
    if let control { lines.append(Note.control(control).text(language)) }
    if hasHint { lines.append(wording.hint) }
    return lines
  }
}
