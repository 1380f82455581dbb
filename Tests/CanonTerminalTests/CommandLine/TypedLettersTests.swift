import Testing

@testable import CanonTerminal

@Suite struct TypedLettersTests {
  private func letters(_ bytes: [UInt8]) -> String {
    var letters = TypedLetters()
    return String(String.UnicodeScalarView(bytes.compactMap { letters.append($0) }))
  }

  @Test(
    "Letters of one to four bytes are typed whole",
    arguments: ["a", "\u{7}", "é", "弦", "𝄞", "e\u{301}", "a弦𝄞é\u{1b}"])
  func whole(text: String) {
    #expect(letters(Array(text.utf8)).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    "What is no letter takes nothing with it",
    arguments: [
      [0xd2], [0xff], [0x80], [0xe5, 0xbc], [0xf0, 0x9d, 0x84], [0xc0, 0x80], [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0xd2, 0xe5, 0xff], [0xe5, 0xbc, 0xbc],
    ] as [[UInt8]])
  func broken(bytes: [UInt8]) {
    #expect(letters(bytes + Array(":gain 弦".utf8)).hasSuffix(":gain 弦"))
  }

  @Test func aSurrogateAndAnOverlongLetterAreNoLetters() {
    #expect(letters([0xc0, 0x80]) == "")
    #expect(letters([0xed, 0xa0, 0x80]) == "")
  }
}
