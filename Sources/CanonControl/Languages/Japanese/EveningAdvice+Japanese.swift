import CanonFiles

/// The same problems in Japanese.
extension EveningAdvice {
  package var japanese: Advice {
    let expected =
      switch self {
      case .version: "この canon が書くバージョン\(EveningText.version)の演奏の記録"
      case .line: "canon が書いたままの行"
      case .end: "最後の行「end」"
      case .missing: "時刻、サンプルレート、位置など、どの記録にもある行と範囲内の値"
      case .owner(let owner):
        "\(CleanText.quote(owner.source)) を \(CleanText.quote(owner.name)) として演奏した記録"
      }
    return Advice(expected: expected, remedy: "この記録は一切使わず、次の演奏の記録に置き換えます。")
  }
}
