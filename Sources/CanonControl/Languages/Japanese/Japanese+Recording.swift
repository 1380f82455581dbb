import CanonFiles
import CanonSession

/// Recordings in Japanese.
extension Japanese {
  func recording(_ news: RecordNews) -> String {
    switch news {
    case .began(let path): "\(CleanText.clean(path)) に録音しています。"
    case .ended(let status): "録音しました：\(recorded(status))。"
    case .lost(let path, let lost, let at):
      "ディスクが遅いため、\(CleanText.clean(path)) の\(seconds(lost))間が失われ、\(clock(at)) から無音です。もっと速いディスクに録音してください。"
    case .failed(let status, let problem):
      "録音は終わりました。音楽は続きます。\(problem.fileProblem.text(.japanese))録音した分：\(recorded(status))。"
    case .cannotGoOn(let problem): "録音をこのまま続けられません：\(record(problem))"
    case .converts(let path): "録音から \(CleanText.clean(path)) を作っています。"
    case .converted(let path, let clipped):
      "録音は \(CleanText.clean(path)) になりました。"
        + (clipped == 0 ? "" : "フルスケールを超えた\(clipped)個のサンプルは切り詰めました。.wav なら残せます。")
    case .notConverted(let recording, let problem):
      "録音は \(CleanText.clean(recording)) のままです：\(problem.fileProblem.text(.japanese))"
    }
  }

  private func recorded(_ status: RecordStatus) -> String {
    "\(CleanText.clean(status.path))、\(clock(status.seconds))"
      + (status.lost > 0 ? "（うち\(seconds(status.sampleRate.seconds(status.lost)))は失われました）" : "")
  }

  func recordingGoesOn(_ status: RecordStatus) -> String {
    "\(CleanText.clean(status.path)) に録音中：\(clock(status.seconds))"
      + (status.lost > 0 ? "、\(seconds(status.sampleRate.seconds(status.lost)))が失われました。" : "。")
  }

  func recordingMark(_ status: RecordStatus) -> String { "録音 \(clock(status.seconds))" }

  private func clock(_ seconds: Double) -> String { RecordStatus.clock(seconds) }

  func record(_ problem: RecordProblem) -> String {
    switch problem {
    case .format(let name):
      "\(quote(name))という名前では録音できません。.wav か .flac で終わる名前にしてください（例：record start take-1.wav）。"
    case .cannotWrite(let problem): problem.fileProblem.text(.japanese)
    case .underWay(let path): "\(CleanText.clean(path)) に録音しています。先に「record stop」で終えてください。"
    case .nothingUnderWay: "何も録音していません。「record start」で始まります。"
    case .noServer: "録音する JACK サーバーがありません。canon がまた演奏しているときに、もう一度送ってください。"
    case .noPorts: "ステムが JACK のポートより多くあります。--record でマスターを録音してください。"
    case .noOutputs: "マスター以外の出力がありません。--record でマスターを録音してください。"
    case .memory(let outputs, let needed, let available):
      "\(outputs)個の出力の録音には、ディスクが止まっている間のために \(needed >> 20) MiB のメモリーが必要です。canon が使うのは空きの半分（\(available >> 20) MiB のうち \(available >> 21) MiB）までです。録音する出力を減らすか、ほかのプログラムを終了してください。"
    }
  }
}
