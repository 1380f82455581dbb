import CanonEngine

/// The numbers that a parameter accepts.
public struct NumberRange: Hashable, Sendable {
  /// Its name in a usage line, as `DECIBELS`.
  public let placeholder: String
  /// `a number of decibels`
  package let noun: String
  public let range: ClosedRange<Double>
  /// `dB`; nil for a plain number.
  public let unit: String?
  public let isWhole: Bool
  /// The meaning of the two ends, if they have one.
  package let ends: (low: String, high: String)?
  package let example: String
  /// The word for minus infinity, if the parameter accepts that below its range.
  public let silence: String?

  public static let decibels = NumberRange(
    "DECIBELS", "a number of decibels", Decibels.range, unit: "dB", example: "-6", silence: "-inf")
  public static let pan = NumberRange(
    "PAN", "a number", Pan.range, ends: ("left", "right"), example: "0.3")
  public static let level = NumberRange(
    "LEVEL", "a number", 0...1, ends: ("silent", "not faded"), example: "0.25")
  public static let frames = NumberRange(
    "FRAMES", "a number of frames", 0...1_000_000_000_000, unit: "frames", isWhole: true, example: "4096")

  /// The lengths of captures. A stem's loop may last up to 64 loops of the set.
  public static let loops = NumberRange(
    "N", "a whole number of loops", 1...64, unit: "loops", isWhole: true, example: "2")
  public static let bars = NumberRange(
    "N", "a whole number of bars", 1...4096, unit: "bars", isWhole: true, example: "4")

  public static let countInBars = NumberRange(
    "N", "a whole number of bars", 1...Double(EngineHandle.mostCountInBars), unit: "bars", isWhole: true,
    example: "1")

  public static let browser = NumberRange(
    "NUMBER", "a whole number", 1...9999, isWhole: true, example: "2")

  public static let mark = NumberRange(
    "NUMBER", "a whole number", 1...Double(Marks.most), isWhole: true, example: "2")

  public static let piece = NumberRange(
    "NUMBER", "a whole number", 1...Double(SetList.mostPieces), isWhole: true, example: "3")

  public static let edition = NumberRange(
    "NUMBER", "a whole number", 1...1_000_000_000, isWhole: true, example: "2")

  init(
    _ placeholder: String, _ noun: String, _ range: ClosedRange<Double>, unit: String? = nil,
    isWhole: Bool = false, ends: (low: String, high: String)? = nil, example: String,
    silence: String? = nil
  ) {
    (self.placeholder, self.noun, self.range, self.unit) = (placeholder, noun, range, unit)
    (self.isWhole, self.ends, self.example, self.silence) = (isWhole, ends, example, silence)
  }

  /// Reads a number as people write it, not hexadecimal; nil outside the range. Zero has no sign.
  package func number(_ text: String) -> Double? {
    if text == silence { return -.infinity }
    guard let number = Self.plain(text) ?? Self.any(text), range.contains(number),
      !isWhole || Int64(text) != nil
    else { return nil }
    return number + 0
  }

  private static func any(_ text: String) -> Double? {
    text.utf8.contains(where: "xXpP".utf8.contains) ? nil : Double(text)
  }

  /// A decimal number of few digits, as nearly every one is; nil for any other text. Its digits and the power of ten are exact, so that their
  /// quotient is the nearest number, as the general way has it.
  private static func plain(_ text: String) -> Double? {
    var digits: Int64 = 0, count = 0, power = 1.0
    var hasPoint = false, isNegative = false, isAtStart = true
    for letter in text.utf8 {
      switch letter {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Int64(letter - UInt8(ascii: "0"))
        count += 1
        if count > 15 { return nil }
        if hasPoint { power *= 10 }
      case UInt8(ascii: "."):
        if hasPoint || count == 0 { return nil }
        hasPoint = true
      case UInt8(ascii: "-"):
        if !isAtStart { return nil }
        isNegative = true
      default: return nil
      }
      isAtStart = false
    }
    if count == 0 || hasPoint && power == 1 { return nil }
    let number = Double(digits) / power
    return isNegative ? -number : number
  }

  /// `a number from -1 (left) to 1 (right)`
  package var expectation: String { "\(noun) from \(limits)" }

  /// `-120 to 24`
  package var limits: String {
    Self.text(range.lowerBound) + Self.note(ends?.low) + " to " + Self.text(range.upperBound)
      + Self.note(ends?.high)
  }

  private static func text(_ number: Double) -> String { "\(Int64(number))" }

  private static func note(_ text: String?) -> String { text.map { " (\($0))" } ?? "" }

  public static func == (a: Self, b: Self) -> Bool { a.placeholder == b.placeholder && a.range == b.range }

  public func hash(into hasher: inout Hasher) { hasher.combine(placeholder) }
}
