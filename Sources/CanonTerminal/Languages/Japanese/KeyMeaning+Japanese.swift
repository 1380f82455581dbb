/// What keys do, in Japanese.
extension KeyMeaning {
  var japanese: String {
    switch self {
    case .action(let action): action.japanese
    case .seek(let isBack, let seconds): "音楽を\(seconds)秒\(isBack ? "戻" : "進め")\(isBack ? "し" : "")ます。"
    case .stem: "キーの横にあるステムを押します。"
    case .stemNow: "すぐに押します。Alt とそのキーでも同じです。"
    case .click: "マウスの下のステムを押します。メーターかゲインの上では選びます。"
    }
  }
}

extension KeyAction {
  fileprivate var japanese: String {
    switch self {
    case .selectNext: "次のステムを選びます。"
    case .selectPrevious: "前のステムを選びます。"
    case .selectFirst: "最初のステムを選びます。"
    case .selectLast: "最後のステムを選びます。"
    case .pageDown: "1ページ下に移ります。"
    case .pageUp: "1ページ上に移ります。"
    case .press: "選んだステムを押します：待機、ミュート、その解除、または予定された変更の取り消しです。"
    case .pressNow: "選んだステムを、境界を待たずにすぐに押します。"
    case .mute: "選んだステムをミュートするか、解除します。"
    case .muteNow: "選んだステムをすぐにミュートするか、解除します。"
    case .solo: "選んだステムをソロにするか、解除します。"
    case .stop: "選んだステムを停止します。"
    case .stopNow: "選んだステムをすぐに停止します。"
    case .cancel: "選んだステムの予定された変更を取り消します。"
    case .undo: "最後の変更を元に戻します。"
    case .pause: "演奏を一時停止するか、解除します。"
    case .panic: "パニック：すぐに無音にし、すべてのステムを停止します。"
    case .gainUp: "選んだステムの音量を 1 dB 上げます。"
    case .gainDown: "選んだステムの音量を 1 dB 下げます。"
    case .panLeft: "選んだステムを左に 0.1 動かします。"
    case .panRight: "選んだステムを右に 0.1 動かします。"
    case .masterUp: "マスター（全体の和）の音量を 1 dB 上げます。"
    case .masterDown: "マスターの音量を 1 dB 下げます。"
    case .masterMute: "マスターを無音にするか、元に戻します。"
    case .nextScene: "次の区間に移るか、次のシーンを実行します。"
    case .previousScene: "前の区間に移るか、前のシーンを実行します。"
    case .seekForward: "音楽を10秒進めます。"
    case .seekBack: "音楽を10秒戻します。"
    case .seekStart: "最初から演奏します：音楽を始めに移します。"
    case .doors: "扉と、それが開く時を表示します。"
    case .help: "キーを表示するか、隠します。"
    case .commandLine: "コマンド行を開きます。"
    case .redraw: "画面を描き直します。"
    case .quit: "演奏を終えます。"
    }
  }
}
