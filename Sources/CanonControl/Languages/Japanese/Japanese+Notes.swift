import CanonFiles
import CanonSchedule
import CanonSession

/// Notes in Japanese.
extension Japanese {
  func note(_ note: Note) -> String {
    switch note {
    case .clockWrong(let now, let zone):
      "この機械の時計は \(zone.textWithZone(now)) を指していますが、それはあり得ません。開いたところを見ていない扉は閉じたままです。"
        + "時計を合わせてください。扉もすぐに従います。"
    case .clockRight(let now, let zone): "この機械の時計が正しくなりました：\(zone.textWithZone(now))。"
    case .notKeptInTime:
      "ディスクが時間内に応答しませんでした。最後に書き込んだあとに見た扉の様子は失われるかもしれません。"
    case .memory(let problem): problem.text(.japanese)
    case .waitsForClock(let command): "「\(command)」はクロックが動き始めたときに実行します。"
    case .waitsForServer(let commands): "JACK サーバーがありません。「\(commands)」は見つかり次第実行します。"
    case .neverReceived(let count): "待っていたコマンド\(count)件は、サーバーが受け取る前に演奏が終わったため、実行されませんでした。"
    case .late(let command, let late): "「\(command)」は予定の時刻より\(lateness(late))遅れて受け取られました。"
    case .panicWhileReading: "ファイルの読み込み中にパニックがありました。それより前に求められたものは始めません。"
    case .stillReading(let stems):
      (stems.count == 1 ? "「\(stems[0])」" : "ステム\(stems.count)本") + "はまだ読み込み中です。読み終えたあとの最初の境界で実行します。"
    case .waitsForStems(let command, let left):
      "「\(command)」はすべてのステムを読み終えてから実行します。あと\(left)本を読み込み中です。"
    case .samplesLate(let stem):
      "「\(stem)」のサンプルが間に合いません。サンプルがそろった次の小節まで無音です。"
    case .samplesThere(let stem): "「\(stem)」のサンプルがそろいました。"
    case .undone(let command, let overridden):
      "元に戻しました：\(command)。"
        + overridden.map { "\($0.name)はそのあと\(asker($0.by))が変えたため、そのままです。" }.joined()
    case .assumed(let problem): problem.text(.japanese)
    case .keptSamples(let stem, let problem):
      "「\(stem)」は前に読み込んだサンプルで再生を続けます。\(problem.text(.japanese))"
    case .unreadable(let stem, let problem):
      "「\(stem)」は鳴りません。ほかのステムはそのまま再生します：\(problem.text(.japanese))そのあと「reload」で読み直せます。"
    case .ownSamples(let stem, let problems):
      "「\(stem)」は代わりに再生していたファイルを読み直せないため、元のファイルを再生します。\(problems.text(.japanese))"
    case .patchKept(let problems):
      "ファイルに誤りがあるため、接続は前のまま変わりません：\(problems.text(.japanese))"
    case .pieceSkipped(let number, let problems):
      "プログラムの\(number)曲目は演奏できないため、飛ばします：\(problems.text(.japanese))"
    case .fileLeftAlone(let problem):
      "扉のフォルダーのファイルを使わずにおきます。\(problem.text(.japanese))"
    case .soundNotKept(let problems): "もう使われないサンプルをジャーナルのために残せませんでした：\(problems.text(.japanese))"
    case .soundsNotRecorded: "すべての音をジャーナルに記録する前に演奏が終わりました。書き出すときは、そのときのファイルの音を使います。"
    case .notLocked:
      "ステムをメモリーに固定できませんでした（「ulimit -l」を確認してください）。負荷が高いと音が途切れることがあります。"
    case .loudness(let peak, let isBound, let excess):
      "ステムを合わせると\(isBound ? "最大で " : " ")\(peak) に\(isBound ? "達することがあり" : "達し")、"
        + "0 dBFS を超えた出力は歪みます。次のコマンドで避けられます：gain master -\(excess)"
    case .journal(let news): journal(news)
    case .evening(let news): evening(news)
    case .recording(let news): recording(news)
    case .capture(let news): capture(news)
    case .control(let name): "ほかのプログラムからは「\(English.control(name))」で操作できます。"
    case .osc(let place, let isOpen):
      "OSC を \(place)（UDP と TCP）で受け付けます。" + (isOpen ? "このアドレスに届く人は誰でも演奏できます。" : "")
    case .web(let place, nil): "ページはこのマシンのブラウザーで http://\(place)/ にあります。"
    case .web(let place, let code?):
      "ページは http://\(place)/ にあります。コード \(code) でペアリングしたブラウザーで演奏できます。「pair play」でカメラ用に表示します。"
    case .paired(let browser):
      "ブラウザー \(browser.number)（\(CleanText.clean(browser.name))）をペアリングしました。\(browser.role == .play ? "演奏できます" : "見るだけです")。「unpair \(browser.number)」で解除します。"
    case .unpaired(let browser):
      "ブラウザー \(browser.number)（\(CleanText.clean(browser.name))）のペアリングを解除しました。コードも変わりました。"
    case .codesChanged(let count):
      "間違ったコードが\(count)回届いたので、ペアリングのコードを変えました。「pair play」で表示します。"
    case .pairings(let problem): pairings(problem)
    case .midi(let map, true): "MIDI をポート control_in で受け付けます。働きは \(CleanText.clean(map)) のとおりです。"
    case .midi(let map, false):
      "MIDI をポート control_in で受け付けます。\(CleanText.clean(map)) がないので、ノート36から51までがステムを順に押します。"
    case .learning(let line): "次に押されたパッドかペダルを \(quote(line)) に割り当てます。「learn off」でやめます。"
    case .learned(let pad, let line, let map):
      "\(CleanText.clean(pad)) の働きは今から \(quote(line)) です。\(CleanText.clean(map)) に書きました。"
    case .notLearned(let pad, let problems):
      "\(CleanText.clean(pad)) の働きは元のままです。"
        + problems.problems.map { $0.text(.japanese) }.joined(separator: " ")
    case .midiLost(let count): "MIDI メッセージ\(count)個が失われました。一度に来る数が多すぎます。"
    case .server(let note): server(note)
    }
  }

  private func lateness(_ seconds: Double) -> String {
    seconds < 1 ? "\(max(1, Int((seconds * 1000).rounded())))ミリ秒" : self.seconds(seconds)
  }

  private func journal(_ news: JournalNews) -> String {
    switch news {
    case .taken(let name, let path):
      "ジャーナル \(name) はすでにあるため、そのまま残します。この演奏は \(path) に記録します。"
    case .waits(let problem):
      "ジャーナル \(problem.path) に書き込めません：\(disk(problem.error))。記録はメモリーに残し、1秒ごとに再試行します。"
    case .goesOn(let path): "ジャーナル \(path) への書き込みを再開しました。欠けた行はありません。"
    case .incomplete(let problem, let lines):
      "ジャーナル \(problem.path) の最後の\(lines)行が欠けています：\(disk(problem.error))。"
    case .notOnDisk(let problem):
      "ジャーナル \(problem.path) の最後の行は、停電すると失われるかもしれません：\(disk(problem.error))。ディスクを確認してください。"
    case .ended(let problem): "ジャーナルはここで終わります：" + journal(problem)
    }
  }

  func journal(_ problem: JournalProblem) -> String {
    "ジャーナル \(problem.path) に書き込めません：\(disk(problem.error))。--journal で新しいファイルを作れる場所を指定してください。"
  }

  private func evening(_ news: EveningNews) -> String {
    switch news {
    case .resumed(let last, let away, let stems):
      "\(last.zone.textWithZone(last.time)) の演奏を、\(away.map { "\(seconds($0))後" } ?? "そのとき")の位置から続けます"
        + (stems.isEmpty ? "。鳴っているステムはありません。" : "：\(list(stems))。")
    case .leftOut(let stems): "今のセットにないため、続きから外したステム：\(list(stems))。"
    case .fresh(.none):
      "続ける演奏がありません。この曲をこの名前で演奏したことがないか、「quit」で終わっています。最初から始めます。"
    case .fresh(.tooOld(let last)):
      "最後の演奏（\(last.zone.textWithZone(last.time))）から24時間以上たっています。最初から始めます。"
    case .fresh(.notRequested(let last, let path)):
      "最初から始めます。\(last.zone.textWithZone(last.time)) の演奏の続きは --resume を付けたときだけ始まり、記録は \(path) に残してあります。"
        + "続けるには、canon を終了し、ファイル名から「.before」を取り、--resume を付けて起動してください。"
    case .fresh(.unusable(let problem)):
      "最後の演奏の記録を読めないため、最初から始めます。\(problem.text(.japanese))"
    case .notKept(let problem):
      "演奏の記録を \(problem.path) に書き込めません：\(disk(problem.error))。「quit」以外で終わると、前に書き込まれたところからしか続けられません。"
        + "空きを作るか、XDG_STATE_HOME に書き込めるフォルダーを指定してください。"
    case .shared:
      "同じ名前の別の canon が同じ曲を演奏し、その演奏を記録しています。この canon の演奏は記録しません。記録するには、別の --name を付けてください。"
    }
  }

  private func server(_ note: ServerNote) -> String {
    switch note {
    case .stalled(let seconds): "JACK サーバーが\(seconds)秒間停止しています。待っています。"
    case .back: "JACK サーバーがまた動いています。"
    case .noAnswer(let seconds, let database):
      "JACK サーバーが\(seconds)秒間応答していません。応答を待っています。ほかの JACK プログラムにも応答しない場合は、"
        + "すべて終了し、フォルダー \(database) を削除して、サーバーを起動し直してください。"
    case .cannotResume(let problems): "まだ再生を再開できません：\(problems.text(.japanese))"
    case .noStemPorts:
      "ステムの数が JACK の一つのクライアントのポート数を超えています。ポートがあるのはマスターとバスだけです。"
    case .portRefused(let name):
      "JACK が「\(CleanText.clean(name))」のポートを用意できません。この出力とそのあとの出力にはポートがなく、音はマスターだけから出ます。"
        + "JACK のサーバーのポート数を増やすか、ステムかバスを減らしてください。"
    case .noSpeakers: "スピーカーのポートがありません。現れるまで音は聞こえません。"
    case .notConnected(let names):
      "\(list(names.map { "「\($0)」" }))には接続できません。現れたときに接続します。"
    case .nowConnected(let names): "\(list(names.map { "「\($0)」" }))に接続しました。"
    case .notWaitedFor(let names):
      "\(list(names.map { "「\($0)」" }))に接続する出力がなくなったため、もう待ちません。"
    case .deviceLost(let name, let loss): "出力デバイス「\(CleanText.clean(name))」がなくなりました。\(self.loss(loss))"
    case .deviceBack(let name): "出力デバイス「\(CleanText.clean(name))」があります。このデバイスで再生します。"
    case .defaultChanged(let old, let new, let stays):
      "既定の出力デバイスが「\(CleanText.clean(old))」から「\(CleanText.clean(new))」に変わりました。"
        + (stays.map { "canon は「\(CleanText.clean($0))」のままです。--on-device-loss follow を付けると、一緒に変わります。" }
          ?? "このデバイスで再生します。")
    case .keptSettings(let kept):
      "サーバーの設定はそのままです：\(list(kept.map(setting)))。変えるには、サーバーを起動したところで設定してください。"
    case .cardFailed(let card, let said):
      "サウンドカード \(card) を開けませんでした：\(said)。代わりに dummy で演奏するため、音は聞こえません。カードを使っているものを終了するか、"
        + "--device で別のカードを指定して（「canon doctor」で一覧を表示）、canon を起動し直してください。"
    case .cardAway(let card):
      "サウンドカード \(card) がありません。接続すると、そのカードで位相を保って再生を続けます。その間、ほかのカードは使いません。"
    case .registryFreed(let names):
      "JACK の登録簿が強制終了されたサーバーでいっぱいで、動いているサーバーはありません。"
        + "\(list(names.map { "「\($0)」" }))の場所を空けました。"
    case .seeDoctor: "「canon doctor」で xrun の原因を調べられます。"
    }
  }

  private func loss(_ loss: DeviceLoss) -> String {
    switch loss {
    case .pauses: "時計を進めたまま音を止めます。同じデバイスが戻るか、「resume」と入力すると、また再生します。"
    case .holds: "同じデバイスが戻るまで、聞こえないまま再生を続けます。"
    case .follows(let name): "「\(CleanText.clean(name))」で再生します。"
    case .waits: "ほかに出力デバイスがありません。現れるまで、聞こえないまま再生を続けます。"
    }
  }

  private func setting(_ kept: ServerNote.Kept) -> String {
    switch kept {
    case .period(let frames, let asked): "周期は\(frames)フレーム（--period \(asked)）"
    case .rate(let hertz, let asked): "サンプルレートは \(hertz) Hz（--rate \(asked)）"
    case .latencyRate(let hertz, let asked):
      "サンプルレートは \(hertz) Hz（PIPEWIRE_LATENCY=\(asked) のサンプルレートは要求しません）"
    case .device(let asked): "canon が起動したものではないため、デバイスは変わりません（--device \(CleanText.clean(asked))）"
    }
  }
}
