/// The order in which people count: `2` before `10`, whatever the language of the machine.
enum NaturalOrder {
  static func precedes(_ one: String, _ other: String) -> Bool {
    let a = parts(one), b = parts(other)
    for (left, right) in zip(a, b) where left != right { return left < right }
    // The same but for leading zeros, or for large and small letters.
    return a.count == b.count ? one < other : a.count < b.count
  }

  /// A number, or a text between numbers.
  private enum Part: Comparable {
    /// Without leading zeros: the longer one is the larger one.
    case number(length: Int, digits: String)
    case text(String)
  }

  private static func parts(_ name: String) -> [Part] {
    var parts: [Part] = []
    var rest = name.lowercased()[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let run = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      rest = rest.dropFirst(run.count)
      if isNumber {
        let digits = run.drop { $0 == "0" }
        parts.append(.number(length: digits.count, digits: String(digits)))
      } else {
        parts.append(.text(String(run)))
      }
    }
    return parts
  }
}
