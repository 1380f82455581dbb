/// What the full screen tells of its keys, in Japanese.
extension KeyNote {
  package var japanese: String {
    switch self {
    case .usualKeys: "既定のキーを使います。"
    case .ofAction(let key, let stem, let action):
      "「\(key)」は「\(action.word)」のキーなので、セットの指定どおりに「\(stem)」を押すことはできません。"
    }
  }
}
