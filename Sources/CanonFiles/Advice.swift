/// What was expected of a file, and the remedy, as data: each language has its own words for it.
public protocol FileAdvice: Error, Hashable, Sendable {
  /// In English.
  var words: Advice { get }
  /// A stable word for programs, the same in every language, as `schedule.needs-circle`; nil if there is none.
  var code: String? { get }
}

extension FileAdvice {
  /// The code of an enumeration's case.
  /// - Parameter value: The case.
  package static func code(_ topic: String, _ value: Any) -> String {
    let name = Mirror(reflecting: value).children.first?.label ?? "\(value)"
    return topic + "." + name.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }
}

/// An advice with words of its own for each language: one of a module above the languages' (CanonControl).
public protocol TranslatedAdvice: FileAdvice {
  var japanese: Advice { get }
}

extension TranslatedAdvice {
  public func words(_ language: Language) -> Advice {
    switch language {
    case .english: words
    case .japanese: japanese
    }
  }
}

/// The words of an advice: the parts of a message that do not depend on the place.
public struct Advice: FileAdvice {
  /// Instead of the value that was found, if it takes words to say it.
  public var found: String?
  /// Without a full stop.
  public var expected: String
  /// Whole sentences.
  public var remedy: String

  public init(found: String? = nil, expected: String, remedy: String) {
    (self.found, self.expected, self.remedy) = (found, expected, remedy)
  }

  public var words: Advice { self }
  public var code: String? { nil }
}

/// Any advice; two are equal if they are the same in English.
public struct AnyAdvice: FileAdvice {
  public let base: any FileAdvice

  public init(_ base: some FileAdvice) { self.base = (base as? AnyAdvice)?.base ?? base }

  public var words: Advice { base.words }
  public var code: String? { base.code }

  public static func == (a: AnyAdvice, b: AnyAdvice) -> Bool { a.words == b.words }
  public func hash(into hasher: inout Hasher) { hasher.combine(words) }
}

extension FileAdvice {
  /// In English: `found FOUND, expected EXPECTED. REMEDY`.
  /// - Parameter value: What was found; nil if the advice has words for it, or nothing was.
  public func sentence(found value: String?) -> String {
    let words = words
    let found = (value ?? words.found).map { "found \($0), " } ?? ""
    return "\(found)expected \(words.expected). \(words.remedy)"
  }
}
