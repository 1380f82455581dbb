import CanonFiles
import CanonSession

/// Captures in Japanese.
extension Japanese {
  func capture(_ news: CaptureNews) -> String {
    switch news {
    case .began(let status, let wait, let latency):
      "\(sources(status))から\(status.isAdded ? "、\(status.stem) に重ねる音" : " \(status.stem) ")を\(seconds(wait))後から取り込み、終わった所から鳴らします。"
        + (latency > 0 ? "ポートの遅れ（\(milliseconds(latency))）は取り除きます。" : "")
    case .captured(let stem, let length, let missing, let path):
      "\(stem) を取り込みました（\(seconds(length))）。"
        + (missing > 0 ? "このうち\(seconds(missing))はサーバーが演奏しなかったため、無音です。" : "")
        + (path.map { "\(CleanText.clean($0)) に保存しました。" } ?? "保存したファイルはありません。「keep \(stem)」でセットに写せます。")
    case .ended(let stem, let end):
      "\(stem) の取り込みは終わりました。何も残りません："
        + {
          switch end {
          case .cancelled: "「capture off」で終えました。"
          case .moved: "音楽が移されたか止められ、境界が変わりました。もう一度送ってください。"
          case .otherRate: "サーバーのサンプルレートが変わりました。もう一度送ってください。"
          case .refused: "ステムを作れませんでした。"
          case .late: "ステムの準備が境界に間に合いませんでした。loops か bars を増やしてください。"
          case .replaced: "ステムは別の音を鳴らしています。もう一度送ってください。"
          case .panic: "パニックで終わりました。"
          }
        }()
    case .notKept(let stem, let problem):
      "\(stem) に取り込んだ音は鳴りますが、保存したファイルはありません。\(problem.text(.japanese))「keep \(stem)」でセットに写せます。"
    case .kept(let stem, let path): "\(stem) は \(CleanText.clean(path)) としてセットに入りました。"
    }
  }

  private func sources(_ status: CaptureStatus) -> String {
    status.sources.map { "「\(CleanText.clean($0))」" }.joined(separator: "と")
  }

  private func milliseconds(_ seconds: Double) -> String { "\(English.tenths(seconds * 1000)) ms" }

  func capturingGoesOn(_ status: CaptureStatus, in wait: Double?, until end: Double) -> String {
    let target = status.isAdded ? "\(status.stem) に重ねる音" : status.stem
    return wait.map { "\(seconds($0))後に\(target)の取り込みが始まります。" } ?? "\(target)を取り込み中：残り\(seconds(end))。"
  }

  func captureMark(_ status: CaptureStatus) -> String { "取り込み \(status.stem)" }

  func capture(_ problem: CaptureProblem) -> String {
    switch problem {
    case .id(let text):
      "\(quote(text))はステムの id になりません。英数字とハイフンを40字まで使えます（例：capture voice loops 2）。"
    case .taken(let stem):
      "セットにはステム\(quote(stem))があります。別の id にするか、「capture \(CleanText.clean(stem)) add」で重ねてください。"
    case .twoLengths: "長さは一つだけです。loops か bars で指定してください（例：capture voice bars 4）。"
    case .underWay(let stem): "\(stem) を取り込んでいます。終わるのを待つか、「capture off」で終えてください。"
    case .notOriginal:
      "音楽は自身のテンポと調で鳴っていません。まず「tempo original」と「key original」で戻してください。"
    case .otherPlayback(let stem):
      "\(quote(stem))は録ったもので、録ったままにしか鳴りません。別のテンポや調には、それを保存（keep）してからセットを再生し直してください。"
    case .reloading: "読み直したものが境界を待っています。その後でもう一度送ってください。"
    case .nothingUnderWay: "何も取り込んでいません。「capture voice loops 2」のように始めます。"
    case .noServer: "取り込む JACK サーバーがありません。canon がまた演奏しているときに、もう一度送ってください。"
    case .standing: "音楽が止まっているので、境界が来ません。先に「resume」で進めてください。"
    case .noAnswer: "JACK サーバーが5秒以内に入力を作りませんでした。もう一度送ってください。"
    case .input(.noPort(let name)):
      "JACK サーバーが入力\(quote(name))を作りません。ポートを減らすか、同じ名前のステムの名前を変えてください。"
    case .input(.unknownSource(let name, let known)):
      "\(quote(name))という音を出すポートもクライアントもありません。あるのは \(list(known.map(CleanText.clean))) です。"
    case .input(.noSource):
      "canon の入力 in_1 と in_2 には何もつながっておらず、このマシンには入力がありません。つなぐか、「from CLIENT」で指定してください。"
    case .tooShort(let length, let least):
      "\(fixed(length))秒は、サーバーの遅れと周期に対して短すぎます。\(fixed(least))秒以上になるように、loops か bars を増やしてください。"
    case .tooLong: "その長さはステムの限度を超えます。loops か bars を減らしてください。"
    case .memory(let needed, let available):
      "取り込みには \(needed >> 20) MiB のメモリーが必要です。canon が使うのは空きの半分（\(available >> 20) MiB のうち \(available >> 21) MiB）までです。短くするか、ほかのプログラムを終了してください。"
    case .guarded(let stem):
      "\(stem) には扉があるので、その音の写しは残せません。「capture \(stem)-2」で別のステムにしてください。"
    case .notPlaying(let stem): "\(stem) は鳴っていないので、重ねる相手が聞こえません。先に「start \(stem)」で始めてください。"
    case .notALoop(let stem):
      "\(stem) にはリージョン、イントロ、リリースのどれかがあり、重ねられるのはループだけのステムです。「capture \(stem)-2」で別のステムにしてください。"
    case .otherLength(let stem, let length, let own):
      "\(fixed(length))秒は \(stem) のループ（\(fixed(own))秒）と長さが違います。「capture \(stem) add」のように長さを省いてください。"
    case .notCaptured(let stem): "\(stem) は取り込んだものではないか、もう保存されています。セットにファイルがあります。"
    case .noSetFile(let stem):
      "このフォルダーには、\(stem) の別のファイルを書ける set.toml がありません。先に「canon new」で作ってください。"
    case .cannotAdd(let problem): problem.text(.japanese)
    case .cannotKeep(let problem): problem.text(.japanese)
    }
  }

  private func fixed(_ seconds: Double) -> String { CaptureNews.seconds(seconds) }
}
