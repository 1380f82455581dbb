import CanonSession

/// The full screen in Japanese.
extension Japanese {
  func hint(_ hint: ScreenHint) -> String {
    switch hint {
    case .press: "押す"
    case .help: "ヘルプ"
    case .quit: "終了"
    case .command: "コマンド"
    case .doors: "扉"
    case .mute: "ミュート"
    case .solo: "ソロ"
    case .stop: "停止"
    case .undo: "元に戻す"
    }
  }

  var quitQuestion: [String] { [" 終了しますか。音楽が止まります。  y はい  n いいえ ", " 終了？  y はい  n いいえ ", " 終了？ y n "] }
  var typing: [String] { ["Enter 実行   Tab 補完   Esc 取り消し", "Enter  Tab  Esc"] }

  func title(_ overlay: ScreenOverlay) -> String {
    switch overlay {
    case .keys: "キー"
    case .words: "コマンド"
    case .doors: "扉"
    case .ports: "接続"
    case .pairing: "ブラウザー"
    case .status: "状態"
    }
  }

  func range(_ range: String, of count: Int) -> String { "\(range)/\(count)" }

  func previewMark(_ day: String) -> [String] { ["プレビュー：\(day)", "プレビュー"] }
  var frozenMark: String { "停止中" }
  func pauseMark(isPartly: Bool) -> String { isPartly ? "一部を一時停止中" : "一時停止中" }

  // MARK: - The loop

  var clockStandsStill: String { "クロックはまだ動いていません。" }
  var loopLabel: String { "ループ" }
  var barLabel: String { "小節" }
  var beatLabel: String { "拍" }
  func beats(_ count: Int64) -> String { "\(count)拍" }

  func nextLoop(beats: Int64?, seconds: String) -> [String] {
    guard let beats else { return ["次のループまで\(seconds)", seconds, ""] }
    let count = self.beats(beats)
    return ["次のループまで\(count)、\(seconds)", "\(count)、\(seconds)", seconds, ""]
  }

  func namedSection(_ title: String, then next: String?) -> [String] {
    (next.map { ["\(title)、次は \($0)"] } ?? []) + [title]
  }

  var hereWhenTheServerWent: [String] { ["サーバーがなくなった位置", "サーバーなし", ""] }

  // MARK: - The piece

  func pieceField(_ name: PieceName) -> [String] {
    ["\(name.count)曲中\(name.number)曲目", "\(name.number)/\(name.count)"]
  }

  func pieceTime(elapsed: String, left: String?) -> [String] {
    [elapsed + (left.map { "、残り \($0)" } ?? "")]
  }

  func programmeTime(_ title: String?, elapsed: String, left: String?) -> [String] {
    let rest = left.map { "、残り \($0)" } ?? ""
    return (title.map { ["プログラム「\($0)」 \(elapsed)\(rest)"] } ?? [])
      + ["プログラム \(elapsed)\(rest)"] + (left.map { ["プログラム残り \($0)"] } ?? [])
  }

  var nextPieceLabel: String { "次の曲：" }

  // MARK: - Stems and the master

  func stems(_ range: String?) -> String { "ステム" + (range.map { " \($0)" } ?? "") }
  var stateLabel: String { "状態" }
  func nextLabel(inBeats: Bool) -> String { inBeats ? "次（拍）" : "次" }
  var gainLabel: String { "ゲイン" }
  func shutMark(isForGood: Bool) -> String { isForGood ? "終了" : "閉" }
  var pausedStem: String { "休止中" }
  var unreadableStem: String { "エラー" }
  var baseMark: String { "土台" }
  func asked(by asker: String) -> [String] { ["要求元：\(self.asker(asker))", self.asker(asker)] }
  var cued: [String] { ["キューのバス", "キュー"] }
  func soloed(alone: Bool) -> [String] { alone ? ["土台なしのソロ", "ソロ"] : ["ソロ"] }

  func clips(_ count: Int) -> [String] {
    count == 0 ? ["クリップなし", "なし"] : ["クリップ\(count)回", "\(count)回"]
  }

  func level(peak: String, rms: String) -> [String] { ["ピーク \(peak)   RMS \(rms)", "ピーク \(peak)", ""] }

  // MARK: - The server

  func alert(_ alert: ScreenAlert) -> [String] {
    switch alert {
    case .serverAway: ["サーバーがありません。見つかり次第、音楽を続けます。", "サーバーなし", "無音"]
    case .loading(let progress):
      [
        loading(progress), "読み込み中 \(progress.done)/\(progress.files)",
        "\(progress.done)/\(progress.files)",
      ]
    case .noServerYet: ["サーバーがまだ見つかりません。", "サーバーなし", "無音"]
    case .notConnected: ["接続先がないため、音は聞こえません。", "音は聞こえません", "無音"]
    case .noSoundCard: ["canon が起動したサーバーにサウンドカードがないため、音は聞こえません。", "音は聞こえません", "無音"]
    }
  }

  var waitsForServer: String { "JACK サーバーを待っています" }
  func periodField(_ frames: Int) -> String { "\(frames)フレーム" }
  func loadField(_ percent: String) -> String { "負荷 \(percent) %" }
  func xrunsField(_ count: Int) -> String { count == 0 ? "xrun なし" : "xrun \(count)回" }
  func serverField(_ name: String) -> String { "サーバー「\(name)」" }
  func clientField(_ name: String) -> String { "クライアント「\(name)」" }
  func startedByCanon(on backend: String) -> String { "\(backend) で canon が起動" }
}
