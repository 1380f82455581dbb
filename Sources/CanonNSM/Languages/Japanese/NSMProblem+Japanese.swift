import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension NSMProblem {
  package var japanese: String {
    switch self {
    case .address(let text):
      "NSM_URL の\(CleanText.japaneseQuote(text))はセッションマネージャーのアドレスではありません。マネージャーが設定する osc.udp://HOST:PORT/ が必要です。"
    case .unreachable(let text, let code):
      "NSM_URL は\(CleanText.japaneseQuote(text))です：\(code == 0 ? "その名前のマシンが見つかりません" : Language.japanese.wording.disk(DiskError(code: code)))。"
    case .noAnswer(let text, let seconds):
      "\(CleanText.japaneseQuote(text))のセッションマネージャーから\(seconds)秒間返事がありません。もう動いていなければ、NSM_URL を消してください。"
    case .noProject(let text, let seconds):
      "\(CleanText.japaneseQuote(text))のセッションマネージャーが、開くものを\(seconds)秒間知らせていません。セッションを開き、そこに canon を加えてください。"
    case .refused(let reason):
      "セッションマネージャーが canon を受け入れません：\(CleanText.clean(reason))"
    }
  }
}

extension NSMProblem {
  static var japaneseGoesOn: String { "セッションなしで演奏します。" }
}
