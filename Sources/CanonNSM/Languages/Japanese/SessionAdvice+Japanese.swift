import CanonFiles

/// The same problems in Japanese.
extension SessionAdvice {
  package var japanese: Advice {
    switch self {
    case .sources:
      Advice(
        expected: "二重引用符で囲んだパスの配列",
        remedy: "例えば sources = [\"/home/me/music/advent.toml\"] と書いてください。")
    case .options:
      Advice(
        expected: "「canon play」に続く言葉を一つずつ二重引用符で囲んだ配列",
        remedy: "例えば options = [\"--osc\", \"7770\"] と書いてください。")
    case .folder:
      Advice(expected: "二重引用符で囲んだパス", remedy: "例えば folder = \"/home/me/music\" と書いてください。")
    }
  }
}
