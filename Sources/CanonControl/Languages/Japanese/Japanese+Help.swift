import CanonEngine
import CanonSession

/// `help` in Japanese.
extension Japanese {
  /// A word without a sentence here is told in English; a test sees to it that there is none.
  func summary(_ word: Word) -> String { Self.summaries[word.name] ?? word.summary }

  private static let summaries = [
    "press": "ステムを切り替えます：停止中なら待機、再生中ならミュート、ミュート中なら解除、予定された変更があれば取り消します。",
    "start": "次の境界で再生を始めます。",
    "stop": "次の境界で停止します。",
    "mute": "再生中のステムを次の境界で無音にします。位相を保って進み続けます。",
    "unmute": "次の境界でミュートを解除します。",
    "cancel": "予定された変更を取り消します。cancel at は、時刻を待っているコマンドを status の番号で取り消します。",
    "gain": "ゲインを -120 から 24 までのデシベルか -inf に、すぐに、またはフェードで変えます。master はすべてのステムの和です。",
    "pan": "ステレオの位置を -1（左）から 1（右）までの数で変えます。",
    "solo": "ソロのステムと土台だけが聞こえます。alone では土台も無音になります。solo off ですべてのソロを解除します。",
    "pause": "クロックを動かしたまま、すべてのステムか、指定したステムを無音にします。ステムを始めると、その一時停止は解除されます。",
    "resume": "一時停止中のステムが、位相を保ってまた聞こえます。",
    "fade": "ステムをフェードアウトしてミュートするか、無音から始めます。ゲインは変わりません。all は土台も含みます。",
    "panic": "土台も含むすべてのステムをすぐに停止します。5 ms で無音になり、予定された変更は残りません。",
    "scene": "シーンを実行します。変更はすべて同じフレームで起こります。",
    "next": "プログラムの次の曲を始めます。プログラムがなければ次の区間へ、今の区間の終わりか、それより早い境界で移ります。区間もなければ、最後に実行したシーンの次のシーンを実行します。",
    "previous": "同じように、前の曲、前の区間、前のシーンに移ります。",
    "at": "コマンドを待たせます：最初の拍から数えたその時刻に受け取られます。",
    "in": "コマンドを待たせます：今からそれだけ後に受け取られます。",
    "toggle": "ステムのミュートかソロを、それぞれの今の状態に応じて切り替えます。toggle master は全体を無音にするか、元に戻します。",
    "undo": "自分の最後の変更を元に戻します。そのあとほかから変えられたものは、そのままです。",
    "replace": "境界で、ステムのサンプルをセットの別のファイルのものに替えます。",
    "skip": "クロックをこのフレーム数だけ進めます。",
    "freeze": "resume まで、音楽を無音で止めておきます。時間と扉は進みます。",
    "roll": "止まっていた音楽がまた進むことを記録します。",
    "begin": "ここで時計が動き始めることを記録します。この上の行は演奏を元に戻すものです。",
    "seek": "音楽を別の場所に移します。すべてのステムが位相を保って一緒に移り、予定された変更は音楽の中の場所に残ります。",
    "section": "ループの一部を、二つ目の場所の始まりまで、すべてのステムで繰り返します。then のあとの場所があれば、終わりでそこへ移ります。off で先へ進みます。",
    "vamp": "今の区間を、go か next か goto まで繰り返します。",
    "go": "繰り返している部分の終わりで、先へ進みます。",
    "cue": "音楽で無音のステムを、扉が開いていれば、位相を保ってキューのバスだけで聞けるようにします。",
    "click": "拍ごとにキューのバスで音を鳴らし、小節の最初の拍では別の音を鳴らします。off でやめます。",
    "count-in": "ステムが一つも再生されていないときの開始の前に、クリックの小節を置きます。off でやめます。",
    "send": "ステムをこのデシベルのゲインでセットのバスか cue に送ります。off でやめます。",
    "mark": "goto のために、音楽の場所に印を付けます。here は今の場所、off は status に出る番号のマークを消します。",
    "goto": "音楽を、今の区間の終わりか、それより早い境界で別の区間に移します。マークへはすぐに移ります。プログラムの曲は境界で始まります。",
    "tempo": "音ができしだい、境界から別のテンポで、音楽の同じ場所、同じ調のまま再生します。",
    "key": "音ができしだい、境界から同じテンポのまま、音を高く、または低くして再生します。",
    "variant": "境界から、セットの variant のテンポと調で再生します。音は前もって作られます。",
    "reload": "音楽を続けたまま、セット、スケジュール、変わった音声ファイルを読み直します。正しければ境界から有効になります。",
    "record": "次の周期からマスターの出力を新しい音声ファイルに録音するか、録音を終えます。ファイルを上書きすることはありません。",
    "capture": "次の境界から入力を新しいステムとして取り込み、終わりの境界から鳴らします。add はステムに重ねます。off は取り込みを終え、何も残しません。",
    "learn": "次に押されたパッドかペダルをステムの変化に割り当て、midi.toml に書きます。off でやめます。",
    "keep": "ステムに取り込んだ音をセットに写します。音はフォルダーに、ステムはセットのファイルに入ります。",
    "pair": "ブラウザーをペアリングするコードを、電話のカメラ用の画像とともに表示します。look は見るだけのブラウザー用です。",
    "pairings": "ペアリングしたブラウザーを表示します。",
    "unpair": "pairings が示す番号のブラウザーのペアリングを解除し、コードを変えます。",
    "quit": "演奏を終えます。",
    "status": "クロックの位置と各ステムの状態を表示します。",
    "ports": "各出力の接続先とその理由、待っている接続先を表示します。",
    "doors": "どの扉が開いているか、ほかの扉がいつ開くかを表示します。",
    "help": "すべての語か、一つの語のパラメーターを表示します。",
    "watch": "演奏が終わるまで、すべてのイベントを表示します。",
    "open": "ステムの扉が開いたことを表します。",
    "shut": "ステムの扉が閉じたことを表します。QUANTUM があれば、閉じた扉がその境界でステムを停止することを表します。",
    "faded": "演奏が復旧したときの、ステムのフェードの音量を表します。",
    "asked": "演奏が復旧したとき、ステムのフォローアクションがすでに要求を出していたことを表します。",
    "starved": "ステムのサンプルが間に合わず、ここからサンプルを待って無音になったことを表します。",
    "cut": "ステムのサンプルが間に合わず、ここで直ちに無音になってサンプルを待ったことを表します。",
    "fed": "ステムのサンプルがそろい、もう待たないことを表します。",
    "gap": "演奏が復旧したとき、音楽が曲の前の無音の間にあったことを表します。",
    "left": "canon がこの数のフレームの後に JACK のグラフを離れたことを表します。その間に出力は 5 ms でフェードアウトしました。",
    "edition": "読み直した内容が境界から有効になることを表します。番号はそのテキストの番号です。",
  ]

  func values(_ kind: ParameterKind) -> String {
    switch kind {
    case .stems(let orMaster): "id、violin-* のようなパターン、または all" + (orMaster ? "。master も使えます" : "")
    case .stem: "一つのステムの id"
    case .number(let range):
      limits(range) + (range.unit.map { $0 == "frames" ? "のフレーム数" : "の \($0)" } ?? "の数")
        + (range.silence.map { "、無音なら \($0)" } ?? "")
    case .frame: "最初の拍から数えたフレームの番号（整数）"
    case .choice(let words): list(words) + (words.count > 1 ? " のどれか" : "")
    case .scene: "セットのシーン"
    case .variant: "セットの variant"
    case .file: "セットのフォルダーのファイル"
    case .bus: "セットのバス、または cue"
    case .port: "JACK のポート、または最初の二つのポートを使うクライアント"
    case .recording: "書き込む .wav か .flac ファイルのパス"
    case .quantum:
      list(Quantum.Unit.allCases.map(\.word)) + " のどれか。1から\(Quantum.largestCount)までの回数も付けられます（例：bar:2）"
    case .length: "数と、\(list(TimeLength.units)) のどれか"
    case .word: "コマンドの語"
    case .time: "数と s、1からの番号を付けた bar か loop、または @ とフレームの番号"
    case .span: "ループの中の二つの場所（それぞれ TIME と同じ書き方）と、その間の ..、それに then のあとに移る先"
    case .section: "セットの区間"
    case .destination: "セットの区間、またはマークの番号"
    case .place(let orWay): "TIME と同じ書き方、1:30（分と秒）" + (orWay ? "、または + か - と長さ" : "")
    case .command:
      "press、start、stop、mute、unmute、cancel、gain、pan、solo、pause、resume、fade、panic、scene、next、previous、seek、freeze のどれかのコマンド"
    case .waiting: "status が示す番号、または all"
    case .playedTempo: "1から1000までの一分間の拍数、セット自身のテンポに対する百分率、または original"
    case .transposition: "-24から+24までの半音、-2400から+2400までのセント、または original"
    }
  }

  func note(_ kind: ParameterKind) -> String? {
    switch kind {
    case .stems:
      "STEM はステムの id、violin-* のようなパターン、または all です。いくつも指定できます。all とパターンに土台は含まれません。"
    case .quantum:
      "QUANTUM は now、beat、bar、loop、stem、cycle のどれかで、回数も付けられます（例：bar:2）。省くとセットの既定に従い、"
        + "gain、pan、solo、pause、resume、fade はすぐに効きます。stem はステム自身のループ、cycle は再生中のすべてのループの共通周期です。"
    case .length: "LENGTH は数と、loops、bars、beats、s、ms、frames のどれかです（例：over 2 bars）。"
    case .frame:
      "from FRAME を付けた start は、そのフレームで始めたものとして扱われます。ジャーナルが演奏の復旧に使います。"
    case .time:
      "TIME は 12.5 s、bar 9、loop 3、@480000 のように、最初の拍から数えた時刻です。小節とループは1から数えます。コマンドはその時刻に"
        + "受け取られ、それぞれの境界で効きます。"
    case .place:
      "PLACE は bar 17、loop 3、90 s、1:30、@480000 のような音楽の中の場所です。seek では +10 s、-10 s、+2 bars のような今からの隔たりも使えます。"
    case .playedTempo:
      "TEMPO は 92（一分間の拍数）、115 %（セット自身のテンポに対する割合）、original のどれかで、セット自身のテンポの25から400 %です。"
    case .transposition: "KEY は +2 か -1.5（半音）、-30 cents、original のどれかです。"
    case .stem, .number, .choice, .scene, .file, .recording, .port, .bus, .word, .command, .waiting, .variant,
      .span, .section, .destination:
      nil
    }
  }

  func byDefault(_ fallback: String) -> String { "（省くと：\(Self.fallbacks[fallback] ?? fallback)）" }

  /// Words of the vocabulary stay as they are.
  private static let fallbacks = [
    "the frame of the start": "開始のフレーム",
    "the scene's, else the set's": "シーンのもの、なければセットのもの",
    "that of a start": "開始のもの",
    "the section's end, or that of a scene or piece": "区間の終わり、またはシーンか曲のもの",
    "the section's end": "区間の終わり",
    "that gain": "そのゲイン",
    "all words": "すべての語",
    "TITLE-DATE-TIME.wav": "曲名-日付-時刻.wav",
    "a new stem": "新しいステム",
    "what in_1 and in_2 are connected to": "in_1 と in_2 の接続先",
    "loop": "loop",
    "no stop": "停止しない",
    "where it is": "今の場所",
    "where it stands": "止まっている場所",
    "the stem's, else the set's": "ステムのもの、なければセットのもの",
    "all, the base too": "土台も含むすべて",
    "immediately": "すぐに",
    "as short as possible without a click": "雑音の出ない最短の長さ",
  ]

  func example(_ line: String) -> String { "例：\(line)" }
}
