/// The same problem in Japanese.
extension TerminalProblem {
  package var japanese: String {
    switch self {
    case .unknown(let name):
      "端末「\(name)」に対応していないため、行モードで演奏します。TERM に xterm-256color などを設定してください。"
    case .noLibrary(let reason):
      "ncurses を読み込めないため（\(reason)）、行モードで演奏します。全画面には libncursesw6 をインストールしてください。"
    }
  }
}
