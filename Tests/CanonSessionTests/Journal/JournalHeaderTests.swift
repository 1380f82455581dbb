import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession

/// The comments at a journal's top, by which it is rendered as it was played.
@Suite struct JournalHeaderTests {
  private let header = JournalHeader(
    source: "Schedules/advent-2015.toml", sampleRate: .studio,
    loop: GridLine(numerator: 1_152_000, denominator: 1)!, played: Self.evening)

  private static let evening = Instant(secondsSince1970: 1_795_236_857.5)

  private func read(_ text: String) throws -> JournalHeader? { try Score.parse(path: "", text: text).header }

  @Test func theHeaderIsFiveLinesOfComment() {
    #expect(
      header.text == """
        # canon journal 5
        # source: Schedules/advent-2015.toml
        # sample rate: 48000
        # loop: 1152000
        # played: 1795236857.5 seconds since 1970

        """)
  }

  @Test("A header that was written is read again", arguments: ["a b.toml", "ウ: ä#%", ""])
  func roundTrips(source: String) throws {
    let rate = try #require(SampleRate(hertz: 44_100))
    let loop = try #require(GridLine(numerator: 1_000_001, denominator: 3))
    let header = JournalHeader(source: source, sampleRate: rate, loop: loop, played: Self.evening)
    #expect(header.text.contains("# loop: 1000001/3\n"))
    #expect(try read(header.text + "@0 quit\n") == header)
  }

  @Test func aSourceWithALineEndInItsNameStaysOnItsLine() throws {
    let header = JournalHeader(
      source: "a\nb\u{85}c", sampleRate: .studio, loop: header.loop, played: Self.evening)
    #expect(header.text.split(separator: "\n").count == 5)
    #expect(try read(header.text)?.source == "a\\u{a}b\\u{85}c")
  }

  @Test(
    "A score that is no journal has no header",
    arguments: [
      "", "# loop: 100\n# sample rate: 48000\n@0 quit", "# canon journal 1\n# sample rate: 48000\n@0 quit",
      "# canon journal 1\n# sample rate: 1\n# loop: 100",
      "# canon journal 1\n# sample rate: 48000\n# loop: 0/0\n# played: 0 seconds since 1970",
    ])
  func noHeader(text: String) throws {
    #expect(try read(text) == nil)
  }

  @Test("The latest time that was seen is read beside the first start, and is that without its line")
  func memory() throws {
    let first = "# first start: 100.0 seconds since 1970\n"
    for (lines, latest) in [(first + "# seen: 200.0 seconds since 1970\n", 200.0), (first, 100)] {
      let memory = try #require(try read(header.text + lines + "@0 quit\n")).memory
      #expect(memory.firstStart == Instant(secondsSince1970: 100))
      #expect(memory.latest == Instant(secondsSince1970: latest))
    }
  }

  @Test func commentsBetweenTheHeadersLinesDoNoHarm() throws {
    let lines = header.text.split(separator: "\n").joined(separator: "\n# the second evening\n\n")
    #expect(try read(lines + "\n") == header)
  }

  @Test func aJournalOfALaterVersionIsNotTakenForAScore() {
    let later = header.text.replacing("journal 5", with: "journal 6")
    #expect(throws: (any Error).self, "its frames may mean something else") { try read(later + "@0 quit\n") }
  }

  /// A performance from 1000 s on, at 48 kHz; on frame 96000 the clock was set to 5000 s.
  private let clockWasSet = JournalHeader(
    source: "", sampleRate: .studio, loop: GridLine(numerator: 100, denominator: 1)!,
    played: Instant(secondsSince1970: 1000),
    marks: [ClockMark(frame: 96_000, instant: Instant(secondsSince1970: 5000))])

  @Test(
    "The frame on which it is at least a certain time, or on which the clock was set, whichever is first",
    arguments: [
      (1001, 0, 48_000), (1001, 47_999, 48_000), (1001, 48_000, 48_001), (900, 0, 1), (1003, 0, 96_000),
      (5000.5, 0, 96_000), (5000.5, 96_000, 120_000), (1e18, 0, 96_000), (.infinity, 0, 96_000),
    ] as [(Double, FramePosition, FramePosition)])
  func frameOfAnInstant(seconds: Double, after frame: FramePosition, first: FramePosition) {
    #expect(clockWasSet.frame(of: Instant(secondsSince1970: seconds), after: frame) == first)
  }

  @Test("The times before a frame: where the clock was set, another span begins")
  func spans() throws {
    func at(_ seconds: Double) -> Instant { Instant(secondsSince1970: seconds) }
    let header = JournalHeader(
      source: "a", sampleRate: .studio, loop: GridLine(numerator: 960, denominator: 1)!, played: at(100),
      marks: [
        ClockMark(frame: 96_000, instant: at(90)), ClockMark(frame: 144_000, instant: at(95)),
        ClockMark(frame: 144_000, instant: at(98)),
      ])
    func spans(_ frame: FramePosition, _ seconds: Double) -> [[Double]] {
      header.spans(before: frame, seconds: seconds).map {
        [$0.lowerBound.secondsSince1970, $0.upperBound.secondsSince1970]
      }
    }
    #expect(spans(48_000, 0.5) == [[100.5, 101]])
    #expect(spans(48_000, 5) == [[100, 101]], "not before the first frame")
    #expect(spans(192_000, 5) == [[98, 99], [95, 95], [90, 91], [100, 102]])
    #expect(spans(192_000, 1.5) == [[98, 99], [95, 95], [90.5, 91]])
    #expect(spans(144_000, 0) == [[98, 98], [95, 95], [91, 91]])
  }

  @Test("A time out of range, or in a journal without a time, has no frame")
  func noFrameOfAnInstant() {
    #expect(clockWasSet.frame(of: Instant(secondsSince1970: .infinity), after: 96_000) == nil)
    #expect(clockWasSet.frame(of: nil, after: 0) == 96_000)
    #expect(clockWasSet.frame(of: nil, after: 96_000) == nil)
    let timeless = JournalHeader(source: "", sampleRate: .studio, loop: header.loop, played: nil)
    #expect(timeless.frame(of: Instant(secondsSince1970: 0), after: 0) == nil)
  }

  @Test("A clock change on the first frame is read as on any other", arguments: [0, 1, 96_000])
  func clockMark(frame: FramePosition) throws {
    let mark = ClockMark(frame: frame, instant: Instant(secondsSince1970: 5000))
    #expect(try read(header.text + mark.text + "@100000 quit\n")?.marks == [mark])
  }
}
