import CanonFiles

/// What `canon check` measured, in Japanese.
extension Japanese {
  func measured(_ title: String, length: String?, seconds: String, rate: Int) -> String {
    "\(title)：\(length.map { "\($0)、" } ?? "")\(seconds)秒、\(rate) Hz"
  }

  func bars(_ count: Int) -> String { "\(count)小節" }

  func head(_ column: CheckColumn) -> String {
    switch column {
    case .stem: "ステム"
    case .format: "形式"
    case .hertz: "Hz"
    case .channels: "ch"
    case .frames: "フレーム"
    case .loops: "ループ"
    case .peak: "dBFS"
    case .truePeak: "dBTP"
    case .loudness: "LUFS"
    case .mean: "DC %"
    case .clipped: "クリップ"
    case .seam: "継ぎ目"
    case .silence: "無音"
    }
  }

  func peaks(_ peaks: CheckPeaks) -> String {
    let name = peaks.choice == .allStems ? "すべてのステム" : "最も大きい組み合わせ"
    let loudness = peaks.loudness.map { "、ラウドネス \($0)" } ?? ""
    return "\(name)：ピーク \(peaks.peak)、トゥルーピーク \(peaks.truePeak)\(peaks.isBound ? "（上限）" : "")\(loudness)。"
  }

  func suggestedChange(_ decibels: String, target: String) -> String {
    decibels.hasPrefix("-")
      ? "トゥルーピークを \(target) にするには、すべてのゲインを \(decibels.dropFirst()) dB 下げるか、コマンド「gain master \(decibels)」を使ってください。"
      : "トゥルーピーク \(target) までの余裕は \(decibels.drop { $0 == "+" }) dB です。"
  }

  func memory(needed: String, rate: Int, available: String?, lockable: String?) -> String {
    "サンプルのメモリー（\(rate) Hz）：\(needed)（使える量は\(available.map { " \($0)" } ?? "不明")、"
      + "固定できる量は\(lockable.map { " \($0) まで" } ?? "制限なし")）。"
  }

  var memoryIsTooSmall: String {
    "空いているメモリーより多いため、音が途切れます。ステムを減らすか、メモリーの多いマシンで演奏してください。"
  }
  var memoryIsNotLocked: String {
    "固定できない分は退避され、音が途切れることがあります。「ulimit -l」の値を上げてください。"
  }

  var doorPeaks: String { "扉が許す最大のピーク：" }
  var atPresent: String { "現在" }

  func repaired(_ file: String, _ parts: [RepairPart], gain: (before: String, after: String)) -> String {
    let words = parts.map { part in
      switch part {
      case .length(let before, let after): "\(before) → \(after)フレーム"
      case .mean(let before, let after): "直流成分 \(before) % → \(after) %"
      case .seam(let before, let after, let frames):
        "継ぎ目 \(before)倍 → \(after)倍（\(frames)フレームのクロスフェード）"
      }
    }
    return
      "\(file)：\(words.isEmpty ? "変更なし" : words.joined(separator: "、"))、ゲイン \(gain.before) → \(gain.after) dB"
  }

  var scenesKeepGains: String {
    "シーンの gain は絶対値なので、そのままです。ステムの gain と同じように変えてください。"
  }

  func repairedPeak(before: String?, after: String) -> String {
    "最も大きい組み合わせのトゥルーピーク：\(before.map { "\($0) → " } ?? "")\(after)。"
  }

  func doorPeak(_ date: String, new: [String], count: Int, peak: String) -> String {
    "\(date)：\(peak)、ステム\(count)個\(new.isEmpty ? "" : "（新しく\(list(new))）")"
  }
}
