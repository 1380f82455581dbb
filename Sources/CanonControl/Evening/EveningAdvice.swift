import CanonFiles

/// All problems of the file of an evening.
package enum EveningAdvice: TranslatedAdvice {
  case version
  case line
  case end
  case missing
  /// Whose evening it should be.
  case owner(EveningText.Owner)

  package var code: String? { Self.code("evening", self) }

  package var words: Advice {
    let expected =
      switch self {
      case .version: "a saved performance of version \(EveningText.version), which this canon writes"
      case .line: "a line as canon writes it"
      case .end: "\"end\" as the last line"
      case .missing:
        "the time, the rate, the position, and everything else that every saved performance has, within range"
      case .owner(let owner):
        "the performance of \(CleanText.quote(owner.source)), played as \(CleanText.quote(owner.name))"
      }
    return Advice(
      expected: expected, remedy: "Nothing of it is used, and the next performance that is saved replaces it."
    )
  }

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
