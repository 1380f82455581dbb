import CanonFiles
import CanonSchedule
import CanonSession

/// The command line in Japanese.
extension Japanese {
  func commandLine(_ problem: CommandLineProblem) -> String {
    switch problem {
    case .otherRate(let journal, let played, let asked):
      "\(journal)：このジャーナルは \(played) Hz で演奏したもので、\(asked) Hz ではありません。--rate を外してください。"
    case .otherLoop(let journal, let set):
      "\(journal)：このジャーナルはこのセットとは別のループで演奏したものです。元のセットを指定してください：\(set)"
    case .noFolder(let path, let error): "\(path)：フォルダーを作れません：\(disk(error))。"
    case .writtenTwice(let output, let stem):
      "\(output)：マスターとステムの書き出し先が同じ \(stem) になります。別の出力先を指定してください。"
    case .overwritesInput(let path):
      "\(path)：書き出しに使うファイルなので上書きできません。別の出力先を指定してください。"
    }
  }

  func asOf(_ problem: AsOf.Problem) -> String {
    sentence(problem.advice, found: CleanText.quote(problem.text))
  }

  func endless(_ journal: String) -> String {
    "\(journal)：演奏の終わりの記録がありません。その前に canon かディスクが止まりました。最後の行より後は失われています。"
  }

  func torn(_ journal: String, line: Int) -> String {
    "\(journal):\(line)：ジャーナルの最後の行が途中で切れているため、使いませんでした。書き込み中に canon かディスクが止まりました。"
      + "行が完全なら、改行を加えてください。"
  }

  func clipped(_ path: String, _ count: Int) -> String {
    "\(path)：\(count)個のサンプルがフルスケールを超えたため、切り詰めました。ゲインを下げてください。"
  }

  func preview(_ day: String) -> String { "\(day) 時点のプレビューです。" }

  func greeting(_ title: String, stems: [String]) -> [String] {
    [
      "\(title)：ステムは\(stems.count)個です。土台を再生します。ほかのステムは「press STEM」で重ねます。",
      "ステム：" + list(stems),
    ]
  }

  var hint: String { "「help」で語の一覧を表示し、「quit」で終了します。" }

  func greeting(_ day: String, isPreview: Bool, locked: [String]) -> String {
    "\(isPreview ? "プレビュー" : "今日") \(day)："
      + (locked.isEmpty ? "すべての扉が開いています。" : "閉じている扉は\(list(locked))です（「doors」で一覧を表示）。")
  }

  var noProblems: String { "問題は見つかりませんでした。" }
  func problems(_ count: Int) -> String { "問題が\(count)件あります。" }

  func renderedWithoutRefused(_ path: String) -> String {
    "\(path)：実行されなかったものを除いて書き出しました。"
  }

  func judgedAsOf(_ day: String) -> String {
    "プレビューです：扉は演奏した時ではなく、\(day) の時点で判断します。"
  }

  func journalOfTheFuture(_ path: String, _ day: String) -> String {
    "\(path)：このジャーナルによると \(day) まで演奏したことになりますが、それはまだ先です。"
      + "扉はそれでは開きません。--as-of でプレビューしてください。"
  }
}
