import CanonEngine
import CanonSession

extension SeekPlace {
  /// Reads `bar 17`, `loop 3`, `90 s`, `1:30`, `@480000`, `+10 s` or `-2 bars`; nil for anything else.
  init?(_ words: [String]) {
    guard let first = words.first, let sign = first.first else { return nil }
    if sign == "+" || sign == "-" {
      guard let length = TimeLength([String(first.dropFirst())] + words.dropFirst()) else { return nil }
      self = .by(length, isBack: sign == "-")
    } else if words.count == 1, first.contains(":") {
      guard let seconds = Self.seconds(first) else { return nil }
      self = .to(.seconds(seconds))
    } else if words.count == 1, sign == "@" {
      // The parser accepts a negative one in journals alone.
      guard let frame = FramePosition(first.dropFirst()), abs(Int128(frame)) < 1 << 53 else { return nil }
      self = .to(.frame(frame))
    } else {
      guard let time = ScoreTime(words) else { return nil }
      self = .to(time)
    }
  }

  /// Reads minutes and seconds, `1:30` or `1:30.5`, with hours before them if wanted.
  private static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.dropLast().allSatisfy({ (1...6).contains($0.count) }),
      parts.dropLast().allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      let last = parts.last, last.first?.isNumber == true,
      last.allSatisfy({ $0 == "." || ($0.isASCII && $0.isNumber) }),
      let rest = Double(last), rest < 60, parts.dropFirst().dropLast().allSatisfy({ Int($0)! < 60 })
    else { return nil }
    let seconds = parts.dropLast().reduce(0.0) { ($0 + Double($1)!) * 60 } + rest
    return seconds <= ScoreTime.largestSeconds ? seconds : nil
  }
}
