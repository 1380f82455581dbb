import CanonControl
import CanonFiles
import CanonJack
import CanonSchedule

/// The same findings in Japanese.
extension Finding {
  package var japanese: String {
    switch self {
    case .realtime(let priority): return "リアルタイム優先度を使えます\(priority.map { "（\($0) まで）" } ?? "")。"
    case .noRealtime(let rights):
      return "このユーザーはリアルタイム優先度を使えないため、負荷が高いと音が途切れます。" + rights.japaneseAdvice
    case .lockable(let limit):
      return limit.map { "サンプルを \(Self.size($0)) までメモリーに固定できます。" } ?? "すべてのサンプルをメモリーに固定できます。"
    case .littleLocked(let limit, let needed, let rights):
      return "メモリーに固定できるのは \(Self.size(limit)) だけですが、このセットのサンプルには \(Self.size(needed)) が必要です。"
        + "メモリーが足りなくなるとスワップされ、音が途切れます。" + rights.japaneseAdvice
    case .fastClock: return "省電力のために遅く動いているプロセッサーはありません。"
    case .slowClock(let governors):
      return "プロセッサーが省電力の設定（\(governors.joined(separator: "、"))）のため、必要なときに遅いことがあります。本番では速く動かしてください。"
    case .time(let now, let zone): return "時計は \(zone.textWithZone(now)) を指し、同期しています。"
    case .timeWrong(let now, let zone):
      return "時計は \(zone.textWithZone(now)) を指していますが、それはあり得ません。開いたところを見ていない扉は閉じたままです。"
        + "時計を合わせるか、ネットワークで合わせてください。"
    case .timeUnsynchronised(let now, let zone):
      return "時計は \(zone.textWithZone(now)) を指していますが、同期していません。時刻が違う場合は、ネットワークで合わせてください。"
    case .disk(let path, let free): return "\(path)：空きは \(Self.size(free)) です。"
    case .littleDisk(let path, let free):
      return "\(path)：空きが \(Self.size(free)) しかありません。ジャーナルや書き出しでいっぱいになるかもしれません。不要なものを削除してください。"
    case .fullDisk(let path):
      return "\(path)：ディスクに空きがないため、ジャーナルも扉の記憶も書き込めません。不要なものを削除してください。"
    case .closedFolder(let path):
      return "\(path)：このユーザーは書き込めないため、ジャーナルも扉の記憶も書き込めません。書き込めるフォルダーを XDG_STATE_HOME に指定するか、権限を変えてください。"
    case .server(let facts):
      return "\(Self.japaneseSetup(facts))が\(facts.name.map { "「\($0)」として" } ?? "")動いています。"
    case .pipeWire(let facts?): return "\(Self.japaneseSetup(facts))が動いていて、canon はこれを使います。"
    case .pipeWire(nil): return "PipeWire が動いていて、canon はこれを使います。設定は調べられませんでした。"
    case .privateServer(let device?):
      return "サーバーは動いていません。canon は再生の間、サウンドカード \(device.description) で専用のサーバーを起動します。"
    case .privateServer(nil): return "サーバーは動いておらず、専用のサーバーが使えるサウンドカードもありません。canon は無音で演奏します。"
    case .serverProblem(let problem): return problem.text(.japanese)
    case .outputs(let names): return "物理出力が\(names.count)個あります：\(names.joined(separator: "、"))。"
    case .noOutputs:
      return "サーバーに物理出力がないため、音は聞こえません。サウンドカードを接続するか、サウンドカードでサーバーを起動してください。"
    case .notConnected: return "再生中の canon のうち、どこにも接続されていないものがあります。パッチベイでマスターを接続するか、--connect を付けて起動してください。"
    case .registry(let count): return "JACK の登録簿には空きがあります（\(ServerRegistry.capacity)個のうち\(count)個を使用中）。"
    case .registryOfDead:
      return "JACK の登録簿が強制終了されたサーバーでいっぱいです。canon がサーバーを起動するときに空けます（自己診断のサーバーも含みます）。"
    case .registryFull(let registry): return registry.text(.japanese)
    case .registryFreed(let names):
      return "自己診断のサーバーのために JACK の登録簿の場所が必要で、動いているサーバーがなかったため、"
        + "\(names.map { "「\(CleanText.clean($0))」" }.joined(separator: "、"))の場所を空けました。"
    case .cards(let devices, let taken):
      return "サウンドカード：\(devices.map(\.description).joined(separator: "、"))。"
        + (taken.map { "専用のサーバーは \($0.address) を使います。--device で別のものを指定できます。" }
          ?? "指定がなければ専用のサーバーはどれも使いません。--device で指定してください。")
    case .noCards: return "再生できるサウンドカードはありません。"
    case .set(let title, let stems, let bytes, let available):
      return "\(CleanText.clean(title))：ステムは\(stems)個、サンプルは \(Self.size(bytes)) です"
        + (available.map { "（使えるメモリーは \(Self.size($0))）" } ?? "") + "。"
    case .setTooLarge(let title, let bytes, let available):
      return "\(CleanText.clean(title))：サンプルに \(Self.size(bytes)) が必要ですが、使えるメモリーは \(Self.size(available)) です。"
        + "ほかのプログラムを終了するか、16ビットのファイルにするか、ステムを減らしてください。"
    case .source(let problems): return problems.map { $0.text(.japanese) }.joined()
    case .zone(let zone, let moments): return "\(zone.name)：扉の\(moments)個の時刻について、canon とシステムの規則は一致しています。"
    case .zoneDiffers(let zone, let differences):
      let list = differences.prefix(3).map {
        "「\($0.stemID)」の \(zone.text($0.instant))（\(($0.system - $0.own) / 60)分）"
      }
      return "\(zone.name)：システムの規則が canon と違います：\(list.joined(separator: "、"))"
        + (differences.count > 3 ? "、ほか\(differences.count - 3)件" : "")
        + "。この機械のほかの時計は、扉の時刻を同じには示しません。規則を更新してください。"
    case .zoneUnknown(let zone): return "\(zone.name)：システムがこのタイムゾーンを知らないため、規則を比べられませんでした。canon には自前の規則があります。"
    case .selfTest(let figures): return figures.japanese
    case .selfTestFailed(let problem): return problem.japanese
    }
  }

  private static func japaneseSetup(_ facts: ServerFacts) -> String {
    "\(facts.implementation)（\(facts.sampleRate) Hz、周期\(facts.period)フレーム、レイテンシー \(milliseconds(facts)) ms、"
      + "\(facts.isRealtime ? "リアルタイム" : "非リアルタイム")）"
  }
}

extension Rights {
  fileprivate var japaneseAdvice: String {
    needsNothing
      ? "権限は与えられています（\(Self.limitsFile)、グループ audio）。一度ログアウトするか、システムのユニットで LimitRTPRIO と LimitMEMLOCK を設定してください。"
      : "次のコマンドを実行し、一度ログアウトしてください。"
  }
}

extension Finding.Level {
  package var japanese: String {
    switch self {
    case .well: "正常"
    case .note: "参考"
    case .warning: "警告"
    case .wrong: "異常"
    }
  }
}
