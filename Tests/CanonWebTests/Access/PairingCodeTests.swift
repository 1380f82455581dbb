import Testing

@testable import CanonWeb

@Suite struct PairingCodeTests {
  @Test("Eight digits and letters that are not taken for others, always other ones")
  func random() {
    let codes = Set((1...1000).map { _ in PairingCode().text })
    #expect(
      codes.count == 1000 && codes.allSatisfy { $0.count == 8 && $0.allSatisfy(PairingCode.letters.contains) }
    )
    #expect(Set(codes.joined()) == Set(PairingCode.letters), "each of them comes")
    #expect(!PairingCode.letters.contains { "01ILOU".contains($0) })
  }

  @Test("It may be typed in small letters, with spaces and a line")
  func typed() {
    let code = PairingCode()
    #expect(code.isMeant(by: code.text) && code.isMeant(by: code.grouped.lowercased()))
    #expect(code.isMeant(by: " " + code.text.map(String.init).joined(separator: " ") + "\n"))
  }

  @Test("Nothing else is the code", arguments: ["", "A", "AAAAAAAA", "é", "＃＃＃＃＃＃＃＃"])
  func others(typed: String) {
    let code = PairingCode()
    #expect(!code.isMeant(by: typed))
    #expect(!code.isMeant(by: code.text.dropLast() + "!"))
    #expect(!code.isMeant(by: "!" + code.text.dropFirst()))
    #expect(!code.isMeant(by: code.text + code.text))
    #expect(!code.isMeant(by: code.text.dropLast() + ""))
  }
}
