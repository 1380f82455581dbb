import CanonFiles
import CanonStems

/// Problems of the tempo and the key in which a set is played, in Japanese.
extension Japanese {
  func playback(_ advice: PlaybackAdvice) -> Advice {
    switch advice {
    case .table:
      Advice(
        expected: "tempo と key の表",
        remedy: "[playback] と書き、その下の行に例えば tempo = 92 と key = \"+2\" を書いてください。")
    case .tempo:
      Advice(
        expected: "一分間の拍数、セット自身のテンポに対する百分率、または original",
        remedy: "例えば tempo = 92 か tempo = \"115 %\" と書いてください。")
    case .noTempo:
      Advice(
        expected: "百分率（セットに自身のテンポがないため）",
        remedy: "例えば \"115 %\" と書くか、すべての表の上に例えば tempo = 80 とセットのテンポを書いてください。")
    case .tempoOutside(let own):
      Advice(
        expected: "セット自身のテンポ\(own.map { "（\($0)）" } ?? "")の25から400 %",
        remedy: "その範囲のテンポにしてください。")
    case .key:
      Advice(
        expected: "-24から24半音までの半音、セント、または original",
        remedy: "例えば key = \"+2\" か key = \"-30 cents\" と書いてください。")
    case .otherForm:
      Advice(
        expected: "見出し [playback] の表、または何もないこと",
        remedy: "[playback] を一行に書き、tempo と key をその下の行に書いてください。")
    case .stretch:
      Advice(
        expected: "on、off、tape のどれか",
        remedy: "例えば stretch = \"off\" と書くと、再生のテンポも調もこのステムを変えません。")
    case .transpose:
      Advice(
        expected: "true か false",
        remedy: "例えば transpose = false と書くと、再生の調はこのステムを変えません。")
    }
  }
}
