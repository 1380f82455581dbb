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

  // MARK: - States

  func pending(
    _ state: StemState, then next: StemState, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String {
    "\(now(state))。\(self.place(place))で\(verb(next))、あと\(self.seconds(seconds))（要求元：\(self.asker(asker))）。"
  }

  func since(_ state: StemState, _ place: MusicalPlace) -> String { "\(self.place(place))から\(now(state))です。" }
  func state(_ state: StemState) -> String { "\(now(state))です。" }
  func nothingPending(_ state: StemState) -> String { "\(now(state))です。予定された変更はありません。" }
  func unchanged(_ sentence: String) -> String { "変更なし：\(sentence)" }
  var boundaryTooFar: String { "その境界は遠すぎます。" }

  private func now(_ state: StemState) -> String {
    switch state {
    case .stop: "停止中"
    case .wait: "待機中"
    case .play: "再生中"
    case .mute: "ミュート中"
    }
  }

  private func verb(_ state: StemState) -> String {
    switch state {
    case .stop: "停止します"
    case .wait: "待機します"
    case .play: "再生します"
    case .mute: "ミュートします"
    }
  }

  // MARK: - Changes

  private func from(_ place: MusicalPlace?) -> String { place.map { "\(self.place($0))から" } ?? "" }

  func level(_ gain: Decibels?, _ pan: Pan?, from place: MusicalPlace?, over seconds: Double?) -> String {
    from(place) + (seconds.map { "\(self.seconds($0))かけて" } ?? "")
      + list([gain.map { "ゲイン \($0.value) dB" }, pan.map { "パン \($0.value)" }].compactMap(\.self)) + "。"
  }

  func solo(_ mode: SoloMode, from place: MusicalPlace?) -> String {
    switch mode {
    case .off: "\(from(place))ソロを解除します。"
    case .on: "\(from(place))ソロにします。"
    case .alone: "\(from(place))土台なしのソロにします。"
    }
  }

  func replaced(_ file: String, from place: MusicalPlace?) -> String { "\(from(place))「\(file)」を再生します。" }

  func reloads(_ place: MusicalPlace, by asker: String) -> String {
    "読み直した内容は\(self.place(place))から有効になります（要求元：\(self.asker(asker))）。"
  }

  func begins(_ piece: PieceName, at place: MusicalPlace, by asker: String) -> String {
    "\(piece.count)曲中\(piece.number)曲目「\(piece.title)」が\(self.place(place))から始まります（要求元：\(self.asker(asker))）。"
  }

  func begins(_ piece: PieceName) -> String {
    "\(piece.count)曲中\(piece.number)曲目「\(piece.title)」が始まります。"
  }

  func piece(_ piece: PieceStatus) -> String {
    let left = piece.remaining.map { "、残り：\(RecordStatus.clock($0))" } ?? ""
    let all = piece.programmeRemaining.map { "、残り：\(RecordStatus.clock($0))" } ?? ""
    return "\(piece.name.count)曲中\(piece.name.number)曲目、経過：\(RecordStatus.clock(piece.elapsed))\(left)。"
      + (piece.next.map { "次の曲：「\($0)」。" } ?? "")
      + "プログラム\(piece.programme.map { "「\($0)」" } ?? "")、経過：\(RecordStatus.clock(piece.programmeElapsed))\(all)。"
  }

  func addsFiles(_ place: MusicalPlace) -> String {
    "扉のフォルダーの新しいファイルは\(self.place(place))からステムになります。"
  }

  func added(_ files: [ReloadChanges.AddedFile]) -> String {
    files.map { file in
      "セットに\(quote(file.stem))が加わりました（ファイル：\(quote(file.file))、扉：\(file.zone.textWithZone(file.opens))）。"
    }.joined()
  }

  func plays(_ playback: Playback, from place: MusicalPlace, by asker: String) -> String {
    "\(self.place(place))から、\(named(playback))鳴ります（要求元：\(self.asker(asker))）。"
  }

  func plays(_ playback: Playback) -> String { "音楽は\(named(playback))鳴っています。" }

  private func named(_ playback: Playback) -> String {
    let tempo =
      switch playback.tempo {
      case .original: "自身のテンポで"
      case .percent: "自身のテンポの\(playback.tempo)で"
      case .beats: "テンポ\(playback.tempo)で"
      }
    let cents = playback.key.cents
    let key =
      if cents == 0 { "自身の調のまま" } else if cents % 100 == 0 {
        "\(abs(cents / 100))半音\(cents > 0 ? "高く" : "低く")"
      } else { "\(abs(cents))セント\(cents > 0 ? "高く" : "低く")" }
    return "\(tempo)、\(key)"
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

  func seeks(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))に移ります（要求元：\(self.asker(asker))）。"
  }

  func plays(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?, by asker: String) -> String
  {
    if let next { return "\(place(until))から\(place(next))に移ります（要求元：\(self.asker(asker))）。" }
    return "\(place(from))から\(place(until))までを繰り返します（要求元：\(self.asker(asker))）。「section off」で先へ進みます。"
  }

  func repeatsNothing(by asker: String) -> String {
    "繰り返しを終え、先へ進みます（要求元：\(self.asker(asker))）。"
  }

  func section(_ from: MusicalPlace, until: MusicalPlace, then next: MusicalPlace?) -> String {
    next.map { "\(place(until))から\(place($0))に移ります。" } ?? "\(place(from))から\(place(until))までを繰り返しています。"
  }

  func entered(_ title: String) -> String { "区間\(quote(title))が始まりました。" }

  func section(_ title: String, then next: String?) -> String {
    "区間\(quote(title))" + (next.map { "、次は\(quote($0))" } ?? "") + "。"
  }

  func listens(_ isOn: Bool) -> String {
    isOn ? "音楽で無音の間、キューのバスで聞こえます。" : "キューのバスではもう聞こえません。"
  }

  func sends(to bus: String, _ gain: Decibels) -> String {
    gain == .silence ? "\(bus)にはもう送りません。" : "\(bus)に\(gain.value) dBで送ります。"
  }

  func click(_ isOn: Bool, by asker: String) -> String {
    (isOn ? "キューのバスでクリックを鳴らします" : "クリックをやめます") + "（要求元：\(self.asker(asker))）。"
  }

  func countIn(_ bars: Int?, by asker: String) -> String {
    (bars.map { "無音からの開始の前にクリックを\($0)小節鳴らします" } ?? "無音からの開始の前にカウントインを置きません")
      + "（要求元：\(self.asker(asker))）。"
  }

  var stemIsCued: String { "キューのバスで聞こえます。" }
  var clickIsOn: String { "クリックが鳴っています。" }
  func countIn(_ bars: Int) -> String { "カウントイン：\(bars)小節。" }

  func marked(_ number: Int, _ place: MusicalPlace, by asker: String) -> String {
    "マーク\(number)は\(self.place(place))です（設定：\(self.asker(asker))）。「goto mark \(number)」でそこに移ります。"
  }

  func unmarked(_ number: Int, by asker: String) -> String {
    "マーク\(number)を消しました（\(self.asker(asker))）。"
  }

  func mark(_ number: Int, _ place: MusicalPlace) -> String { "マーク\(number)：\(self.place(place))。" }

  func elapsed(_ seconds: Double, ofLoop left: Double) -> String {
    "経過：\(RecordStatus.clock(seconds))。ループの残り：\(self.seconds(left))。"
  }

  func freezes(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))で止まっています（要求元：\(self.asker(asker))）。"
  }

  func goesOn(_ place: MusicalPlace, by asker: String) -> String {
    "音楽が\(self.place(place))からまた進みます（要求元：\(self.asker(asker))）。"
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

  // MARK: - Pauses

  func paused(_ isOn: Bool) -> String { "一時停止\(isOn ? "" : "を解除")しました。" }
  func performancePaused(_ isOn: Bool) -> String { "演奏\(isOn ? "を" : "の")\(paused(isOn))" }

  func pausing(_ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String) -> String {
    "\(self.place(place))で一時停止\(isOn ? "" : "を解除")します、あと\(self.seconds(seconds))"
      + "（要求元：\(self.asker(asker))）。"
  }

  func performancePausing(
    _ isOn: Bool, at place: MusicalPlace, in seconds: Double, by asker: String
  ) -> String { "演奏全体：\(pausing(isOn, at: place, in: seconds, by: asker))" }

  func pauseUnchanged(_ isOn: Bool) -> String { unchanged(isOn ? "すでに一時停止中です。" : "一時停止していません。") }
  func performancePauseUnchanged(_ isOn: Bool) -> String { "演奏全体：\(pauseUnchanged(isOn))" }

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

/// `status` in Japanese.
extension Japanese {
  func now(_ title: String, at place: MusicalPlace) -> String { "\(title)：現在位置は\(self.place(place))です。" }
  func noServer(_ title: String) -> String { "\(title)：サーバーがありません。見つかり次第、音楽を続けます。" }
  var musicIsFrozen: String { "音楽は止まっています。「resume」でまた進みます。" }
  var performanceIsPaused: String { "一時停止中：クロックは動いています。「resume」でまた聞こえます。" }

  func cycle(loops: Int64?, seconds: Double) -> String {
    let length = self.seconds(seconds)
    return "共通周期：\(loops.map { "\($0)ループ（\(length)）" } ?? length)。"
  }

  var cycleTooLong: String { "共通周期：クロックの範囲を超えます。" }

  func next(_ value: String, from place: MusicalPlace?) -> String { "（\(when(place))\(value)）" }

  private func when(_ place: MusicalPlace?) -> String {
    place.map { "\(self.place($0))から " } ?? "まだ受け取られていません："
  }

  func master(_ gain: String) -> String { "ゲイン \(gain)。" }
  func levels(gain: String, pan: String) -> String { "ゲイン \(gain)、パン \(pan)。" }
  func solo(_ mode: String) -> String { "ソロ \(mode)。" }
  func file(_ name: String) -> String { "ファイル：\(name)。" }
  func nextFile(_ name: String, from place: MusicalPlace?) -> String { "次のファイル：\(when(place))\(name)。" }

  func requested(_ state: StemState) -> String {
    let change =
      switch state {
      case .stop: "停止"
      case .wait: "待機"
      case .play: "再生"
      case .mute: "ミュート"
      }
    return "\(change)はまだ受け取られていません。"
  }

  var stemIsPaused: String { "一時停止中。" }

  func stemPauses(_ isOn: Bool, at place: MusicalPlace?) -> String {
    let state = isOn ? "" : "一時停止中。"
    let change = isOn ? "一時停止" : "解除"
    return state + (place.map { "\(self.place($0))で\(change)します。" } ?? "\(change)はまだ受け取られていません。")
  }

  func ends(at place: MusicalPlace) -> String { "\(self.place(place))で終わります。" }
  func follows(at place: MusicalPlace) -> String { "\(self.place(place))でフォローアクション。" }
  var stemIsBase: String { "土台。" }
  var stemIsUnreadable: String { "音声ファイルを読めません。" }
}
