import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension NSMRefusal {
  package var japanese: String {
    switch self {
    case .project:
      "open には絶対パス、タイトル、「:」を含まない1から\(NSMProject.longestName)バイトまでの名前が必要です。"
    case .shared(let path):
      "\(CleanText.japaneseQuote(path))は別の canon が開いています。それを終えるか、セッションに canon を加え直してください。"
    case .notOpened(let lines, _): lines.joined()
    case .notMade(let path, let error):
      "\(CleanText.japaneseQuote(path))を作れません：\(Language.japanese.wording.disk(error))。"
    case .notSaved(let problems):
      problems.map {
        "\(CleanText.japaneseQuote($0.path))を保存できませんでした：\(Language.japanese.wording.disk($0.error))。"
      }.joined() + "前に保存したものは残っています。"
    case .notNow: "まだ何も開いていません。"
    }
  }
}
