/// What a door says, in words of a language. Dates and times come from the status that decided.
public struct DoorText: Sendable {
  public let language: Language
  /// In which dates are shown; nil: without a schedule nothing has a date.
  public let zone: Zone
  public let now: Instant

  public init(_ language: Language, zone: Zone, now: Instant) {
    (self.language, self.zone, self.now) = (language, zone, now)
  }

  /// Half a sentence: `open since Sunday 2026-11-29`, `opens Sunday 2026-12-06, in 14 days 21 hours`.
  public func text(_ status: DoorStatus) -> String {
    switch language {
    case .english: english(status)
    case .japanese: japanese(status)
    }
  }

  /// `Sunday 2026-12-06`, with the time unless it is the day's first moment.
  public func date(_ instant: Instant) -> String {
    let local = zone.dateTime(at: instant)
    let rest = zone.text(instant).dropFirst(10)  // behind the date
    return switch language {
    case .english: "\(Self.weekdays[local.date.weekday]) \(local.date)\(rest)"
    case .japanese: "\(local.date)（\(Self.weekdaysInJapanese[local.date.weekday])）\(rest.drop { $0 == " " })"
    }
  }

  /// `in 14 days 21 hours`
  public func timeLeft(until instant: Instant) -> String {
    TimeLeft(from: now, until: instant).text(language)
  }

  /// `violin-a and violin-b`
  public func list(_ ids: [String]) -> String {
    switch language {
    case .english: ScheduleWording.list(ids)
    case .japanese: ids.joined(separator: "、")
    }
  }

  static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
  static let weekdaysInJapanese = ["日", "月", "火", "水", "木", "金", "土"]

  private func english(_ status: DoorStatus) -> String {
    switch status {
    case .none: return "open (no door)"
    case .open(let since, let until):
      return "open" + (since.map { " since \(date($0))" } ?? "") + (until.map { ", until \(date($0))" } ?? "")
    case .locked(let opens): return "opens \(date(opens)), \(timeLeft(until: opens))"
    case .waiting(let missing, let opens):
      let end = opens.map { ", or on \(date($0)), \(timeLeft(until: $0))" } ?? ""
      return "opens while \(list(missing)) \(missing.count == 1 ? "sounds" : "sound")\(end)"
    case .unstarted(let delay): return "opens \(delay) after the first start"
    case .clockWrong: return "shut: the clock of this machine is wrong"
    case .over(let since): return "shut" + (since.map { " since \(date($0))" } ?? "") + ", for good"
    }
  }

  private func japanese(_ status: DoorStatus) -> String {
    switch status {
    case .none: return "開いています（扉なし）"
    case .open(let since, let until):
      let start = since.map { "\(date($0))から" } ?? ""
      return start + "開いています" + (until.map { "、\(date($0))まで" } ?? "")
    case .locked(let opens): return "\(date(opens))に開きます、\(timeLeft(until: opens))"
    case .waiting(let missing, let opens):
      let end = opens.map { "、または\(date($0))、\(timeLeft(until: $0))" } ?? ""
      return "\(list(missing))が鳴っている間だけ開きます\(end)"
    case .unstarted(let delay): return "最初の再生から\(delay.text(.japanese))後に開きます"
    case .clockWrong: return "閉じています：この機械の時計が合っていません"
    case .over(let since): return (since.map { "\(date($0))から" } ?? "") + "閉じています、もう開きません"
    }
  }
}
