import CanonFiles
import CanonStems

/// What canon assumes of sound files without a set file.
extension Japanese {
  func assumed(_ advice: AssumedAdvice) -> Advice {
    switch advice {
    case .noSounds:
      Advice(
        found: "set.toml も音声ファイルもないフォルダー", expected: "ループ（WAV、AIFF、CAF、FLAC、Ogg、MP3）の入ったフォルダー",
        remedy: "音声ファイルを入れるか、別のフォルダーを指定してください。")
    case .noFolder(let number):
      Advice(
        found: disk(DiskError(code: number)), expected: "読めるフォルダー", remedy: "名前と権限を確認してください。")
    case .tooLong:
      Advice(
        found: "1日を超えるファイル", expected: "24時間までのループ", remedy: "外すか、region を書いた set.toml を用意してください。")
    case .misfit(let misfit):
      Advice(
        found: (misfit.isNamedByFile ? "ループポイントの間が" : "") + "\(misfit.seconds)秒（\(misfit.frames)フレーム）",
        expected: "\(misfit.of)個のうち\(misfit.count)個のファイルの長さ\(misfit.loop)秒の、簡単な比か倍数",
        remedy: "最も近い長さは\(misfit.nearest)秒（\(misfit.nearestFrames)フレーム）です。"
          + (misfit.isNamedByFile ? "ファイルのループポイントを直してください。" : "ファイルをその長さにしてください。")
          + (misfit.isNear ? "" : "意図した長さなら、" + way(misfit.folder, "長さを自由にしたセット")))
    case .assumed(let summary):
      Advice(
        found:
          "\(summary.folder == nil ? "ファイルの指定なので" : "set.toml がないため")、ステム\(summary.stems)個、ループ\(summary.loop)秒（うち\(summary.sameLength)個の長さ）、"
          + "ベース \(quote(summary.base))、\(tempo(summary.tempo))とみなします",
        expected: "違う場合は set.toml", remedy: way(summary.folder, "この内容"))
    }
  }

  private func way(_ folder: String?, _ what: String) -> String {
    folder.map { "「canon new \(CleanText.clean($0))」で\(what)を書き出せます。" }
      ?? "ファイルを一つのフォルダーに入れると、「canon new」で\(what)を書き出せます。"
  }

  private func tempo(_ tempo: AssumedTempo) -> String {
    switch tempo {
    case .stated(let tempo, let source): "テンポ \(tempo)（\(name(source))による）"
    case .unfitting(let tempo, let source): "テンポなし（\(name(source))の \(tempo) ではループが拍の整数倍になりません）"
    case .contradictory(let source): "テンポなし（\(name(source))のテンポが一致しません）"
    case .unknown: "テンポなし"
    }
  }

  private func name(_ source: AssumedTempo.Source) -> String {
    switch source {
    case .names: "名前"
    case .tags: "タグ"
    }
  }
}
