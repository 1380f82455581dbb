import Glibc
import Testing

@testable import CanonTerminal

/// Which letters take two cells, beside another opinion.
@Suite struct WideLettersTests {
  @Test func whatTheCLibraryHasAsWideIsWideAndNothingElseThatItKnows() throws {
    // Swift's view of the C library does not have it.
    typealias Width = @convention(c) (wchar_t) -> Int32
    let wcwidth = unsafeBitCast(try #require(dlsym(nil, "wcwidth")), to: Width.self)
    let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
    let before = uselocale(locale)
    defer {
      uselocale(before)
      freelocale(locale)
    }
    var wrong: [String] = []
    for value in UInt32(0x20)...0x3ffff {
      let width = wcwidth(wchar_t(value))
      guard width >= 0, let scalar = Unicode.Scalar(value) else { continue }
      if (DisplayWidth.width(scalar) == 2) != (width == 2) { wrong.append(String(value, radix: 16)) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "Letters that are newer than the C library of Debian 12",
    arguments: [
      0x2ffc...0x2fff, 0x31e4...0x31e5, 0x31ef...0x31ef, 0x1b132...0x1b132, 0x1b155...0x1b155,
      0x1f6dc...0x1f6dc,
      0x1fa75...0x1fa77, 0x1fa87...0x1fa89, 0x1fa8f...0x1fa8f, 0x1faad...0x1faaf, 0x1fabb...0x1fac6,
      0x1face...0x1fadc, 0x1fadf...0x1fae9, 0x1faf7...0x1faf8, 0x2ebf0...0x2ee5d, 0x31350...0x323af,
    ] as [ClosedRange<UInt32>])
  func newer(range: ClosedRange<UInt32>) {
    #expect(range.allSatisfy(WideLetters.contains))
  }

  @Test(
    "What lies between them is as wide as any other sign",
    arguments: [
      0x31e6, 0x31ee, 0x1b131, 0x1fa8a, 0x1fa8e, 0x1facd, 0x1fadd, 0x1fade, 0x1faea, 0x1faf9, 0x2fffe,
    ]
      as [UInt32])
  func between(value: UInt32) { #expect(!WideLetters.contains(value)) }
}
