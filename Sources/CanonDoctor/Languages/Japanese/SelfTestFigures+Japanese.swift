/// The same figures in Japanese.
extension SelfTestFigures {
  package var japanese: String {
    guard frames > 0 else {
      return "自己診断：canon の音を受け取れませんでした。もう一度実行し、同じなら --json の出力を添えて報告してください。"
    }
    guard different == 0 else {
      return "自己診断：受け取った\(frames)フレームのうち\(different)フレームが書き出した音と違います。canon かこの機械のメモリーの不具合です。"
        + "--json の出力を添えて報告してください。"
    }
    let timing =
      "周期 \(periodMicroseconds) µs（\(period)フレーム、\(isRealtime ? "リアルタイム" : "非リアルタイム")）に対し、音は \(median) µs で、"
      + "最も遅いときは \(worst) µs で用意できました。余裕は \(margin) % です。"
    return "自己診断：受け取った\(frames)フレームは書き出した音と同じビットです。" + timing
      + (level == .warning
        ? (largerPeriod.map { "周期を長くすると余裕ができます：--period \($0)。" } ?? "")
          + (xruns == 0 && lost == 0 ? "" : "xrun が\(xruns)回あり、\(lost)フレームが失われました。") : "")
  }
}
