import CanonSchedule
import CanonSession
import Testing

@testable import CanonSession

@Suite struct RecordRequestTests {
  @Test("A recording without a name has the title and the moment")
  func usual() {
    let moment = LocalDateTime(
      date: LocalDate(year: 2026, month: 12, day: 6)!, hour: 9, minute: 5, second: 7)!
    #expect(RecordRequest(of: "Canon in D", at: moment).file == "Canon-in-D-2026-12-06-090507.wav")
    #expect(RecordRequest(of: "a/b\u{1b}%Y", at: moment).file?.hasSuffix("%Y-2026-12-06-090507.wav") == true)
    #expect(RecordRequest(of: "a/b", at: moment).file == "a-b-2026-12-06-090507.wav")
  }

  @Test(
    "Names end in .wav or .flac",
    arguments: [
      ("a.wav", true), ("A.WAV", true), ("x/a.flac", true), ("a.mp3", false), ("a", false), (".wav", false),
      ("", false),
    ])
  func format(name: String, isOne: Bool) { #expect(RecordRequest.isFormat(name) == isOne) }
}
