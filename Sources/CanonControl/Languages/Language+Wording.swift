import CanonFiles

extension Language {
  public var wording: any Wording {
    switch self {
    case .english: English()
    case .japanese: Japanese()
    }
  }
}
