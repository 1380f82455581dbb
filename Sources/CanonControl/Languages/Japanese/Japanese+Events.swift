import CanonEngine
import CanonFiles
import CanonSession
import CanonStems

/// What happens, in Japanese.
extension Japanese {
  func line(_ name: String, _ sentence: String) -> String { "\(name)：\(sentence)" }
  func sequence(_ sentences: [String]) -> String { sentences.joined() }

  func place(_ place: MusicalPlace) -> String {
    guard let loop = place.loop else { return "フレーム\(place.frame)" }
    let beat = place.beat.map { "・\($0.bar)小節\($0.beat)拍目" } ?? ""
    return "ループ\(loop)\(beat)（フレーム\(place.frame)）"
  }

  func seconds(_ value: Double) -> String { English.tenths(value) + "秒" }

  func asker(_ name: String) -> String {
    switch name {
    case "input": "標準入力"
    case "keyboard": "キーボード"
    case "mouse": "マウス"
    case "socket": "ソケット"
    case "score": "スコア"
    case "clock": "最初の拍"
    case "recovery": "復旧"
    case "device": "デバイス"
    case "folder": "扉のフォルダー"
    case "group": "グループ"
    case "follow": "フォローアクション"
    case "end": "繰り返しの終わり"
    case "door": "扉"
    default: name
    }
  }

  func reloads(_ place: MusicalPlace, by asker: String) -> String {
    "読み直した内容は\(self.place(place))から有効になります（要求元：\(self.asker(asker))）。"
  }

  func addsFiles(_ place: MusicalPlace) -> String {
    "扉のフォルダーの新しいファイルは\(self.place(place))からステムになります。"
  }

  func added(_ files: [ReloadChanges.AddedFile]) -> String {
    files.map { file in
      "セットに\(quote(file.stem))が加わりました（ファイル：\(quote(file.file))、扉：\(file.zone.textWithZone(file.opens))）。"
    }.joined()
  }

  func reloaded(_ changes: ReloadChanges) -> String {
    var others = changes
    others.playback = nil
    if let playback = changes.playback {
      return plays(playback) + (others.isEmpty ? "" : reloaded(others))
    }
    if changes.isEmpty { return "セット、スケジュール、音声ファイルのどれも変わっていません。" }
    let parts = [("追加", changes.added), ("削除", changes.removed), ("変更", changes.changed)]
      .filter { !$1.isEmpty }.map { "\($0)：\(list($1))" }
    return "セットは今のファイルのとおりになりました" + (parts.isEmpty ? "。" : "（\(parts.joined(separator: "／"))）。")
  }

  var clockStarts: String { "クロックが動き始めます。" }
  var panic: String { "パニック：すべてのステムを停止し、予定された変更を取り消しました。土台は名前で指定して始めてください。" }

  func missed(_ count: Int) -> String { "読み取りが間に合わなかったため、\(count)件のイベントを省きました。" }

  func missedLines(_ count: Int) -> String { "読み取りが間に合わなかったため、\(count)行を省きました。" }

  func loading(_ progress: LoadingProgress.Shown) -> String {
    let slow = progress.slow.map { "。\($0)に時間がかかっています" } ?? ""
    return "読み込み中：\(progress.files)ファイル中\(progress.done)、\(progress.seconds)秒\(slow)"
  }

  func skipped(_ frames: FrameCount, at frame: FramePosition) -> String {
    "フレーム\(frame)でクロックが\(frames)フレーム進みました。音楽は位相を保って続きます。"
  }

  // MARK: - Commands that wait

  func waits(
    _ number: Int, _ command: String, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "\(waiting(number, command))が待っています：\(self.place(place))で受け取られます、あと\(self.seconds(seconds))"
      + "（要求元：\(self.asker(asker))）。"
  }

  func waiting(_ number: Int, _ command: String) -> String { "\(number)番「\(command)」" }

  func waitingCancelled(_ commands: [String], by asker: String) -> String {
    "\(list(commands))を取り消しました（要求元：\(self.asker(asker))）。"
  }

  func waitingEndedByPanic(_ commands: [String]) -> String { "パニックにより\(list(commands))を取り消しました。" }

  func waitingRefused(_ commands: [String], _ reason: String) -> String {
    "\(list(commands))を取り消しました。そのときには拒否されるためです：\(reason)"
  }

  // MARK: - The server

  func connected(_ server: ServerInfo) -> String {
    let own = server.ownBackend.map { backend in
      "\(backend) で canon が起動\(backend == "dummy" ? "、音は出ません" : "")、"
    }
    let place =
      "「\(server.clientName)」として再生しています（\(server.implementation)、サーバー「\(server.name)」、\(own ?? "")"
      + "\(server.sampleRate.hertz) Hz、周期\(server.period)フレーム）。"
    return place
      + (server.connections.isEmpty
        ? "どこにも接続していません：\(server.clientName):master_1 と _2 を接続するまで音は聞こえません。"
        : "接続先は\(list(server.connections))です。")
  }

  func loss(_ loss: ServerLoss) -> String {
    switch loss {
    case .ended: "JACK サーバーが終了しました。"
    case .otherRate: "サーバーのサンプルレートが変わりました。"
    case .disappeared: "JACK サーバーがなくなりました。"
    }
  }

  func lost(_ loss: String) -> String { "\(loss)サーバーを待っています。見つかり次第、音楽を続けます。" }
  func xruns(_ count: Int) -> String { "xrun が\(count)回ありました。" }
  func period(_ frames: Int) -> String { "サーバーの周期が\(frames)フレームになりました。" }
}
