import CanonFiles
import CanonSession

/// Pairing in Japanese.
extension Japanese {
  func invitation(_ invitation: PairingInvitation, hasPicture: Bool) -> [String] {
    [
      hasPicture ? "電話のカメラを向けるか、次を開いてください。" : "次を開いてください。", invitation.link, "", "または次を開き、コードを入力します。",
      invitation.address, "コード  \(invitation.code)", "",
      invitation.role == .play ? "コードを知る人は演奏できます。" : "コードを知る人は見ることができます。",
    ]
  }

  func browser(_ browser: PairedBrowser, since: String) -> String {
    "\(browser.number)：\(CleanText.clean(browser.name))。\(browser.role == .play ? "演奏できます" : "見るだけです")。\(since) にペアリングしました。"
  }

  var noBrowsers: String { "ペアリングしたブラウザーはありません。方法は「pair play」で表示します。" }

  func pairings(_ problem: PairingsProblem) -> String {
    switch problem {
    case .unreadable(let path, let aside?):
      "\(CleanText.clean(path)) を読めないので、ブラウザーはペアリングし直してください。元のファイルは \(CleanText.clean(aside)) です。"
    case .unreadable(let path, nil):
      "\(CleanText.clean(path)) を読めないので、ブラウザーはペアリングし直してください。読めるようにするか、削除してください。"
    case .unwritable(let path, let error):
      "\(CleanText.clean(path)) に書き込めません：\(disk(error))。ペアリングの変更は canon が終わるまでだけ有効です。"
    }
  }
}
