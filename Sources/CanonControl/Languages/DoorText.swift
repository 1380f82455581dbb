import CanonFiles
import CanonSchedule
import CanonSession

/// The wording of doors at one moment in one language. Dates and times come from the status that decided.
public struct DoorText: Sendable {
  public let language: Language
  /// The zone of displayed dates.
  public let zone: Zone
  public let now: Instant
  private let wording: any Wording

  public init(_ language: Language, zone: Zone, now: Instant) {
    (self.language, self.zone, self.now) = (language, zone, now)
    wording = language.wording
  }

  /// Half a sentence: `open since Sunday 2026-11-29`, `opens Sunday 2026-12-06, in 14 days 21 hours`.
  public func text(_ status: DoorStatus) -> String { wording.door(status, self) }

  /// `Opens Sunday 2026-12-06, in 14 days 21 hours (Asia/Tokyo).`
  public func sentence(_ status: DoorStatus) -> String { wording.doorSentence(status, self) }

  public func date(_ instant: Instant) -> String { wording.date(instant, in: zone) }

  /// `in 14 days 21 hours`
  public func timeLeft(until instant: Instant) -> String {
    TimeLeft(from: now, until: instant).text(language)
  }

  public func list(_ ids: [String]) -> String { wording.list(ids) }
}

extension TimeLeft {
  /// `in 14 days 21 hours`, `in 1 minute`; `now` when nothing is left.
  public func text(_ language: Language) -> String { language.wording.wait(parts) }
}

extension Delay {
  /// `4 days`, `12 hours`: in the largest unit that is whole.
  public func text(_ language: Language) -> String { language.wording.count(part.count, part.unit) }
}

extension Refusal {
  /// A whole sentence, as `"violin-b" is locked until 2026-12-06 (Asia/Tokyo), in 14 days 21 hours.`
  public func text(_ language: Language) -> String { language.wording.refusal(self) }
}

extension DoorCondition {
  /// The condition in words: `2026-12-06`, `advent 1 until 01-06`, `sat, sun 10:00-20:00`, `4 days after the first start`,
  /// `while violin-a and violin-b sound`; parts joined by "and" or "or". Rules and windows stay as a file writes them.
  public func text(in zone: Zone, _ language: Language = .english) -> String {
    let wording = language.wording
    switch self {
    case .opens(let rule, let until):
      let start = rule.text(in: zone)
      return until.map { wording.until(start, $0.text(in: zone)) } ?? start
    case .window(let window): return window.description
    case .after(let delay): return wording.after(delay.text(language))
    case .needs(let ids): return wording.needs(ids)
    case .all(let parts): return wording.all(parts.map { $0.partText(in: zone, language) })
    case .any(let parts): return wording.any(parts.map { $0.partText(in: zone, language) })
    }
  }

  private func partText(in zone: Zone, _ language: Language) -> String {
    switch self {
    case .all, .any: "(\(text(in: zone, language)))"
    case .opens, .window, .after, .needs: text(in: zone, language)
    }
  }
}
