import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension HistoryAdvice {
  var japanese: Advice {
    let expected = "コマンド行の履歴"
    return switch self {
    case .notRegular:
      Advice(
        found: "通常のファイルではありません", expected: expected, remedy: "よそへ移してください。canon が新しいファイルを作ります。")
    case .system(let code):
      Advice(
        found: Language.japanese.wording.disk(DiskError(code: code)), expected: expected,
        remedy: "ファイルとそのフォルダーの権限を確認してください。入力したものは canon が終わるまで覚えています。")
    }
  }
}
