import CanonEngine
import CanonSchedule
import CanonSession

/// Doors in Japanese.
struct Japanese: Wording {
  private static let weekdays = ["日", "月", "火", "水", "木", "金", "土"]

  // MARK: - Dates and waits

  func date(_ instant: Instant, in zone: Zone) -> String {
    let date = zone.dateTime(at: instant).date
    let time = zone.text(instant).dropFirst(10).drop { $0 == " " }  // behind the date
    return "\(date)（\(Self.weekdays[date.weekday])）\(time)"
  }

  func count(_ number: Int, _ unit: TimeUnit) -> String {
    switch unit {
    case .day: "\(number)日"
    case .hour: "\(number)時間"
    case .minute: "\(number)分"
    case .second: "\(number)秒"
    }
  }

  func wait(_ parts: [(count: Int, unit: TimeUnit)]) -> String {
    parts.isEmpty ? "今" : "あと" + parts.map { count($0.count, $0.unit) }.joined()
  }

  func list(_ ids: [String]) -> String { ids.joined(separator: "、") }

  // MARK: - Doors

  func door(_ status: DoorStatus, _ text: DoorText) -> String {
    switch status {
    case .none: return "開いています（扉なし）"
    case .open(let since, let until):
      return (since.map { "\(text.date($0))から" } ?? "") + "開いています"
        + (until.map { "、\(text.date($0))まで" } ?? "")
    case .locked(let opens): return "\(text.date(opens))に開きます、\(text.timeLeft(until: opens))"
    case .waiting(let missing, let opens):
      return "\(needs(missing))だけ開きます"
        + (opens.map { "、または\(text.date($0))、\(text.timeLeft(until: $0))" } ?? "")
    case .unstarted(let delay): return "\(after(delay.text(.japanese)))に開きます"
    case .clockWrong: return "閉じています：この機械の時計が合っていません"
    case .over(let since): return (since.map { "\(text.date($0))から" } ?? "") + "閉じています、もう開きません"
    }
  }

  func shortDoor(_ status: DoorStatus, _ text: DoorText) -> [String] {
    switch status {
    case .locked(let opens):
      let date = text.zone.text(opens), left = text.timeLeft(until: opens)
      // The state beside it says that the door is shut, so the weekday is worth more than a verb.
      return ["\(text.date(opens))、\(left)", "\(date)、\(left)", left, date, String(date.dropFirst(5))]
    case .waiting(let missing, let opens):
      let more = missing.count > 1 ? " +\(missing.count - 1)" : ""
      let left = opens.map { "、または\(text.timeLeft(until: $0))" } ?? ""
      let sounding = list(missing) + "が鳴る間"
      return [
        "\(sounding)だけ開きます\(left)", "\(sounding)だけ開きます", "\(sounding)だけ",
        (missing.first ?? "") + more,
      ]
    case .unstarted(let delay): return [after(delay.text(.japanese)), delay.text(.japanese)]
    case .clockWrong: return ["閉じています：時計が合っていません", "時計の異常"]
    case .over: return ["もう開きません", "終了"]
    case .open(_, let until?): return ["\(text.zone.text(until))まで開いています", "開いています"]
    case .none, .open: return ["開いています"]
    }
  }

  func doorSentence(_ status: DoorStatus, _ text: DoorText) -> String {
    "\(door(status, text))（\(text.zone.name)）。"
  }

  func until(_ rule: String, _ end: String) -> String { "\(rule)から\(end)まで" }
  func after(_ delay: String) -> String { "最初の再生から\(delay)後" }
  func needs(_ ids: [String]) -> String { list(ids) + "が鳴っている間" }
  func all(_ conditions: [String]) -> String { conditions.joined(separator: "かつ") }
  func any(_ conditions: [String]) -> String { conditions.joined(separator: "または") }

  var noDoor: String { "扉なし：開いています。" }
  var base: String { "開いています（土台）" }

  func doorOpens(_ id: String, _ details: String) -> String { "\(id)：扉が開きました。\(details)" }
  func doorShuts(_ id: String, _ details: String) -> String { "\(id)：扉が閉じました。\(details)" }

  func notPermitted(_ state: StemState) -> String {
    "始まりませんでした：扉が閉じています。状態は \(state.word) のままです。"
  }

  // MARK: - The calendar and the full screen

  func today(_ date: String, zone: String, isPreview: Bool) -> String {
    "\(isPreview ? "プレビュー：" : "今日は")\(date) (\(zone))"
  }

  func openCount(_ open: Int, of all: Int) -> String {
    open == all ? "\(all)パートすべてが開いています。" : "\(all)パートのうち\(open)パートが開いています。"
  }

  func next(_ ids: String, _ date: String, _ wait: String) -> String { "次は\(ids)：\(date)、\(wait)。" }

  func nextDoor(_ ids: [String], _ opens: Instant, _ text: DoorText) -> [String] {
    let list = ids.count > 3 ? "\(ids.count)パート" : list(ids)
    let (date, left) = (text.zone.text(opens), text.timeLeft(until: opens))
    return [
      "次の扉：\(list)、\(text.date(opens))、\(left)", "次の扉：\(list)、\(date)、\(left)", "次の扉：\(date)、\(left)",
      "次の扉：\(left)",
    ]
  }

  var allDoorsAreOpen: String { "すべての扉が開いています。" }
  var noDoorOpensByItself: String { "ひとりでに開く扉はありません。" }
  var clockIsWrong: [String] {
    ["この機械の時計が合っていません。時計を直すと、扉もそれに従います。", "この機械の時計が合っていません。"]
  }

  func announcement(titles: [String], ids: [String]) -> [String] {
    [
      "扉が開きました：\(list(titles))", "扉が開きました：\(list(ids))", "開：\(list(ids))",
      ids.count == 1 ? ids[0] : "\(ids.count)つの扉が開きました",
    ]
  }

  func shortCount(_ open: Int, of all: Int) -> String { "\(all)のうち\(open)が開" }
}
