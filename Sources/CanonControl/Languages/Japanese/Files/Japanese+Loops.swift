import CanonEngine
import CanonFiles
import CanonStems

/// The loops that sound files name of themselves.
extension Japanese {
  /// What becomes of the loops that sound files name.
  func loop(_ advice: LoopAdvice) -> Advice {
    switch advice {
    case .ignored(let points, let name, let file):
      Advice(
        found: loop(points, name),
        expected: "始まりより後の終わりと、ファイルの中の位置（ファイルは\(shown(file.frameCount, file.sampleRate))）",
        remedy: "ループポイントは無視されます。直すか、region を書いてください（例：ファイル全体なら region = \"0 ..\"）。")
    case .used(let points, let name, let file):
      Advice(
        found: loop(points, name)
          + "があり region がないため、\(shown(file.loopFrames, file.sampleRate))をループします",
        expected: "違う場合は region",
        remedy:
          "例えば、ファイル全体なら region = \"0 ..\"、このループのままなら region = \"\(points.region)\" と書いてください。")
    case .overridden(let points, let name, _, let region):
      Advice(
        found: loop(points, name) + "ですが、\(quote(region))を使います", expected: "どちらにも同じループ",
        remedy: "ファイルが正しければ region を削除してください。")
    }
  }

  private func loop(_ points: LoopPoints, _ name: String) -> String {
    let source =
      switch points.source {
      case .sampler: "smpl チャンク"
      case .instrument: "INST チャンク"
      case .cue: "キューポイント"
      case .region: "regn チャンク"
      case .markers: "mark チャンク"
      case .comments: "LOOPSTART タグ"
      }
    return "\(quote(name))：ループポイント \(points.region)（\(source)）"
  }
}
