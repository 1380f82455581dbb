import CanonControl
import CanonFiles

/// The same reasons in Japanese.
extension SocketProblem {
  package var japanese: String {
    switch self {
    case .folder(let path, let error):
      "\(CleanText.japaneseQuote(path))：\(Language.japanese.wording.disk(DiskError(code: error)))。"
        + "canon のソケットのフォルダーが必要です。XDG_RUNTIME_DIR に自分のフォルダーを設定してください。"
    case .notOurs(let path):
      "\(CleanText.japaneseQuote(path))はこのユーザーのフォルダーではありません。削除するか、XDG_RUNTIME_DIR に自分のフォルダーを設定してください。"
    case .notPrivate(let path):
      "\(CleanText.japaneseQuote(path))はほかのユーザーも変更できるため、そのソケットは信頼できません。chmod 700 で権限を変更してください。"
    case .cannotListen(let path, let reason):
      "\(CleanText.japaneseQuote(path))で待ち受けられません：\(reason)。XDG_RUNTIME_DIR に自分のフォルダーを設定するか、--no-control を指定してください。"
    case .notASocket(let path):
      "\(CleanText.japaneseQuote(path))はソケットではありません。削除するか、--name で別の名前を指定するか、--no-control を指定してください。"
    case .tooLong(let path):
      "\(CleanText.japaneseQuote(path))はソケットのアドレスの\(UnixSocket.longestPath)バイトより長いパスです。XDG_RUNTIME_DIR にもっと短いパスを設定するか、"
        + "--name で短い名前を指定してください。"
    case .nobody(let name, let others):
      "\(CleanText.japaneseQuote(name))という canon は動いていません。"
        + (others.isEmpty
          ? "「canon play」で起動してください。"
          : "動いているのは\(others.joined(separator: "、"))です。--name で指定してください。")
    case .noAnswer(let path): "\(CleanText.japaneseQuote(path))：canon が応答しませんでした。停止していませんか。"
    }
  }
}
