import CanonFiles
import CanonSchedule
import CanonSession

/// The command line in Japanese.
extension Japanese {
  func commandLine(_ problem: CommandLineProblem) -> String {
    switch problem {
    case .unknownSubcommand(let word, let known):
      "\(quote(word))というサブコマンドはありません。\(did(Suggestion.nearest(to: word, among: known)) ?? "")"
        + "あるのは\(list(known))です。"
    case .noSource:
      "スケジュールもセットも指定がなく、set.toml も Schedules/advent-2015.toml もここになく、インストールされたスケジュールもありません。"
    case .option(let problem): option(problem)
    case .otherRate(let journal, let played, let asked):
      "\(journal)：このジャーナルは \(played) Hz で演奏したもので、\(asked) Hz ではありません。--rate を外してください。"
    case .otherLoop(let journal, let set):
      "\(journal)：このジャーナルはこのセットとは別のループで演奏したものです。元のセットを指定してください：\(set)"
    case .noFolder(let path, let error): "\(path)：フォルダーを作れません：\(disk(error))。"
    case .writtenTwice(let output, let stem):
      "\(output)：マスターとステムの書き出し先が同じ \(stem) になります。別の出力先を指定してください。"
    case .overwritesInput(let path):
      "\(path)：書き出しに使うファイルなので上書きできません。別の出力先を指定してください。"
    case .noDoors(let name): "\(name)：扉がないため、書き出すものがありません。スケジュールを指定してください。"
    case .noOpenings(let path): "\(path)：5年以内に開く扉がないため、書き出すものがありません。"
    case .notACalendar(let path):
      "\(path)：カレンダーではないファイルなので上書きできません。別のファイルを指定してください。"
    case .notAPlot(let path):
      "\(path)：canon check の図ではないファイルなので上書きできません。別のファイルを指定してください。"
    case .folderNotEmpty(let path): "\(path) はすでにあり、空ではありません。--fix で新しいフォルダーを指定してください。"
    case .uneditableSet(let path):
      "\(path)：ステムごとの表 [[stem]] に、キーごとの行が必要です。そのように書き直してから、もう一度試してください。"
    case .fewFiles(let count, let least):
      "このプロセスが開けるファイルは\(count)個ですが、\(least)個以上が必要です。"
        + "「ulimit -n 1024」か、systemd のユニットの LimitNOFILE=1024 で制限を上げてください。"
    case .littleMemory(let space, let least, let forStems):
      "このプロセスが使えるアドレス空間は \(space) MiB ですが、\(forStems ? "これらのステムには " : "")\(least) MiB 以上が必要です。"
        + "「ulimit -v unlimited」か、systemd のユニットの LimitAS=infinity で制限を上げてください。"
    case .alreadyThere(let path): "\(path) はすでにあるため、そのまま残します。先に削除するか、名前を変えてください。"
    case .nothingForDoors(let path): "\(path)：すべてのステムが最初から鳴るため、扉で開けるものがありません。"
    case .planExists(let path): "\(path) はすでにあるため、そのまま残します。--save で新しいファイル名を指定してください。"
    case .nothingToSave(let name):
      "\(name)：この canon には JACK サーバーがなく、何も接続されていないため、保存しません。演奏が始まってからもう一度試してください。"
    case .noWord: "語がありません。例えば「canon ctl status」と入力してください。「canon ctl help」で語の一覧を表示します。"
    case .unreadableAnswer(let answer): "応答を読み取れません：\(answer)"
    }
  }

  private func option(_ problem: OptionProblem) -> String {
    switch problem {
    case .both(let one, let other): "\(one) と \(other) は同時に指定できません。どちらかを指定してください。"
    case .alarmWithoutCalendar: "--alarm には --ics が必要です。カレンダーのファイルを指定してください。"
    case .alarm(let text): "--alarm \(text)：00:00 から 23:59 まで、または off を指定してください。"
    case .emptyOutput: "--output：音声ファイルの名前を指定してください。"
    case .plot(let name): "--plot \(name)：.svg か .html で終わるファイル名を指定してください。"
    case .outside(let option, let value, let range, let unit):
      "\(option) \(value)：\(range.lowerBound)から\(range.upperBound)まで\(unit.map(noun) ?? "")を指定してください。"
    case .seconds(let value, let most): "--seconds \(value)：0より大きく\(most)以下の数を指定してください。"
    case .name(let name): "--name \(name)：コロンを含まない1から63バイトまでの名前を指定してください。"
    case .osc(let text):
      "--osc \(CleanText.clean(text))：ポートか、数字のアドレスとポートを指定してください（例：--osc 9000、--osc 192.168.1.20:9000）。"
    case .webAddress(let text):
      "--web-address \(CleanText.clean(text))：このマシンのアドレスを数字で、必要ならポートとともに指定してください（例：--web-address 192.168.1.20:9000）。"
    case .connection(let text):
      "--connect \(text)：ポート、クライアント、パターン、斜線で囲んだ正規表現、physical:1 のどれかを指定してください。マスター以外は、前に「出力=」を付けます。"
    case .unknownOutput(let text, let known):
      "--connect \(text)：セットにその出力はありません。"
        + (did(Suggestion.nearest(to: text, among: known)) ?? "master か、ステムかバスの id か、どれかに合うパターンを指定してください。")
    case .recordFormat(let name):
      "--record \(CleanText.clean(name))：.wav か .flac で終わる名前にしてください（例：--record take-1.wav）"
    case .privateName(let name):
      "--name \(name)：canon の専用サーバーの名前です。別の名前を指定してください。"
    }
  }

  private func noun(_ unit: OptionProblem.Unit) -> String {
    switch unit {
    case .frames: "のフレーム数"
    case .hertz: "の Hz"
    }
  }

  func asOf(_ problem: AsOf.Problem) -> String {
    sentence(problem.advice, found: CleanText.quote(problem.text))
  }

  func endless(_ journal: String) -> String {
    "\(journal)：演奏の終わりの記録がありません。その前に canon かディスクが止まりました。ジャーナルから分かるところまで書き出します。"
  }

  func torn(_ journal: String, line: Int) -> String {
    "\(journal):\(line)：ジャーナルの最後の行が途中で切れているため、使いませんでした。書き込み中に canon かディスクが止まりました。"
      + "行が完全なら、改行を加えてください。"
  }

  func stretchedOtherwise(_ journal: String, by other: String, here: String) -> String {
    "\(journal)：ステムは \(other) で伸縮されましたが、ここでは \(here) なので、別のビットになることがあります。その場合は書き出しません。"
      + "その版で書き出すか、セットを指定してください。"
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
  func written(_ path: String) -> String { "\(path) を書き出しました。" }
  func problems(_ count: Int) -> String { "問題が\(count)件あります。" }

  func renderedWithoutRefused(_ path: String) -> String {
    "\(path)：実行されなかったものを除いて書き出しました。"
  }

  func judgedAsOf(_ day: String) -> String {
    "プレビューです：扉は演奏した時ではなく、\(day) の時点で判断します。"
  }

  func openings(_ path: String, _ count: Int) -> String { "\(path)：扉の開く日時\(count)件を書き出しました。" }

  var acceptedForLater: String { "受け付けました。クロックが動き始めたときに実行します。" }

  func journalOfTheFuture(_ path: String, _ day: String) -> String {
    "\(path)：このジャーナルによると \(day) まで演奏したことになりますが、それはまだ先です。"
      + "扉はそれでは開きません。--as-of でプレビューしてください。"
  }
}
