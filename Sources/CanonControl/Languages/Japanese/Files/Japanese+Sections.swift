import CanonFiles
import CanonStems

/// Problems of the sections of a set.
extension Japanese {
  func section(_ advice: SectionAdvice) -> Advice {
    switch advice {
    case .bars:
      Advice(
        expected: "ループの二つの小節番号（1から数え、二つ目は一つ目より後）",
        remedy: "例えば bars = \"1 .. 5\" と書くと、1小節から5小節の始まりまでです。")
    case .noTempo:
      Advice(
        expected: "小節を数えるためのテンポ", remedy: "すべての表の上に例えば tempo = 80 と書くか、区間を削除してください。")
    case .tooShort(let seconds):
      Advice(expected: "\(Int(seconds))秒以上の音楽", remedy: "小節を増やしてください。")
    case .overlap(let id):
      Advice(
        found: "区間 \"\(id)\" にもある小節", expected: "ほかの区間にない小節", remedy: "一方の終わりにもう一方を始めてください。")
    case .then:
      Advice(
        expected: "このセットの区間の id",
        remedy: "例えば then = \"chorus\" と書いてください。自分の id なら、go と言われるまで繰り返します。")
    case .outside(let bars):
      Advice(expected: "ループの小節（全部で\(bars)小節）", remedy: "遅くとも\(bars + 1)小節で終わらせてください。")
    case .noWholeBars(let beats, let meter):
      Advice(
        expected: "小節でちょうど割り切れるループ（\(beats)拍は \(meter) で割り切れません）",
        remedy: "拍子かループを直すか、区間を削除してください。")
    }
  }
}
