import CanonFiles

/// The same reasons in Japanese.
extension OSCFormatProblem {
  package var japanese: String {
    switch self {
    case .length(let count): "OSC のパケットは4の倍数のバイト数です（\(count)バイトでした）。"
    case .noAddress: "OSC のパケットは「/アドレス」か「#bundle」で始まります。"
    case .noTypes: "OSC のメッセージの型は「,sf」のようにコンマで始まります。"
    case .short: "OSC のパケットが値の途中で終わっています。"
    case .notText: "OSC のパケットの文字列が UTF-8 ではありません。"
    case .type(let tag): "OSC の型「\(tag)」は canon にはわかりません。"
    case .tooDeep: "バンドルの入れ子は\(OSCReader.deepest)段までです。"
    case .tooMany: "一つのパケットに入るメッセージは\(OSCReader.mostMessages)個までです。"
    }
  }
}
