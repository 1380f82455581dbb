/// The same problem in Japanese.
extension ServerRegistry {
  package var japanese: String {
    let names = servers.map { "「\($0.name)」" + ($0.isAlive ? "" : "（強制終了）") }
    let remedy =
      hasLiving
      ? "強制終了されたサーバーと同じ名前のサーバーを起動して終了するか、動いているサーバーを終了してください。"
      : "\(Self.path) を削除してください。"
    return "JACK の登録簿には\(Self.capacity)個のサーバーしか入らず、空きがありません：\(names.joined(separator: "、"))。\(remedy)"
  }
}
