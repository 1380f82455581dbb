/// The same replies in Japanese.
extension SocketError {
  package var japanese: String {
    switch self {
    case .notUnderstood: "読み取れません。コマンドの行か {\"id\":1,\"line\":\"status\"} が必要です。"
    case .tooLong: "行が\(LineDecoder.longestLine)バイトを超えたため、接続を終えます。"
    case .unfinished: "最後の行に終わりがないため、実行されませんでした。各行のあとに改行を送ってください。"
    case .watchesAlready: "このクライアントはすでにイベントを受け取っています。"
    case .tooMany:
      "イベントを受け取っているクライアントが\(ClientList.most)個あります。どれかを終了して、もう一度送ってください。"
    case .pushedOut:
      "クライアントが\(ClientList.most)個あり、このクライアントが最も長く送信していないため、接続を終えます。"
    }
  }
}
