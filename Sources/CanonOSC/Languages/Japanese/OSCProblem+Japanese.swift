import CanonControl
import CanonFiles

/// The same reason in Japanese.
extension OSCProblem {
  package var japanese: String {
    "--osc \(place)：ここでは待ち受けられません：\(Language.japanese.wording.disk(DiskError(code: code)))。1024以上の空いているポートと、このマシンのアドレスを指定してください。"
  }
}
