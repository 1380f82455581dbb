import CanonControlSupport
import CanonFiles
import CanonTerminal
import Testing

extension BrokenFile {
  /// Reads the file of keys, and expects it to be refused with just its messages.
  func expectItsMessage() {
    #expect(
      surprises { text throws(FileProblems) in try KeyTable.parse(path: "keys.toml", text: text) } == [])
  }
}
