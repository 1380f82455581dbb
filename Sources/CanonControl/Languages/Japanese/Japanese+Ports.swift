import CanonFiles
import CanonSession

/// What goes where, in Japanese.
extension Japanese {
  var noPorts: String { "JACK サーバーがないため、何も接続されていません。サーバーが見つかり次第、接続を元に戻します。" }

  func connection(_ input: String, _ origin: PortMap.Origin) -> String {
    "\(quotePort(input))（\(word(origin))）"
  }

  func quotePort(_ port: String) -> String { "「\(CleanText.clean(port))」" }

  private func word(_ origin: PortMap.Origin) -> String {
    switch origin {
    case .rule(.option, _): "--connect"
    case .rule(.file, _): "patch.toml"
    case .rule(.set, _): "セット"
    case .rule(.usual, _): "既定"
    case .person: "手動で接続"
    }
  }

  func connections(left: [String], right: [String]) -> String {
    func text(_ inputs: [String]) -> String { inputs.isEmpty ? "接続なし" : list(inputs) }
    return "左は\(text(left))、右は\(text(right))。"
  }

  func cut(left: [String], right: [String]) -> String {
    let cuts = [("左", left), ("右", right)].filter { !$1.isEmpty }
    return "手動で切断：" + cuts.map { "\($0)は\(list($1))" }.joined(separator: "、") + "。"
  }

  func unconnected(_ ids: [String]) -> String { "接続されていない出力：\(list(ids))。" }

  func waitsFor(_ target: String, for outputs: [String]) -> String {
    "\(list(outputs))の接続先\(target)を待っています。"
  }

  func waits(for targets: [String]) -> [String] {
    if targets.isEmpty { return [] }
    let names = targets.map(quotePort)
    return ["接続先\(list(names))を待っています", "\(names[0])を待っています", "接続先を待っています"]
  }

  func planWritten(_ path: String) -> String {
    "\(path) に接続を書き込みました。これは patch.toml です。最初の行を [patch] にすると、セットの表として使えます。"
  }

  func omitted(_ target: String, of output: String) -> String {
    "\(output)は\(quotePort(target))を待っていますが、この出力は個々のポートで書いたため、ファイルには含めていません。"
  }
}
