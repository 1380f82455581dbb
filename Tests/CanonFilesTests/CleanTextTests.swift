import Testing

@testable import CanonFiles

/// Text from outside, made safe to show.
@Suite struct CleanTextTests {
  @Test(
    "What could move a cursor, break a line or turn the reading is shown as its number",
    arguments: [
      0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9b, 0x9f, 0x061c, 0x200e, 0x200f, 0x2028,
      0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff,
    ] as [UInt32])
  func unsafe(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let text = "a\(Character(scalar))b"
    let clean = "a\\u{\(String(code, radix: 16))}b"
    #expect(CleanText.clean(text) == clean)
    #expect(CleanText.clean(clean) == clean, "once is enough")
    #expect(CleanText.quote(text) == "\"\(clean)\"")
  }

  @Test(
    "Letters and signs of every script pass",
    arguments: [
      0x20, 0x7e, 0xa0, 0xe9, 0x061b, 0x061d, 0x200d, 0x2010, 0x2027, 0x202f, 0x2065, 0x206a, 0x30c1, 0xfefe,
      0xff00, 0x1f3bb,
    ] as [UInt32])
  func safe(code: UInt32) throws {
    let text = "a\(Character(try #require(Unicode.Scalar(code))))b"
    #expect(CleanText.clean(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("A value that is shown has sixty characters at most")
  func quotes() {
    let sixty = String(repeating: "é", count: 60)
    #expect(CleanText.quote("") == "\"\"")
    #expect(CleanText.quote(sixty) == "\"\(sixty)\"")
    #expect(CleanText.quote(sixty + "x") == "\"\(sixty)…\"")
    #expect(
      CleanText.quote(String(repeating: "\n", count: 12)) == "\"\(String(repeating: "\\u{a}", count: 12))\"")
    #expect(CleanText.quote(String(repeating: "\n", count: 13)).hasSuffix("\\u{a}…\""), "as it is shown")
  }
}
