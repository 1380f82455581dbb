import CanonFiles
import CanonSchedule
import CanonSession
import Glibc

/// Problems of schedules and of their memory in Japanese.
extension Japanese {
  func schedule(_ advice: ScheduleAdvice) -> Advice {
    switch advice {
    // The head
    case .set:
      Advice(
        expected: "スケジュールのフォルダーから見たセットのフォルダー",
        remedy: "例えば set = \"../Stems/pachelbel-canon\" と書いてください。")
    case .setFromFolder:
      Advice(expected: "スケジュールのフォルダーから始まるパス", remedy: "そこからの道筋を書いてください。.. で一つ上のフォルダーに移ります。")
    case .setUnclean:
      Advice(expected: "制御文字や文字方向の記号を含まないパス", remedy: "パスを入力し直してください。")
    case .title:
      Advice(
        expected: "引用符で囲んだテキスト", remedy: "例えば title = \"Advent 2026\" と書くか、行を削除してください。")
    case .watch:
      Advice(
        expected: "true または false",
        remedy: "watch = true と書き、2026-12-06_alto.wav のようなファイルをセットのフォルダーに入れてください。")
    case .zone:
      Advice(
        expected: "日付のタイムゾーン（例：\"Europe/Berlin\"、この機械のものなら \"local\"）",
        remedy: "例えば time_zone = \"Europe/Berlin\" と扉より上に書いてください。")
    case .year:
      Advice(
        expected: "\(years)の年、または \"every\"", remedy: "year = 2026（引用符なし）か year = \"every\" と書いてください。")
    case .yearForRule:
      Advice(expected: "この規則のための年", remedy: "year = 2026 か year = \"every\" と扉より上に書いてください。")
    case .seasonEnds:
      Advice(
        expected: "引用符で囲んだ月と日（例：\"02-02\"）",
        remedy: "例えば season_ends = \"02-02\" と書くか、行を削除してください。削除すると季節は2月2日に終わります。")
    case .seasonOfOneYear:
      Advice(
        expected: "year = \"every\" のときだけの season_ends",
        remedy: "行を削除してください。また閉じる扉には until を書いてください。")
    case .seasonEndsAmongDoors(let door):
      Advice(
        expected: "ある季節の最後の扉より後で、次の季節の最初の扉より前の日",
        remedy: "別の日を選んでください。その日には扉\(quote(door))が開くことがあります。")
    case .opensAtSeasonEnd:
      Advice(
        expected: "季節の終わりとは別の日（終わりは、指定がなければ \"\(DayOfYear.candlemas)\"）",
        remedy: "例えば season_ends = \"02-15\" と扉より上に書いてください。")
    case .unknownZone(let problem): zone(problem)
    case .doorAboveDoors(let known): Advice(expected: oneOf(known), remedy: "扉は [doors] の行より下に書いてください。")

    // Doors
    case .doors:
      Advice(expected: "扉の表", remedy: "[doors] と書き、その下に扉を1行ずつ書いてください：cello = 2026-12-06。")
    case .stemID:
      Advice(expected: "英字、数字、ハイフンのステムの id", remedy: "セットの set.toml にあるステムの id を使ってください。")
    case .opening:
      Advice(
        expected: "日付、\"advent 1\" から \"advent 4\"、または \"12-24\" のような月と日",
        remedy: "例えば 2026-12-06 か 2026-12-06T18:00:00 を引用符なしで、規則なら引用符で囲んで書いてください。")
    case .missingOpening:
      Advice(
        expected: "日付、規則、またはほかの条件",
        remedy: "例えば { opens = 2026-12-06, join = true } と書くか、days、hours、after、needs、all、any を使ってください。")
    case .days:
      Advice(
        expected: "引用符で囲んだ曜日（例：\"sat, sun\" か \"mon-fri\"）",
        remedy: "例えば days = \"sat, sun\" と書いてください。毎日なら不要です。")
    case .hours:
      Advice(
        expected: "引用符で囲んだ時刻（例：\"10:00-20:00\"）",
        remedy: "2桁ずつ、例えば hours = \"10:00-12:30, 14:00-20:00\" と書いてください。\"20:00-02:00\" は真夜中をまたぎます。")
    case .noHours: Advice(expected: "始まりとは別の終わり", remedy: "一日中なら \"00:00-24:00\" と書いてください。")
    case .delay:
      Advice(
        expected: "最初の再生からの時間（例：\"4 days\" か \"12 hours\"、100年まで）",
        remedy: "整数と seconds、minutes、hours、days、weeks のどれかを引用符で囲んで書いてください。")
    case .needs:
      Advice(
        expected: "鳴っている必要のあるステムの id、1個から64個",
        remedy: "例えば needs = [\"violin-a\", \"violin-b\"] と書いてください。")
    case .needsItself: Advice(expected: "扉自身とは別のステム", remedy: "削除してください。ステムは自分自身を待てません。")
    case .needsCircle(let ids):
      Advice(
        expected: "その扉に戻らない needs",
        remedy: "循環 \(ids.joined(separator: " -> ")) を断ってください。このままではどれも最初になれません。")
    case .conditions(let key):
      Advice(
        expected: "条件の表の配列",
        remedy: "例えば \(key) = [{ opens = \"12-24\" }, { needs = [\"violin-a\"] }] と書いてください。")
    case .tooDeep(let most):
      Advice(found: "\(most + 1)段の表", expected: "\(most)段までの表", remedy: "もっと簡単に書いてください。")
    case .neverOpens:
      Advice(
        expected: "いつかは成り立つ条件",
        remedy: "すべてが同時に成り立つことはありません。一つで足りるなら any = [...] と書いてください。")
    case .ritual:
      Advice(
        expected: "\"solo N\"（N は1から99のループ）",
        remedy: "例えば ritual = \"solo 1\" と書くと、ステムは最初の1ループを土台の上で単独で鳴ります。")
    case .ritualWithoutJoin:
      Advice(expected: "join = true（ritual に含まれます）", remedy: "join = false か ritual を削除してください。")
    case .fraction: Advice(expected: "整数の秒", remedy: "秒の小数部を削除してください。")
    case .join: Advice(expected: "true か false", remedy: "join = true と書くか、削除してください。")
    case .headBelowDoors:
      Advice(expected: "[doors] の下にはステムの id だけ", remedy: "行を [doors] より上に移してください。")
    case .untilNotLater(let opens):
      Advice(
        expected: "開く時（\(opens)）より後の時",
        remedy: "どちらかを直すか、until を削除してください。削除すると扉は開いたままです。")
    case .untilBeyondSeason(let ends):
      Advice(
        expected: "開く日から季節の終わり（\(ends)）までの日",
        remedy: "直すか、until を削除してください。削除すると扉は季節とともに閉じます。")
    case .mixedYearly:
      Advice(
        expected: "year = \"every\" では同じ形の opens と until",
        remedy: "両方を日付で書くか、両方を引用符で囲んだ規則で書いてください。")
    case .dayMissing(.fixed(let year)):
      Advice(
        expected: "\(year)年にある日", remedy: "その年はうるう年ではありません。\"02-28\" か \"03-01\" と書いてください。")
    case .dayMissing(.every):
      Advice(expected: "毎年ある日", remedy: "\"02-28\" か \"03-01\" と書いてください。")

    // Dates and rules
    case .noSuchSunday:
      Advice(
        expected: "\"advent 1\" から \"advent 4\"",
        remedy: "待降節の日曜日は四つです。クリスマスイブは \"12-24\" と書いてください。")
    case .advent(let number):
      Advice(expected: "\"advent \(number)\" という書き方の規則", remedy: "\"advent \(number)\" と書いてください。")
    case .quotedDate(let text):
      Advice(
        expected: "引用符のない日付", remedy: "\(text.count == 16 ? text + ":00" : text) を引用符なしで書いてください。")
    case .dayOfYearForm:
      Advice(expected: "月と日（例：\"02-02\"）", remedy: "2桁、ハイフン、2桁で書いてください。")
    case .noSuchDayOfYear(let month, let day): noSuchDay(month: month, day: day)
    case .asOf:
      Advice(
        expected:
          "2026-12-06 のような日付、2026-12-06T18:00 のような日時、または 2026-12-06T18:00+09:00 のような時差つきの日時",
        remedy: "数字をこの位置に書いてください。")
    case .noDate(let slip): date(slip)

    // Lines that are not TOML
    case .ruleWithoutQuotes:
      Advice(
        expected: "引用符で囲んだ規則", remedy: "\"advent 1\"、\"12-24\"、\"every\" のように引用符をつけて書いてください。")
    case .secondsMissing: Advice(expected: "秒のある時刻", remedy: "18:00:00 のように秒まで書いてください。")
    case .dateOtherwise:
      Advice(expected: "年-月-日の日付", remedy: "2026-12-06 のように月と日を2桁ずつ書いてください。")
    case .curlyQuotes:
      Advice(expected: "まっすぐな引用符", remedy: "キーボードの引用符で \"advent 1\" と書いてください。")
    }
  }

  private var years: String { "\(OpeningRule.years.lowerBound)から\(OpeningRule.years.upperBound)まで" }

  private func zone(_ problem: ZoneProblem) -> Advice {
    guard problem.isDataPresent else {
      return Advice(
        expected: "タイムゾーンのデータのあるインストール",
        remedy: "データが一つもありません。canon を Foundation のライブラリーとともに再インストールしてください。")
    }
    if problem.name == "local" {
      return Advice(
        expected: "タイムゾーンの設定された機械\(problem.machine.map { "（今の設定は\(quote($0))）" } ?? "")",
        remedy: "timedatectl set-timezone か TZ で設定するか、\"Europe/Berlin\" のように指定してください。")
    }
    return Advice(
      expected: "\"Europe/Berlin\" のような都市名のタイムゾーン、または \"local\"",
      remedy: did(problem.suggestion) ?? "名前の一覧は timedatectl list-timezones で表示できます。")
  }

  private func noSuchDay(month: Int, day: Int) -> Advice {
    if let swapped = DayOfYear(month: day, day: month) {
      return Advice(expected: "月が先", remedy: "\"\(swapped)\" のことですか。")
    }
    guard (1...12).contains(month) else {
      return Advice(expected: "01から12の月、次に日", remedy: "月を直してください。")
    }
    return Advice(
      expected: "01から\(LocalDate.days(inMonth: month, of: 2000))の日", remedy: "\(month)月にその日はありません。日を直してください。")
  }

  private func date(_ slip: DateText.Slip) -> Advice {
    switch slip {
    case .form: schedule(.opening)
    case .year: Advice(expected: "\(years)の年", remedy: "年を直してください。")
    case .month: Advice(expected: "01から12の月", remedy: "2026-12-06 のように年、月、日の順に書いてください。")
    case .day(let year, let month):
      Advice(
        expected: "01から\(LocalDate.days(inMonth: month, of: year))の日",
        remedy: "\(year)年\(month)月にその日はありません。日を直してください。")
    case .time: Advice(expected: "00:00:00 から 23:59:59 の時刻", remedy: "真夜中は、始まる日の 00:00 です。")
    case .offset: Advice(expected: "-23:59 から +23:59 の時差", remedy: "時差を直してください。")
    }
  }

  // MARK: - The memory of doors

  func state(_ advice: StateAdvice) -> Advice {
    switch advice {
    case .version: return Advice(expected: "バージョン \(StateText.version)", remedy: "")
    case .instant: return Advice(expected: "2026-12-06T18:00:00Z のような時差つきの日時", remedy: "")
    case .latest: return Advice(expected: "first_start より前でない時", remedy: "")
    case .schedule(let path): return Advice(expected: "スケジュールのパス\(quote(path))", remedy: "")
    case .setAside(let damage, let aside):
      return with(
        damage,
        "このファイルは \(CleanText.clean(aside)) に移し、新しい記憶を始めました。元に戻すには、そのファイルを直し、"
          + "canon が動いていないときに元の名前にしてください。")
    case .leftDamaged(let damage, let error):
      return with(damage, "移せなかったため（\(disk(error))）、そのまま残しました。よそへ移してください。\(notKept)")
    case .newer(let damage):
      return with(
        damage, "新しい canon が書いたため、そのまま残しました。その canon を使うか、ファイルを移してください。\(notKept)")
    case .unreadable(let error):
      let remedy = error.code == EACCES ? "権限を変更してください（例：chmod u+rX）。" : "よそへ移してください。"
      return Advice(
        found: disk(error), expected: "読み取れるファイル", remedy: "そのまま残しました。\(remedy)\(notKept)")
    case .unwritable(let error):
      return Advice(
        found: disk(error), expected: "canon が記憶を書き込めるフォルダー", remedy: remedy(error) + notKept)
    case .busy:
      return Advice(
        found: "ほかの canon がフォルダーを使用中", expected: "すぐに使えるフォルダー",
        remedy: "その canon を続けさせるか、終了してください。\(notKept)")
    }
  }

  /// The consequence of every problem that leaves the memory on the disk unchanged.
  private var notKept: String { "それまでに見た扉の様子は、この canon の終了とともに失われます。" }

  private func with(_ damage: AnyAdvice, _ remedy: String) -> Advice {
    var words = words(damage)
    words.remedy = remedy
    return words
  }

  private func remedy(_ error: DiskError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "空きを作ってください。"
    case EACCES, EPERM:
      "権限を変更するか（例：chmod u+rwX）、XDG_STATE_HOME に自分のフォルダーを設定してください。"
    default: "XDG_STATE_HOME に書き込めるフォルダーを設定してください。"
    }
  }
}
