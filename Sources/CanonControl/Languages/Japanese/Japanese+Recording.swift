import CanonFiles
import CanonSession

/// Recordings in Japanese.
extension Japanese {
  func recording(_ news: RecordNews) -> String {
    switch news {
    case .began(let path): "\(CleanText.clean(path)) に録音しています。"
    case .ended(let status): "録音しました：\(recorded(status))。"
    case .lost(let path, let lost, let at):
      "ディスクが遅く、録音 \(CleanText.clean(path)) の\(seconds(lost))間が失われました。その間は \(clock(at)) から無音です。もっと速いディスクに録音してください。"
    case .failed(let status, let problem):
      "録音はここで終わります。音楽は続きます：\(problem.fileProblem.text(.japanese))録音した分：\(recorded(status))。"
    case .refused(let problem): "何も録音していません：\(record(problem))"
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
    case .noPorts: "マスター以外の出力がないか、ステムが JACK のポートより多くあります。--record でマスターを録音してください。"
    case .memory(let needed, let available):
      "録音には、ディスクが止まっている間のために \(needed >> 20) MiB のメモリーが必要ですが、空きは \(available >> 20) MiB です。録音する出力を減らすか、ほかのプログラムを終了してください。"
    }
  }
}
