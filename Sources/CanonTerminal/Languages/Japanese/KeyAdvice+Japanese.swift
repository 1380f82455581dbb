import CanonFiles

/// The same problems in Japanese.
extension KeyAdvice {
  package var japanese: Advice {
    let ownKey = "一つのことだけをするキー"
    return switch self {
    case .confirmQuit:
      Advice(
        expected: "true か false", remedy: "音が鳴っている間の確認が不要なら confirm_quit = false と書いてください。")
    case .seekSeconds:
      Advice(
        expected: "1から\(KeyTable.mostSeekSeconds)までの秒数（整数）", remedy: "例えば seek_seconds = 5 と書いてください。")
    case .keys:
      Advice(
        expected: "操作とそのキーの表", remedy: "[keys] と書き、その下に例えば press = [\"enter\"] と書いてください。")
    case .stems:
      Advice(
        expected: "keys と now の表", remedy: "[stems] と書き、その下に例えば keys = \"1234567890\" と書いてください。")
    case .actionAboveKeys(let known):
      Advice(
        expected: known.map { "「\($0)」" }.joined(separator: "、") + "のどれか",
        remedy: "操作は [keys] より下のものです。行を移してください。")
    case .keysOfAction:
      Advice(
        expected: "キーの名前20個までの配列",
        remedy: "例えば [\"enter\", \"p\"] と書いてください。キーなしなら [] です。")
    case .unknownKey(let name): unknown(name)
    case .keyOfTwo(let key, let other, let left):
      Advice(
        found: "「\(other.word)」のキーでもある\(quote(key.name))", expected: ownKey,
        remedy: remedy(for: other, left: left))
    case .stemKeys:
      Advice(
        expected: "見える文字をステムごとに一つ、それぞれ1回だけ", remedy: "例えば keys = \"1234567890wert\" と書いてください。")
    case .stemKeysNow:
      Advice(
        expected: "見える文字をそれぞれ1回だけ、なしなら空白",
        remedy: "ステムのキーを Shift とともに押したときの文字を、順に書いてください（例：\"!@#$%^&*()WERT\"）。")
    case .twice(let key, let isNow):
      with((isNow ? Self.stemKeysNow : .stemKeys).japanese, found: "2回ある\(quote(String(key)))")
    case .keyOfAction(let key):
      Advice(
        found: "操作のキーでもある\(quote(String(key)))", expected: ownKey,
        remedy: "ステムに別のキーを使うか、[keys] より下で操作に別のキーを与えてください。")
    case .moreThanKeys(let count):
      Advice(
        found: "\(count)個のキー", expected: "ステムのキーの数まで", remedy: Self.stemKeysNow.japanese.remedy)
    case .alsoPresses(let key):
      Advice(
        found: "ステムを押すキーでもある\(quote(String(key)))", expected: ownKey,
        remedy: Self.stemKeysNow.japanese.remedy)
    }
  }

  private func unknown(_ name: String) -> Advice {
    guard Self.isControl(name) else {
      return Advice(
        expected:
          "見える文字、\(Key.words.map(\.word).joined(separator: "、"))、f1 から f\(Key.functionCount)、"
          + "ctrl- と英字、または alt- と文字",
        remedy: Self.nearest(to: name).map { "「\($0)」のことですか。" } ?? "キーの名前を直してください。")
    }
    return Advice(
      expected: "ctrl- と \(Key.controlLetters) のどれか",
      remedy: "ほかの英字は、独立したキーとして端末のプログラムに届きません。別のキーを使ってください。")
  }

  private func remedy(for other: KeyAction, left: [Key]?) -> String {
    guard let left else { return "どちらかから削除してください。" }
    if left.isEmpty { return "別のキーを使うか、「\(other.word)」に別のキーを与えてください。" }
    let names = left.map { "\"\($0.name)\"" }.joined(separator: ", ")
    return "別のキーを使うか、「\(other.word)」に残りのキーだけを与えてください：\(other.word) = [\(names)]。"
  }

  private func quote(_ text: String) -> String { "「\(CleanText.clean(text))」" }
}
