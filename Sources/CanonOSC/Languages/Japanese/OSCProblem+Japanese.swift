/// The same reason in Japanese.
extension OSCProblem {
  package var japanese: String {
    "--osc \(place)：ここでは待ち受けられません：\(reason)。別のポートを指定するか、このポートを使っているプログラムを終えてください。"
  }
}
