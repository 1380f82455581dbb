import Testing

@testable import CanonSession

/// The numbers of commands, as people and programs write them.
@Suite struct NumberRangeTests {
  @Test("A number is the nearest to what is written")
  func nearest() {
    for number in 0..<2000 {
      let text = "\(number % 2 == 0 ? "-" : "")\(number % 24).\(number * 7919 % 1_000_003)\(number % 7)"
      #expect(NumberRange.decibels.number(text) == Double(text), "\(text)")
    }
  }

  @Test(
    "Every way to write a number is one, and nothing else is",
    arguments: [
      ("7", 7), ("007", 7), ("-7.50", -7.5), ("+7", 7), ("7.", 7), (".5", 0.5), ("-.5", -0.5), ("1e1", 10),
      ("1.00000000000000000000", 1), ("0.00000000000000000001", 1e-20), ("-inf", -.infinity), ("inf", nil),
      ("", nil), ("-", nil), (".", nil), ("--7", nil), ("7-", nil), ("1.2.3", nil), ("1,5", nil),
      ("0x1", nil),
      ("7 ", nil), ("nan", nil), ("24.001", nil), ("999999999999999999999", nil), ("７", nil),
    ] as [(String, Double?)])
  func ways(text: String, number: Double?) {
    #expect(NumberRange.decibels.number(text) == number)
  }

  @Test("Zero has no sign, and a whole number has no point")
  func zeroAndWhole() {
    #expect(NumberRange.decibels.number("-0")?.sign == .plus)
    #expect(NumberRange.decibels.number("-0.0")?.sign == .plus)
    #expect(NumberRange.frames.number("12") == 12 && NumberRange.frames.number("12.0") == nil)
  }
}
