import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension NSMProblem {
  package var japanese: String {
    switch self {
    case .address(let text):
      "NSM_URL の\(CleanText.japaneseQuote(text))はセッションマネージャーのアドレスではありません。マネージャーが設定する osc.udp://HOST:PORT/ が必要です。マネージャーなしで演奏します。"
    case .unreachable(let text, let code):
      "NSM_URL は\(CleanText.japaneseQuote(text))です：\(code == 0 ? "その名前のマシンが見つかりません" : Language.japanese.wording.disk(DiskError(code: code)))。セッションマネージャーなしで演奏します。"
    case .noAnswer(let text, let seconds):
      "\(CleanText.japaneseQuote(text))のセッションマネージャーから\(seconds)秒間返事がありません。マネージャーなしで演奏します。もう動いていなければ、NSM_URL を消してください。"
    case .noProject(let text, let seconds):
      "\(CleanText.japaneseQuote(text))のセッションマネージャーが、開くものを\(seconds)秒間知らせていません。マネージャーなしで演奏します。セッションを開き、そこに canon を加えてください。"
    case .refused(let reason):
      "セッションマネージャーが canon を受け入れません：\(CleanText.clean(reason)) マネージャーなしで演奏します。"
    }
  }
}

extension NSMRefusal {
  package var japanese: String {
    switch self {
    case .project:
      "open には絶対パス、タイトル、「:」を含まない1から\(NSMProject.longestName)バイトまでの名前が必要です。"
    case .notOpened(let lines): lines.joined()
    case .notMade(let path, let error):
      "\(CleanText.japaneseQuote(path))を作れません：\(Language.japanese.wording.disk(error))。"
    case .notSaved(let problems):
      problems.map {
        "\(CleanText.japaneseQuote($0.path))を保存できませんでした：\(Language.japanese.wording.disk($0.error))。"
      }.joined() + "前に保存したものは残っています。"
    case .notNow: "まだ何も開いていません。"
    case .notSwitched: "canon は別のセッションのために起動し直せません。このセッションを閉じてから、そちらを開いてください。"
    }
  }
}
