import CanonFiles
import CanonNetwork

/// The same reasons in Japanese.
extension OSCRefusal {
  package var japanese: String {
    switch self {
    case .format(let problem): problem.japanese
    case .address(let address):
      "\(CleanText.japaneseQuote(address))は canon のアドレスではありません。パターンを使わない /canon/WORD、/canon/stem/STEM/WORD、/canon/line のどれかが必要です。"
        + (Self.nearest(to: address).map { "\(CleanText.japaneseQuote($0))のことですか。" } ?? "")
    case .notOfStems(let address, let word):
      "\(CleanText.japaneseQuote(address))：\(word) はステムのコマンドではないか、最初の言葉がありません。/canon/\(word) に送ってください。"
    case .argument(let address, let number, let type):
      "\(CleanText.japaneseQuote(address))：\(number)番目の引数の型は \(type) です。言葉には s、数には i か f が必要です。引数は /canon/help で確かめられます。"
    case .topic(let address):
      "\(CleanText.japaneseQuote(address))：\(OSCTopic.allCases.map(\.rawValue).joined(separator: "、"))のどれかを文字列で指定してください。"
    case .interval(let address):
      "\(CleanText.japaneseQuote(address))：2番目の引数は\(OSCRequest.intervals.lowerBound)から\(OSCRequest.intervals.upperBound)ミリ秒までの数です。省略もできます。"
    case .lineExpected(let address):
      "\(CleanText.japaneseQuote(address))：「press violin-a bar」のような文字列を一つ指定してください。"
    case .keyExpected(let address): "\(CleanText.japaneseQuote(address))：引数なしか、/canon/proof の数を指定してください。"
    case .wrongKey: "このアドレスのキーではありません。数を付けずに /canon/hello を送ると、新しいキーを受け取れます。"
    case .unproven:
      "ほかのマシンへの返答は、届くことが確かめられてから送られます。/canon/hello を送り、続けて /canon/proof の数を付けた /canon/hello を送ってください。"
    case .tooManySubscribers:
      "購読者が\(OSCSubscribers.most)個あります。/canon/unsubscribe で一つ終えるか、期限が切れるまで待ってください。"
    case .tooLong(let bytes): "返答は\(bytes)バイトで、一つのパケットに入りません。TCP で送ってください。"
    case .busy: "このクライアントの行がすでに\(OSCClient.mostLines)行待っています。返答が届いてから、もう一度送ってください。"
    case .tooFarAhead:
      "タイムタグが\(Int(OSCClient.farthest / 3600))時間より先です。両方のマシンの時計を比べるか、あとで送ってください。"
    case .noClock: "時計が動いていないため、タイムタグに当たるフレームがありません。音楽が鳴っているときに、もう一度送ってください。"
    }
  }
}
