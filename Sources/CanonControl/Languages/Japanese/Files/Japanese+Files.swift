import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession
import CanonStems
import Glibc

/// Problems of files in Japanese.
extension Japanese {
  func file(_ problem: FileProblem) -> String {
    let severity =
      switch problem.severity {
      case .error: ""
      case .warning: "警告："
      case .note: "注意："
      }
    let place = problem.file + (problem.line.map { ":\($0)" } ?? "") + "："
    let field = problem.field.map { "\(shown(field: $0))：" } ?? ""
    return place + severity + field + sentence(problem.advice, found: problem.value)
  }

  /// Keys stay as they are, but not the place in a line that is not TOML.
  private func shown(field name: String) -> String {
    let column = "column "
    return name.hasPrefix(column) ? "\(name.dropFirst(column.count))桁目" : name
  }

  /// What was found, what is needed, and the remedy.
  /// - Parameter value: As a file shows it; nil if the advice has words for it, or nothing was found.
  func sentence(_ advice: any FileAdvice, found value: String?) -> String {
    let words = words(advice)
    guard let found = value.map(found) ?? words.found else { return "\(words.expected)が必要です。\(words.remedy)" }
    return "\(found)（必要なもの：\(words.expected)）。\(words.remedy)"
  }

  /// A value stays as it is; what has no text of its own has Japanese words.
  func found(_ value: String) -> String {
    switch FoundKind(rawValue: value) {
    case .table: "表"
    case .array: "配列"
    case .emptyArray: "空の配列"
    case .endOfLine: "行の終わり"
    case .endOfFile: "ファイルの終わり"
    case .unknownKey: "未知のキー"
    case .scheduleKey: "スケジュール自体のキー"
    case .circle: "循環"
    case .shutForEver: "決して開かない扉"
    case nil: value
    }
  }

  func words(_ advice: any FileAdvice) -> Advice {
    switch advice {
    case let advice as AnyAdvice: words(advice.base)
    case let advice as ScheduleAdvice: schedule(advice)
    case let advice as StateAdvice: state(advice)
    case let advice as SourceAdvice: source(advice)
    case let advice as SetListAdvice: setList(advice)
    case let advice as DatedAdvice: dated(advice)
    case let advice as ScoreAdvice: score(advice)
    case let advice as SetAdvice: set(advice)
    case let advice as PatchAdvice: patch(advice)
    case let advice as StemAdvice: stem(advice)
    case let advice as PlayingAdvice: playing(advice)
    case let advice as PlaybackAdvice: playback(advice)
    case let advice as SectionAdvice: section(advice)
    case let advice as TimingAdvice: timing(advice)
    case let advice as AssumedAdvice: assumed(advice)
    case let advice as LoudnessAdvice: loudness(advice)
    case let advice as LoopAdvice: loop(advice)
    case let advice as SeamAdvice: seam(advice)
    case let advice as SoundAdvice: sound(advice)
    case let advice as LoadingAdvice: loading(advice)
    case let advice as TextFileAdvice: textFile(advice)
    case let advice as TOMLAdvice: toml(advice)
    case let advice as TableAdvice: table(advice)
    case let advice as any TranslatedAdvice: advice.words(.japanese)
    default: advice.words
    }
  }

  func disk(_ error: DiskError) -> String {
    switch error.code {
    case ENOSPC, EDQUOT: "ディスクに空きがありません"
    case EROFS: "読み取り専用のディスクです"
    case EACCES, EPERM: "権限がありません"
    case ENOENT: "ファイルかフォルダーがありません"
    case EISDIR: "フォルダーです"
    case EIO: "入出力エラーです"
    default: String(cString: strerror(error.code))
    }
  }

  func did(_ nearest: String?) -> String? { nearest.map { "\(quote($0))のことですか。" } }

  // MARK: - Text and TOML

  private func textFile(_ advice: TextFileAdvice) -> Advice {
    let kind =
      switch FileKind(rawValue: advice.kind) {
      case .schedule: "スケジュール"
      case .set: "セットのファイル"
      case .scheduleOrSet: "スケジュールかセット"
      case .score: "スコア"
      case .memory: "canon の記憶"
      case .evening: "canon の演奏の記録"
      case .keys: "キーのファイル"
      case .midi: "MIDI の割り当てのファイル"
      case .patch: "接続のファイル"
      case .session: "セッションでの canon のファイル"
      case .programme: "プログラム"
      case nil: advice.kind
      }
    let (found, remedy) =
      switch advice.cause {
      case .missing: ("ファイルがありません", "名前とフォルダーを確認してください。")
      case .notPermitted: ("読み取る権限がありません", "権限を変更してください（例：chmod u+r）。")
      case .system(let code): (disk(DiskError(code: code)), "名前とフォルダーを確認してください。")
      case .folder: ("フォルダー", "ファイルそのものを指定してください。")
      case .notRegular: ("通常のファイルではありません", "ファイルそのものを指定してください。")
      case .tooLarge(let size, let limit):
        (
          size.map { "\($0) バイト" } ?? "\(limit) バイト超", "\(limit >> 20) MiB までの小さなファイルを指定してください。"
        )
      case .notText: ("UTF-8 のテキストではないバイト", "UTF-8 で保存してください。")
      }
    return Advice(found: found, expected: "\(kind)（テキストファイル）", remedy: remedy)
  }

  private func table(_ advice: TableAdvice) -> Advice {
    switch advice {
    case .unknownKey(let key, let known):
      Advice(
        expected: oneOf(known),
        remedy: did(Suggestion.nearest(to: key, among: known)) ?? "行を削除するか、キーを直してください。")
    case .meant(let word, let advice):
      Advice(expected: words(advice).expected, remedy: "「\(word)」のことですか。")
    case .array(let count, let advice):
      Advice(found: "\(count)個の配列", expected: words(advice).expected, remedy: words(advice).remedy)
    }
  }

  func oneOf(_ known: [String]) -> String { "\(list(known.map { "「\($0)」" }))のどれか" }

  private func toml(_ advice: TOMLAdvice) -> Advice {
    switch advice {
    case .key: Advice(expected: "ASCII の英字、数字、- と _ のキー", remedy: "キーを直してください。ほかの文字を使うキーには引用符が必要です。")
    case .equals: Advice(expected: "キーのあとに = と値", remedy: "「キー = 値」を1行に書いてください。")
    case .value:
      Advice(
        expected: "値：引用符で囲んだテキスト、数、日付、true か false",
        remedy: "Documentation/Formats.md の例と比べてください。")
    case .date:
      Advice(
        expected: "2026-12-06 のような日付、または 2026-12-06T18:00:00 のような日時",
        remedy: "年のほかは2桁で、秒まで書いてください。")
    case .endOfLine: Advice(expected: "行の終わり", remedy: "キーは1行に一つ書き、コメントは # のあとに書いてください。")
    case .control:
      Advice(expected: "タブ以外の制御文字を含まないテキスト", remedy: "削除してください。二重引用符の中では \\u001b と書けます。")
    case .escape:
      Advice(
        expected: "\\n、\\t、\\\"、\\\\、または \\u と4桁の16進数",
        remedy: "逆斜線は \\\\ と書くか、一重引用符を使ってください。")
    case .closingQuote: Advice(expected: "同じ行の終わりの引用符", remedy: "足りない引用符を加えてください。")
    case .unclosedText: Advice(expected: "テキストの終わりの三つの引用符", remedy: "加えてください。それより後は読んでいません。")
    case .unclosed: Advice(expected: "開いたかっこと同じ数の閉じかっこ", remedy: "次のキーの前に、足りない ] か } を加えてください。")
    case .lastComma: Advice(expected: "コンマのあとのキー", remedy: "最後のコンマを削除してください。波かっこの中では終わりに置けません。")
    case .inlineTableInLines:
      Advice(expected: "1行に収まる { … }", remedy: "1行にまとめるか、角かっこの見出しのある表として書いてください。")
    case .tooDeep(let most):
      Advice(expected: "\(most)段までの表と配列", remedy: "点かかっこを減らしてください。")
    case .leadingZero: Advice(expected: "0 で始まらない数", remedy: "0 を削除するか、テキストなら引用符で囲んでください。")
    case .tooLarge: Advice(expected: "-2^63 から 2^63 - 1 までの整数", remedy: "数を直してください。")
    case .curlyQuotes: Advice(expected: "まっすぐな引用符", remedy: "キーボードの引用符 \" を使ってください。")
    case .comma(let end): Advice(expected: "コンマか \(end)", remedy: "値と値の間にはコンマを置いてください。")
    case .boolean(let word): Advice(expected: "true か false", remedy: "\(word) のことですか。")
    case .point(let number): Advice(expected: "小数点のある数", remedy: "\(number) と書いてください。")
    case .text(let text):
      Advice(
        expected: toml(.value).expected, remedy: "テキストは引用符で囲んでください：\"\(CleanText.clean(text))\"。")
    case .header(let name, let isArray):
      Advice(
        expected: "表の名前のあとの \(isArray ? "]]" : "]")",
        remedy: "\(isArray ? "[[\(name)]]" : "[\(name)]") と書いてください。")
    case .twice(let line):
      Advice(expected: "表の中で1回だけの名前", remedy: "\(line)行目にもあります。どちらかを削除するか、名前を直してください。")
    }
  }
}
