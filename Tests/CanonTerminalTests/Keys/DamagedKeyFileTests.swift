import CanonFiles
import CanonTerminal
import CanonTestSupport
import Testing

/// Thousands of damaged files of keys: each is read or refused with places, and none ends canon.
@Suite struct DamagedKeyFileTests {
  static let file = """
    confirm_quit = true
    [keys]
    press = ["enter", "space"]
    solo = ["f2", "alt-s"]
    mute = []
    [stems]
    keys = "12345"
    now = "!@#$%"
    """

  @Test(.timeLimit(.minutes(10)), arguments: 0..<UInt64(LongCampaign.count(1, long: 10)))
  func everyDamagedFileOfKeysIsReadOrRefused(seed: UInt64) {
    var mutants = TextMutants([Self.file], seed: seed)
    for _ in 0..<LongCampaign.count(5000, long: 20_000) {
      let text = mutants.next()
      do throws(FileProblems) {
        _ = try KeyTable.parse(path: "keys.toml", text: text)
      } catch {
        for problem in error.problems {
          #expect(problem.line ?? 1 > 0 && problem.field != nil, "\(problem) in \(text.debugDescription)")
        }
      }
    }
  }
}
