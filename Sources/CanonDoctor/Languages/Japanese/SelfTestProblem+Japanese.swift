import CanonFiles
import CanonJack

/// The same problems in Japanese.
extension SelfTestProblem {
  package var japanese: String {
    switch self {
    case .server(let problem): "自己診断：\(problem.text(.japanese))"
    case .files(let problems): "自己診断：\(problems.text(.japanese))"
    case .noFolder(let path): "自己診断：\(path) に一時フォルダーを作れません。書き込めるフォルダーを TMPDIR に指定してください。"
    case .tooSlow(let seconds):
      "自己診断：無音のサーバーが\(seconds)秒間再生しませんでした。負荷が高すぎるかもしれません。ほかのプログラムを終了してください。"
    case .other(let text): "自己診断：失敗しました：\(text)。もう一度実行し、同じなら報告してください。"
    }
  }
}
