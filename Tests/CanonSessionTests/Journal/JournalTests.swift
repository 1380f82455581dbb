import CanonEngine
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonSession

/// The performance as text, written while it is played.
@Suite struct JournalTests {
  let folder: TestFolder
  private let loop = GridLine(numerator: 100, denominator: 1)!
  private let header = "# canon journal 5\n# source: small\n# sample rate: 48000\n# loop: 100\n"

  init() throws { folder = try TestFolder() }

  /// What a journal says, without the instant at which it was played, and without the text of the set.
  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
      .replacing(/# edition: 1\n# set: .*\n(#\|.*\n)*/, with: "").replacing(/# sound: .*\n/, with: "")
      .replacing(/# played: \d+(\.\d+)? seconds since 1970/, with: "# played")
  }

  @Test func eachLineReachesTheFileAtOnce() throws {
    var journal = CanonSession.Journal(path: folder.file("evening.journal"), source: "small")
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    #expect(try text("evening.journal") == header)
    try journal.record(.request(.start, StemSelection(["violin-a"]), .now), at: 12)
    #expect(try text("evening.journal") == header + "@12 start violin-a now\n")
    try journal.record(.skip(64), at: 1_000_000_000_000)
    #expect(try text("evening.journal") == header + "@12 start violin-a now\n@1000000000000 skip 64\n")
  }

  @Test func linesThatAreGatheredReachTheFileTogetherInTheirOrder() throws {
    var journal = CanonSession.Journal(path: folder.file("evening.journal"), source: "small")
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    journal.gather()
    for frames in 1...3 { try journal.record(.skip(FrameCount(frames)), at: FramePosition(frames)) }
    #expect(try text("evening.journal") == header)
    try journal.writeGathered()
    let gathered = header + "@1 skip 1\n@2 skip 2\n@3 skip 3\n"
    #expect(try text("evening.journal") == gathered)
    try journal.record(.skip(4), at: 4)
    #expect(try text("evening.journal") == gathered + "@4 skip 4\n")
  }

  @Test func aFileThatIsAlreadyThereIsNeverTouchedAndTheNextFreeNameIsTaken() throws {
    let path = try folder.write("yesterday\n", to: "evening.journal")
    _ = try folder.write("the day before\n", to: "evening-2.journal")
    var journal = CanonSession.Journal(path: path, source: "small")
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    try journal.record(.skip(1), at: 1)
    #expect(
      journal.drainNews().map { Note.journal($0).text(.english) } == [
        "The journal \(path) exists and stays as it is. This performance is written to "
          + "\(folder.file("evening-3.journal"))."
      ])
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    #expect(journal.drainNews() == [], "a later part is no news")
    #expect(try text("evening.journal") == "yesterday\n")
    #expect(try text("evening-2.journal") == "the day before\n")
    #expect(try text("evening-3.journal") == header + "@1 skip 1\n")
    #expect(try text("evening-4.journal") == header)
  }

  @Test func theSecondJournalOfAnEveningIsNumberTwo() throws {
    let path = try folder.write("this afternoon\n", to: "evening.journal")
    var journal = CanonSession.Journal(path: path, source: "small")
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    #expect(try text("evening-2.journal") == header)
  }

  @Test(
    "A path that cannot be a journal is reported, and nothing begins",
    arguments: ["", "missing/evening.journal"])
  func noPlace(name: String) throws {
    let path = folder.file(name)
    var journal = CanonSession.Journal(path: path, source: "small")
    let problem = #expect(throws: JournalProblem.self) {
      try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    }
    let reason = name.isEmpty ? "Is a directory" : "No such file or directory"
    #expect(
      problem?.text(.english)
        == "the journal \(path) cannot be written: \(reason). "
        + "Expected a place for a new file; name another with --journal.")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func aSecondPartIsAFileOfItsOwn() throws {
    var journal = CanonSession.Journal(path: folder.file("evening.journal"), source: "small")
    try journal.begin(sampleRate: .studio, loop: loop, played: nil)
    try journal.record(.skip(1), at: 1)
    try journal.begin(
      sampleRate: SampleRate(hertz: 44_100)!, loop: loop, played: nil)
    try journal.record(.skip(2), at: 2)
    #expect(try text("evening.journal") == header + "@1 skip 1\n")
    #expect(try text("evening-2.journal") == header.replacing("48000", with: "44100") + "@2 skip 2\n")
  }

  @Test(
    "A part is named before the ending",
    arguments: [
      ("evening.journal", 1, "evening.journal"),
      ("evening.journal", 2, "evening-2.journal"),
      ("evening.journal", 11, "evening-11.journal"),
      ("/a.b/evening", 2, "/a.b/evening-2"),
      ("Advent 1. Sonntag.txt", 2, "Advent 1. Sonntag-2.txt"),
      ("/tmp/x.y.z", 3, "/tmp/x.y-3.z"),
      (".hidden", 2, ".hidden-2"),
      ("/tmp/.hidden", 2, "/tmp/.hidden-2"),
    ])
  func partName(path: String, part: Int, name: String) {
    #expect(CanonSession.Journal.name(path, part: part) == name)
  }

  @Test func aPerformanceIsWrittenAsItIsReceivedNotAsItIsSaid() async throws {
    let session = try SmallSet().session(journal: folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 100)
    try await bench.say("press violin-a violin-c")
    try await bench.say("gain violin-a -6")
    try await bench.say("start violin-a now")
    try await bench.say("press violin-x", then: 50)
    try await bench.say("start violin-a now")
    try await bench.say("cancel all")
    try await bench.say("skip 7", then: 50)
    await session.finish()
    #expect(
      try text("evening.journal") == """
        # canon journal 5
        # source: small
        # sample rate: 48000
        # loop: 11520
        # played
        @100 press violin-a loop
        @100 press violin-c loop
        @100 gain violin-a -6.0
        @100 start violin-a now
        @150 cancel violin-c
        @150 skip 7
        @207 quit

        """)
  }

  @Test func whatADriverLosesIsWrittenAsASkip() async throws {
    let session = try SmallSet().session(journal: folder.file("evening.journal"))
    var bench = try await SessionBench(session, after: 10)
    try await bench.skip(4096)
    await bench.run(1)
    await session.finish()
    #expect(try text("evening.journal").hasSuffix("# loop: 11520\n# played\n@10 skip 4096\n@4107 quit\n"))
  }
}
