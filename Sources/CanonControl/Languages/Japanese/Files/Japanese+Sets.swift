import CanonFiles
import CanonStems

/// Problems of the keys and tables of a set in Japanese.
extension Japanese {
  func set(_ advice: SetAdvice) -> Advice {
    switch advice {
    case .title:
      Advice(expected: "二重引用符で囲んだテキスト", remedy: "例えば title = \"Canon in D\" と書いてください。")
    case .tempo:
      Advice(expected: "1分あたりの拍の数、1から1000まで（小数は3桁まで）", remedy: "例えば tempo = 80 と書いてください。")
    case .meter:
      Advice(
        expected: "1小節の拍の数（1から64）、斜線、1拍になる音符（1、2、4、8、16、32 のどれか）",
        remedy: "例えば meter = \"4/4\" と書いてください。")
    case .loop:
      Advice(
        expected: "小節、拍、フレーム、秒のどれかによる長さ",
        remedy: "例えば loop = \"8 bars\"、\"32 beats\"、\"1152000 frames\"、\"24 s\" のように書いてください。")
    case .quantum:
      Advice(
        expected: "now、beat、bar、loop、stem、cycle のどれか（回数も付けられます）",
        remedy: "例えば quantum = \"bar:2\" か { start = \"loop\", mute = \"beat\" } と書いてください。")
    case .secondPress:
      Advice(
        expected: "cancel か now",
        remedy: "例えば second_press = \"now\" と書いてください。cancel は1回目の押下を取り消します。")
    case .click:
      Advice(
        expected: "クリックの音の表", remedy: "例えば [click] の行と、その下に file = \"beat.wav\" を書いてください。")
    case .pause:
      Advice(
        expected: "silence か freeze",
        remedy: "例えば pause = \"freeze\" と書いてください。silence では音楽が聞こえないまま進みます。")
    case .seed:
      Advice(
        expected: "0から\(SetBehaviour.largestSeed)までの整数", remedy: "例えば seed = 2015 と書いてください。")
    case .milliseconds(let example):
      Advice(expected: "0から1000ミリ秒まで（小数は3桁まで）", remedy: "例えば \(example) と書いてください。")

    // Tables
    case .tables(let kind):
      Advice(
        expected: "\(noun(kind))ごとに一つの表",
        remedy: "各\(noun(kind))は、二重の角かっこの行 [[\(kind.rawValue)]] で始めてください。")
    case .ofSchedule(let key, let known):
      Advice(
        expected: oneOf(known),
        remedy: (key == "doors" ? "扉" : quote(key))
          + "はスケジュールのものです。別のファイルに移し、そのファイルの set でこのセットを指定してください。")
    case .noStem:
      Advice(expected: "一つ以上のステム", remedy: "[[stem]] の行を加え、その下に id と file を書いてください。")
    case .tooMany(let kind, let count, let most):
      Advice(
        found: "\(noun(kind))\(count)個", expected: "\(noun(kind))\(most)個まで",
        remedy: kind == .stem ? "セットを分けてください。" : "不要なものを削除してください。")
    case .id(let kind):
      Advice(
        expected: word,
        remedy: "例えば \(kind.key) = \"\(kind.example)\" と書いてください。"
          + (kind == .variant ? "" : "title にはどんな文字も使えます。"))
    case .sameID(let kind, let id, let line):
      Advice(
        found: quote(id) + (line.map { "（\($0)行目にもあります）" } ?? ""),
        expected: "ほかの\(noun(kind))にない id（大文字と小文字は区別しません）", remedy: "どちらかの名前を変えてください。")
    case .reservedID:
      Advice(expected: "canon にとって別の意味のない id", remedy: "別の語を選んでください。")
    case .busOfStem(let id, let line):
      Advice(
        found: quote(id) + (line.map { "（\($0)行目のステムにもあります）" } ?? ""),
        expected: "どのステムにもない id（どちらもポートの名前になります）", remedy: "どちらかの名前を変えてください。")
    case .sceneQuantum:
      Advice(
        expected: "now、beat、bar、loop、cycle のどれか（回数も付けられます）",
        remedy: "例えば quantum = \"bar:2\" と書いてください。シーンはすべて一つのフレームで起こります。")
    case .commands:
      Advice(
        expected: "二重引用符で囲んだコマンド、1個から\(SceneSpec.mostCommands)個",
        remedy: "例えば commands = [\"start violin-a\", \"gain cello -6\"] と書いてください。")
    }
  }

  func patch(_ advice: PatchAdvice) -> Advice {
    switch advice {
    case .table:
      Advice(
        expected: "出力と接続先の表", remedy: "例えば [patch] の行を書き、その下に master = \"physical:1\" と書いてください。")
    case .output:
      Advice(
        expected: "master か、ステムかバスの id か、id のパターン（片方のチャンネルだけなら _1 か _2 を付けます）",
        remedy: "例えば master = \"physical:1\" か \"violin-*\" = \"reverb\" と書いてください。")
    case .unknownOutput(let id, let known):
      Advice(
        found: "セットにない出力", expected: "master か、ステムかバスの id か、どれかに合うパターン",
        remedy: did(Suggestion.nearest(to: id, among: known)) ?? "id を直すか、その行を削除してください。")
    case .targets:
      Advice(
        expected: "二重引用符で囲んだテキスト、または角括弧で囲んだ\(PatchRule.mostTargets)個までのテキスト",
        remedy: "例えば [\"reverb:in_l\", \"reverb:in_r\"] と書いてください。[] ならどこにも接続しません。")
    case .target:
      Advice(
        expected: "ポートかクライアント、パターン、斜線で囲んだ正規表現、physical:1 のどれか",
        remedy: "例えば \"reverb\"、\"reverb:in_*\"、\"/^ardour:.*in$/\"、\"physical:3\" のように書いてください。")
    }
  }

  /// The form of an id.
  private var word: String { "ASCII の英字、数字、ハイフンで40文字まで（先頭はハイフン以外）" }

  private func noun(_ kind: SetTableKind) -> String {
    switch kind {
    case .stem: "ステム"
    case .bus: "バス"
    case .scene: "シーン"
    case .section: "区間"
    case .variant: "variant "
    }
  }

  // MARK: - Stems

  func stem(_ advice: StemAdvice) -> Advice {
    switch advice {
    case .file:
      Advice(
        expected: "セットのフォルダーにある音声ファイルの名前", remedy: "例えば file = \"0_cello.flac\" と書いてください。")
    case .channels:
      Advice(
        expected: "括弧の中に、1 から \(ChannelChoice.most) までの異なる番号を1つか2つ",
        remedy: "ファイルの3番目と4番目のチャンネルを左右にするなら例えば channels = [3, 4]、1つを両側に出すなら [3] と書いてください。")
    case .base:
      Advice(expected: "true か false", remedy: "始めから鳴るステムには base = true と書いてください。")
    case .gain:
      Advice(
        expected: "-120 から 24 までのデシベル",
        remedy: "例えば gain = -1.9 と書いてください。0 ならファイルのままの音量です。")
    case .pan:
      Advice(
        expected: "-1（左）から 1（右）までの数", remedy: "例えば pan = -0.3 と書いてください。0 が中央です。")
    case .key:
      Advice(
        expected: "二重引用符で囲んだ ASCII の英字、数字、記号のどれか1文字", remedy: "例えば key = \"1\" と書いてください。")
    case .sameKey(let key, let line):
      Advice(
        found: quote(key) + (line.map { "（\($0)行目にもあります）" } ?? ""),
        expected: "ほかのステムにないキー", remedy: "別のキーを選んでください。")
    case .group:
      Advice(expected: word, remedy: "例えば group = \"reeds\" と書いてください。")
    case .groupOfBases(let group, let base):
      Advice(
        found: "\(quote(group))には\(base.map { "土台\(quote($0))" } ?? "上の土台")があります",
        expected: "一つまでの土台（グループのステムは互いを止めます）",
        remedy: "どちらかの base = true か group を削除してください。")
    case .sends:
      Advice(expected: "バスごとのデシベルの表", remedy: "例えば buses = { hall = -6 } と書いてください。")
    case .send:
      Advice(
        expected: "-120 から 24 までのデシベル",
        remedy: "例えば buses = { hall = -6 } と書いてください。0 ならステムをそのままの音量で送ります。")
    case .unknownBus(let id, let known):
      Advice(
        found: "セットにないバス", expected: oneOf(known),
        remedy: did(Suggestion.nearest(to: id, among: known)) ?? "id を直すか、その id の [[bus]] を加えてください。")
    }
  }
}
