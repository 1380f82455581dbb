import CanonControl
import CanonFiles

/// The same reason in Japanese.
extension NetworkProblem {
  package var japanese: String {
    "\(option) \(place)：ここでは待ち受けられません：\(Language.japanese.wording.disk(DiskError(code: code)))。1024以上の空いているポートと、このマシンのアドレスを指定してください。"
  }
}
