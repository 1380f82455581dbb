import CanonControl
import CanonFiles

/// The same problems in Japanese.
extension MIDIAdvice {
  package var japanese: Advice {
    switch self {
    case .ports:
      Advice(
        expected: "ポートのパターン20個までの配列", remedy: "例えば ports = [\"*nanoKONTROL*\"] と書いてください。すべての機器なら行を削除してください。")
    case .clock:
      Advice(
        expected: "ポートのパターン20個までの配列",
        remedy: "例えば clock = [\"*Launchpad*\"]、自分で接続するなら [] と書いてください。")
    case .transport:
      Advice(
        expected: "true か false",
        remedy: "届いたスタート、ストップ、ソングポジションで音楽を動かすなら transport = true と書いてください。")
    case .lights:
      Advice(
        expected: "ポートのパターン20個までの配列",
        remedy: "例えば lights = [\"*LPMiniMK3 MI*\"]、自分で接続するなら [] と書いてください。")
    case .device:
      Advice(
        expected: LightDevice.allCases.map(\.rawValue).joined(separator: "、") + "のどれか",
        remedy: "ノートでパッドが光るほかの機器なら device = \"notes\" と書いてください。")
    case .table(let kind):
      Advice(expected: "番号とその働きの表", remedy: "[\(kind)] と書き、その下に例えば 36 = \"press violin-a\" と書いてください。")
    case .source:
      Advice(expected: "0から127までの番号（前にチャンネルを付けられます）", remedy: "例えば 36、チャンネル10なら \"10:36\" と書いてください。")
    case .action(let kind):
      Advice(
        expected: "二重引用符で囲んだコマンドか表",
        remedy: kind == "control"
          ? "例えば \"press violin-a\"、{ press = \"start violin-a\", release = \"stop violin-a\" }、{ gain = \"master\" } と書いてください。"
          : "例えば \"press violin-a\" や { press = \"start violin-a\", release = \"stop violin-a\" } と書いてください。")
    case .command(let problem): Advice(expected: "実行できるコマンド", remedy: problem.text(.japanese))
    case .oneAction:
      Advice(expected: "press、gain、pan のどれか一つ", remedy: "一つだけ残してください。一つのメッセージの働きは一つです。")
    case .release: Advice(expected: "release とともに press", remedy: "押したときの働きも書いてください。")
    case .target: Advice(expected: "ステムの id か master", remedy: "例えば gain = \"master\" と書いてください。")
    case .gainLimit: Advice(expected: "-120から24までのデシベル", remedy: "例えば from = -60、to = 6 と書いてください。")
    case .limits(let from, let to):
      Advice(found: "from = \(from)、to = \(to)", expected: "to より小さい from", remedy: "二つの数を入れ替えてください。")
    case .encoder:
      Advice(
        expected: MIDIFader.Encoding.allCases.map(\.rawValue).joined(separator: "、") + "のどれか",
        remedy: "位置のあるつまみなら行を削除してください。形式はエンコーダーの説明書にあります。")
    case .noKnob(let kind):
      Advice(expected: "[\(kind)] では press", remedy: "位置を送るのはコントローラーだけです。行を [control] に移してください。")
    case .stems:
      Advice(
        expected: "notes、controls、gains の表", remedy: "[stems] と書き、その下に例えば notes = [36, 37, 38, 39] と書いてください。")
    case .stemNumbers:
      Advice(expected: "0から127までの番号の配列（セットの順にステムごとに一つ）", remedy: "例えば [36, 37, 38, 39] と書いてください。")
    case .taken(let number):
      Advice(found: "2回ある\(number)", expected: "働きが一つの番号", remedy: "どちらかに別の番号を使ってください。")
    case .ofSets:
      Advice(
        expected: "midi.toml と同じ内容の表",
        remedy: "[midi] と書き、その下に例えば [midi.note] と 36 = \"press violin-a\" を書いてください。")
    case .ofSet:
      Advice(
        expected: "セットに書かれていないパッド",
        remedy: "別のパッドを押すか、midi.toml より先に効くセットの [midi] の行を変えてください。")
    case .place:
      Advice(
        expected: "番号ごとに1行の表",
        remedy: "その行を自分で書くか、ファイルを [note] とその下の 36 = \"press violin-a\" のような行で書いてください。")
    }
  }
}
