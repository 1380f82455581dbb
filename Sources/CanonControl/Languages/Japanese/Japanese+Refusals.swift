import CanonEngine
import CanonFiles
import CanonSchedule
import CanonSession

/// Refusals in Japanese.
extension Japanese {
  func lineWasCut(_ most: Int) -> String {
    "行が\(most)バイトを超えたため、終わりが失われました。一部を消すか、Escape で取りやめてください。"
  }

  func refused(_ reason: String) -> String { "実行できません：" + reason }

  func refusal(_ refusal: Refusal) -> String {
    guard let owner = refusal.owner else { return doorRefusal(refusal, of: refusal.stemID) }
    return "\(quote(refusal.stemID))は\(quote(owner))のファイルを演奏できません：\(doorRefusal(refusal, of: owner))"
  }

  private func doorRefusal(_ refusal: Refusal, of stemID: String) -> String {
    let (stem, zone) = (quote(stemID), refusal.zone)
    func wait(_ opens: Instant) -> String { TimeLeft(from: refusal.now, until: opens).text(.japanese) }
    switch refusal.status {
    case .none, .open: return "\(stem)は開いています。"
    case .locked(let opens):
      return "\(stem)は \(zone.textWithZone(opens)) まで開きません。\(wait(opens))です。"
    case .waiting(let missing, let opens):
      let end = opens.map { "、または \(zone.textWithZone($0)) になる（\(wait($0))）" } ?? ""
      return "\(stem)は\(list(missing))が鳴る\(end)まで開きません。"
    case .unstarted(let delay):
      return "\(stem)はスケジュールを初めて再生してから\(delay.text(.japanese))後に開きます。"
    case .clockWrong:
      return "\(stem)は閉じたままです：この機械の時計は \(zone.textWithZone(refusal.now)) を指していますが、それはあり得ません。"
        + "時計を合わせてください。扉もすぐに従います。"
    case .over(let since):
      return "\(stem)は\(since.map { " \(zone.textWithZone($0)) から" } ?? "")閉じていて、もう開きません。"
    }
  }

  func problem(_ problem: CommandProblem) -> String {
    switch problem {
    case .unknownWord(let word, let place):
      "\(quote(word))という語はありません。\(meant(word, Vocabulary.words(at: place).map(\.name)))「help」で語の一覧を表示します。"
    case .notHere(let line, _, .scenes):
      "\(quote(line))はシーンには入れられません：一つのフレームで起こるステムの変化ではありません。"
    case .notHere(_, let word, let place):
      "「\(word.name)」は\(self.place(place))では使えません。使えるのは"
        + list(Place.allCases.filter(word.places.contains).map(self.place)) + "です。"
    case .missing(let kind, let word): "\(word.name)：\(noun(kind))が足りません。\(usage(word))"
    case .invalid(let text, let kind, let word): invalid(quote(text), kind, word)
    case .noLearner: "割り当てるパッドやペダルがありません。canon を --midi 付きで始めてください。"
    case .noPairing:
      "ペアリングするブラウザーはありません。ほかのマシンから届くアドレスを --web-address で指定して canon を始めてください。"
    case .notPaired(let number): "番号 \(number) のブラウザーはペアリングされていません。あるものは「pairings」で表示します。"
    case .unknownStem(let text, let known):
      "\(quote(text))というステムはありません。\(meant(text, known))あるのは\(list(known))です。"
    case .noneMeant(let words):
      "\(quote(words.joined(separator: " ")))は土台以外のすべてのステムを指しますが、土台しかありません。土台は名前で指定してください。"
    case .openQuote(let text):
      "\(quote(text))：引用符が閉じていません。空白のある名前は \"take 2.flac\" のように書いてください。"
    case .unknownScene(let text, let known):
      known.isEmpty
        ? "このセットにはシーンがないので、\(quote(text))もありません。セットのファイルに [[scene]] で加えてください。"
        : "\(quote(text))というシーンはありません。\(meant(text, known))あるのは\(list(known))です。"
    case .unknownVariant(let text, let known):
      known.isEmpty
        ? "このセットには variant がないので、\(quote(text))もありません。セットのファイルに [[variant]] で加えるか、tempo と key を使ってください。"
        : "\(quote(text))という variant はありません。\(meant(text, known))あるのは\(list(known))です。"
    case .unknownBus(let text, let known):
      "\(quote(text))というバスはありません。\(meant(text, known))あるのは\(list(known))です。"
    case .unknownMark(let number, let known):
      known.isEmpty
        ? "マーク\(number)はありません。まだ何も印がありません。mark here で印を付けてください。"
        : "マーク\(number)はありません。あるのは\(list(known.map(String.init)))です。"
    case .tooManyMarks(let most): "マークは\(most)個までです。例えば mark off 1 で一つ消してください。"
    case .noSection(let span, let bars, let seconds):
      "section \(span) はループ（\(bars > 0 ? "\(bars)小節" : self.seconds(seconds))）の一部ではありません。ループの中の二つの場所を順に書いてください（例：section \(bars > 0 ? "bar 1 .. bar 2" : "1 s .. 2 s")）。短くても0.05秒です。"
    case .unknownSection(let id, let known):
      known.isEmpty
        ? "区間 \(quote(id)) はありません。このセットは区間に名前を付けていません。セットのファイルに [[section]] で加えるか、section で小節を繰り返してください（例：section bar 1 .. bar 2）。"
        : "区間 \(quote(id)) はありません。あるのは\(list(known))です。"
    case .noOtherSection(let step, let id?):
      step == .next
        ? "\(quote(id))は最後の区間なので、次はありません。previous か、名前をつけて goto を使ってください。"
        : "\(quote(id))は最初の区間なので、前はありません。next か、名前をつけて goto を使ってください。"
    case .noOtherSection(let step, nil):
      "ループのこの場所より\(step == .next ? "後" : "前")に区間はありません。名前をつけて goto を使ってください。"
    case .noSectionHere:
      "今いる場所は名前のある区間ではなく、何も繰り返していません。section で小節を繰り返してください（例：section bar 1 .. bar 2）。"
    case .severalDestinations(let name, let ways):
      "\(quote(name))は一つに決まりません。\(ways.map { "goto \($0)" }.joined(separator: " か "))と書いてください。"
    case .notOfAScene(let quantum):
      "「\(quantum)」はシーンには使えません：ループはステムごとに違い、シーンは一つのフレームで起こります。"
        + "now、beat、bar、loop、cycle のどれかを使ってください。"
    case .noMoreScenes(let scene?):
      "\(quote(scene))は最後のシーンなので、次はありません。previous か、名前をつけて scene を使ってください。"
    case .noEarlierScene(let scene?):
      "\(quote(scene))は最初のシーンなので、前はありません。next か、名前をつけて scene を使ってください。"
    case .noMoreScenes(nil): "このセットにはシーンがありません。セットのファイルに [[scene]] で加えてください。"
    case .noEarlierScene(nil): "まだシーンを使っていないので、前はありません。最初のシーンには next を使ってください。"
    case .noProgramme: "プログラムを演奏していません。canon play evening.programme.toml のように始めてください。"
    case .unknownPiece(let number, let count):
      "\(number)曲目はありません。プログラムは\(count)曲です。\(count)までの番号で goto piece を使ってください。"
    case .pieceGone(let source, let count):
      "演奏していた曲はもうプログラムにありません：source が\(quote(source))の曲はありません。"
        + "最初から始めます。ほかの曲には\(count)までの番号で goto piece を使ってください。"
    case .noMorePieces: "この後に演奏できる曲はありません。previous か、番号をつけて goto piece を使ってください。"
    case .noEarlierPiece: "この前に演奏できる曲はありません。next か、番号をつけて goto piece を使ってください。"
    case .pieceNotPlayable(let number, let problems): "\(number)曲目は演奏できません：\(problems.text(.japanese))"
    case .pieceEnded: "その時より前に別の曲が始まります。その曲のためなら、始まってからもう一度送ってください。"
    case .superseded: "その境界より前に別のことが求められたので、そちらが有効です。こちらにするには、もう一度送ってください。"
    case .nothingToUndo: "元に戻すものがありません：まだ何も変えていないか、すべて元に戻してあります。"
    case .overridden(let text, let others):
      "\(quote(text))は元に戻せません：そのあと別のところから変えられています（\(list(others.map { "\($0.name)：\(asker($0.by))" }))）。"
    case .oneStem(let text):
      "\(quote(text))は複数のステムを指しますが、replace が受け取るのは一つだけです。ステムを名前で指定してください。"
    case .noSuchFade(let length):
      "\(length) のフェードはできません：セットにその単位がないか、\(EngineHandle.longestFade) フレームより長くなります。"
        + "もっと短くするか、秒で指定してください。"
    case .tooFar(let stem, let quantum):
      "「\(stem)」：次の境界「\(quantum)」は遠すぎます。loop か、もっと小さい回数を使ってください。"
    case .unexpected(let text, let word): "\(word.name)：\(quote(text))は余分です。\(usage(word))"
    case .tooLong(let length): "\(length) バイトの行は長すぎます。コマンドは 1000 バイトまでです。"
    case .noGrid(let quantum):
      "このセットには\(quantum.unit == .beat ? "拍" : "小節")がありません。now、loop、stem、cycle のどれかを使うか、"
        + "テンポと、それで割り切れるループをセットに与えてください。"
    case .noClick(let isCountIn):
      isCountIn
        ? "このセットにはカウントインのための小節がありません。例えば tempo = 80 と meter = \"4/4\" のように、ループを小節で割り切れるテンポと拍子を与えてください。"
        : "このセットにはクリックのための拍がありません。例えば tempo = 80 のようにテンポを与えてください。"
    case .cannotWait(let word): "\(quote(word))は時刻を待てません。待てるのは\(values(.command))です。"
    case .noSuchTime(let time):
      "「\(time)」という時刻はありません：セットにその単位がないか、遠すぎます。loop か s、またはもっと早い時刻を使ってください。"
    case .noSuchPlace(let place): "「\(place)」という場所は音楽にありません：セットにその単位がないか、遠すぎます。loop か s、またはもっと近い場所を使ってください。"
    case .longPast(let time, let seconds):
      "「\(time)」は\(self.seconds(seconds))前、一時間以上前です。時刻を付けずに送るか、これからの時刻を使ってください。"
    case .tooManyWaiting(let count):
      "すでに\(count)個のコマンドが時刻を待っています。cancel at 番号 でいくつかを、cancel at all ですべてを取り消してください。"
    case .notWaiting(let number, let waiting):
      "\(number)番のコマンドは待っていません。"
        + (waiting.isEmpty
          ? "待っているものはありません。" : "待っているのは\(list(waiting.prefix(20).map(String.init)))です。そのどれかか all を使ってください。")
    case .locked(let refusal): self.refusal(refusal)
    case .needEnded(let stem):
      "「\(stem)」は始まりませんでした：扉が必要とするステムがちょうど終わりました。先にそのステムを始めてください。"
    case .notLoaded(let stem, let problems): "「\(stem)」は鳴らせません：\(problems.text(.japanese))"
    case .notReloaded(let problems): "何も読み直していません：\(problems.text(.japanese))"
    case .outOfDate: "セットを読み直している間なので、読んだ内容と合いません。少し待ってからもう一度送ってください。"
    case .otherPlayback: "その間に別のテンポか調が求められたので、そちらが有効です。こちらにするには、もう一度送ってください。"
    case .noPort(let name):
      "何も読み直していません：JACK が\(quote(name))のポートを用意できません。ステムかバスを減らすか、JACK のサーバーのポート数を増やしてください。"
    case .noEdition(let number):
      "ジャーナルに\(number)番の版のテキストがありません。canon が書いたままのジャーナルを使うか、その行を除いてください。"
    case .tooMany(let count):
      "すでに\(count)個のコマンドが待っています。このコマンドは実行されませんでした。あとでもう一度送ってください。"
    case .ended: "演奏は終わりました。canon がまた演奏しているときに、もう一度送ってください。"
    case .notRecorded(let problem): record(problem)
    case .notCaptured(let problem): capture(problem)
    case .busy: "エンジンが混み合っています：待っているコマンドが多すぎます。このコマンドはあとで受け取られます。"
    }
  }

  private func invalid(_ text: String, _ kind: ParameterKind, _ word: WordUsage) -> String {
    switch kind {
    case .number(let range):
      "\(word.name)：\(text)は\(limits(range))の\(range.isWhole ? "整数" : "数")ではありません。\(usage(word))"
    case .frame: "\(word.name)：\(text)はフレームの番号ではありません。整数を書いてください（例：from 1152000）。"
    case .quantum:
      "\(text)はクオンタムではありません。now、beat、bar、loop、stem、cycle のどれかを書いてください。回数も付けられます（例：bar:2）。"
    case .length:
      "\(text)は長さではありません。数と、loops、bars、beats、s、ms、frames のどれかを書いてください（例：over 2 bars）。"
    case .stems, .stem, .choice, .scene, .file, .recording, .port, .bus, .word, .time, .place, .command,
      .waiting,
      .playedTempo, .transposition, .variant, .span, .section, .destination:
      "\(word.name)：\(text)は\(noun(kind))として使えません。\(usage(word))"
    }
  }

  func limits(_ range: NumberRange) -> String {
    let (low, high) = (Int64(range.range.lowerBound), Int64(range.range.upperBound))
    return switch range {
    case .pan: "\(low)（左）から \(high)（右）まで"
    case .level: "\(low)（無音）から \(high)（フェードなし）まで"
    default: "\(low) から \(high) まで"
    }
  }

  private func usage(_ word: WordUsage) -> String { "使い方：\(word.form)（例：\(word.example)）。" }

  private func meant(_ word: String, _ known: [String]) -> String {
    Suggestion.nearest(to: word, among: known).map { "「\($0)」のことですか。" } ?? ""
  }

  private func noun(_ kind: ParameterKind) -> String {
    switch kind {
    case .stems, .stem: "ステム"
    case .number: "数"
    case .frame: "フレーム"
    case .choice, .word: "語"
    case .scene: "シーン"
    case .file, .recording: "ファイル"
    case .port: "ポートかクライアント"
    case .bus: "バス"
    case .quantum: "クオンタム"
    case .length: "長さ"
    case .time: "時刻"
    case .place: "場所"
    case .command: "コマンド"
    case .waiting: "番号"
    case .playedTempo: "テンポ"
    case .transposition: "調"
    case .span: "二つの場所"
    case .variant: "variant の名前"
    case .section: "区間"
    case .destination: "区間かマーク"
    }
  }

  private func place(_ place: Place) -> String {
    switch place {
    case .screen: "画面"
    case .lines: "行モード"
    case .socket: "制御ソケット"
    case .network: "ネットワーク"
    case .scores: "スコア"
    case .journals: "ジャーナル"
    case .scenes: "シーン"
    }
  }

  /// Cleaned and cut as in English.
  func quote(_ text: String) -> String { CleanText.japaneseQuote(text) }
}
