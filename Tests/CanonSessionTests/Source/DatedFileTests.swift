import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// Files of a set's folder that name the day of their door, as canon finds them when it reads a schedule that watches for them.
@Suite struct DatedFileTests {
  private static let day = "2026-12-06"

  private func source(_ small: SmallSet) throws -> Source { try Source.load(small.path) }

  /// The messages without the folder.
  private func left(_ small: SmallSet) throws -> [String] {
    try source(small).leftAlone.map { $0.message.replacing(small.folder.path + "/./", with: "") }
  }

  @Test("Each is a stem after those of the set, in the order of the days, with a door in the schedule's zone")
  func stems() throws {
    let small = try SmallSet.watching(doors: "violin-a = 2026-12-01")
    try small.drop("2026-12-13_alto.wav", 0.375)
    try small.drop("2026-12-06_02 Oboe d'amore.wav", 0.125, frames: SmallSet.bar)
    let source = try source(small)
    #expect(
      source.set.stems.map(\.id) == ["cello", "violin-a", "violin-b", "violin-c", "oboe-d-amore", "alto"])
    #expect(source.set.stems.map(\.title).suffix(2) == ["Oboe d'amore", "alto"])
    #expect(source.set.stems.map(\.isBase) == [true, false, false, false, false, false])
    let schedule = try #require(source.schedule)
    let opens = try TestClock.tokyo("2026-12-13T00:00")
    #expect(schedule.status(of: "alto", at: opens + -1) == .locked(opens: opens))
    #expect(schedule.status(of: "alto", at: opens).isOpen)
    #expect(schedule.status(of: "violin-b", at: opens) == .none)
    #expect(source.leftAlone == [])
    // The texts alone say what there is.
    #expect(try StemSetFile.parse(path: source.set.file, text: source.set.text).stems == source.set.stems)
  }

  @Test("Without watch = true, and without a schedule, they are no stems of a set")
  func unwatched() throws {
    let small = try SmallSet(doors: "violin-a = 2026-12-01")
    try small.drop("2026-12-06_alto.wav", 0.25)
    #expect(try source(small).set.stems.count == 4)
    #expect(try Source.load(small.folder.path).set.stems.count == 4)
    #expect(try left(small) == [])
  }

  @Test("Files without a day, hidden files and files that are stems already are passed over without a word")
  func passedOver() throws {
    let small = try SmallSet.watching()
    for name in ["alto.wav", ".2026-12-06_alto.wav", "2026-12-06_alto.txt"] { try small.drop(name, 0.25) }
    try FileManager.default.createDirectory(
      atPath: small.folder.file("2026-12-07_b.wav"), withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      atPath: small.folder.file("violin-c.wav"), toPath: small.folder.file("2026-12-24_c.wav"))
    try small.edit("violin-c.wav", "2026-12-24_c.wav")
    #expect(try source(small).set.stems.map(\.id) == ["cello", "violin-a", "violin-b", "violin-c"])
    #expect(try left(small) == [])
  }

  @Test("A name that is no day, or has an id that is taken, is told and left alone")
  func names() throws {
    let small = try SmallSet.watching()
    for (place, name) in [
      "2026-02-30_alto.wav", "2026-12-06.wav", "2026-12-06_Cello.wav", "2026-12-06_bass.wav",
      "2026-12-07_bass.wav",
    ].enumerated() {
      try small.drop(name, 1 / Float(64 + place))
    }
    #expect(try source(small).set.stems.map(\.id).suffix(1) == ["bass"])
    #expect(
      try left(small) == [
        "2026-02-30_alto.wav: warning: found \"2026-02-30_alto.wav\", expected a day from 01 to 28. 2026-02 has no other days; correct the day.",
        "2026-12-06.wav: warning: found \"2026-12-06.wav\", expected a day and a name, as 2026-12-06_alto.wav. "
          + "Rename it: year, month, day, an underscore, and the name of the stem.",
        "2026-12-06_Cello.wav: warning: found the stem \"cello\", which the set has already, expected a name of its own. "
          + "Give the file another name after the day.",
        "2026-12-07_bass.wav: warning: found the stem \"bass\", which \"2026-12-06_bass.wav\" is already, expected a name of its own. "
          + "Give the file another name after the day.",
      ])
  }

  @Test(
    "A day outside of the schedule's year or season is told and left alone",
    arguments: [
      ("year = 2026", "2062-12-06", "found 2062-12-06, expected a day of 2026, the year of the schedule."),
      (
        "year = \"every\"", "2026-07-01",
        "found 2026-07-01, which is between two seasons of the schedule, expected a day of a season; the next one after it begins on 2026-11-29."
      ),
    ])
  func season(head: String, day: String, sentence: String) throws {
    let small = try SmallSet.watching(head: head, doors: "violin-a = \"advent 1\"")
    try small.drop(day + "_alto.wav", 1)
    let told = try left(small)
    #expect(told.count == 1 && told[0].contains(sentence), "\(told)")
    #expect(try source(small).set.stems.count == 4)
  }

  @Test("A sound that is damaged, or does not fit the loop, is told as of any set, and left alone")
  func sounds() throws {
    let small = try SmallSet.watching()
    try small.drop("2026-12-06_near.wav", 0.25, frames: SmallSet.loop - 100)
    try small.drop("2026-12-07_other.wav", 0.25, frames: 8000)
    try SmallSet.write(
      [.nan] + .init(repeating: 0.25, count: SmallSet.loop - 1), to: small.folder.file("2026-12-08_nan.wav"))
    _ = try small.folder.write("", to: "2026-12-09_empty.wav")
    try small.drop("2026-12-10_good.wav", 0.25, frames: SmallSet.beat)
    #expect(try source(small).set.stems.map(\.id).suffix(1) == ["good"])
    let told = try left(small)
    #expect(told.count == 4)
    #expect(
      told[0].hasPrefix(
        "2026-12-06_near.wav: warning: found \"2026-12-06_near.wav\": 11420 frames (0.238 s), expected 11520 frames (0.240 s), the length of the loop."
      ))
    #expect(
      told[1].hasPrefix(
        "2026-12-07_other.wav: warning: found \"2026-12-07_other.wav\": 8000 frames (0.167 s), expected 7680 frames (0.160 s), 2/3 of the length of the loop."
      ))
    #expect(
      told[2].hasPrefix(
        "2026-12-08_nan.wav: warning: found \"2026-12-08_nan.wav\": 1 samples that are no numbers"),
      "\(told[2])")
    #expect(told[3].hasPrefix("2026-12-09_empty.wav: warning: found"))
  }

  @Test(
    "A copy of a stem's file, or of another such file, is left alone: what is locked cannot sound under another name"
  )
  func copies() throws {
    let small = try SmallSet.watching(doors: "violin-b = 2026-12-24")
    let files = FileManager.default
    try files.copyItem(
      atPath: small.folder.file("violin-b.wav"), toPath: small.folder.file("2026-12-01_copy.wav"))
    try files.createSymbolicLink(
      atPath: small.folder.file("2026-12-02_link.wav"), withDestinationPath: "violin-a.wav")
    try small.drop("2026-12-03_alto.wav", 1)
    try files.copyItem(
      atPath: small.folder.file("2026-12-03_alto.wav"), toPath: small.folder.file("2026-12-04_again.wav"))
    #expect(try source(small).set.stems.map(\.id).suffix(1) == ["alto"])
    let told = try left(small)
    #expect(
      told.map { $0.components(separatedBy: ", expected")[0] } == [
        "2026-12-01_copy.wav: warning: found a copy of the file of \"violin-b\"",
        "2026-12-02_link.wav: warning: found a copy of the file of \"violin-a\"",
        "2026-12-04_again.wav: warning: found a copy of the file of \"alto\"",
      ])
  }

  @Test("A link that leads out of the folder is left alone")
  func outside() throws {
    let small = try SmallSet.watching(), other = try TestFolder()
    try SmallSet.write(.init(repeating: 0.25, count: SmallSet.loop), to: other.file("a.wav"))
    try FileManager.default.createSymbolicLink(
      atPath: small.folder.file("2026-12-06_alto.wav"), withDestinationPath: other.file("a.wav"))
    #expect(try left(small).first?.contains("expected a file below the set's folder") == true)
    #expect(try source(small).set.stems.count == 4)
  }

  @Test("In a folder without a set file they do not count for what is assumed, and each has its door")
  func assumed() throws {
    let small = try SmallSet.watching()
    try FileManager.default.removeItem(atPath: small.folder.file("set.toml"))
    // Three of a length would be the assumed loop.
    for number in 1...3 {
      try small.drop(
        "2026-12-0\(number)_part \("abc".dropFirst(number - 1).prefix(1)).wav", Float(number) / 8,
        frames: SmallSet.beat)
    }
    let source = try source(small)
    #expect(
      source.set.stems.map(\.id) == [
        "cello", "violin-a", "violin-b", "violin-c", "part-a", "part-b", "part-c",
      ])
    #expect(source.schedule?.doors.map(\.stemID) == ["part-a", "part-b", "part-c"])
    #expect(try SetTiming(of: source.set).loop.seconds == 0.24)
    #expect(source.set.assumption?.message.contains("4 stems") == true)
    // Without the schedule they are files as any other.
    #expect(try Source.load(small.folder.path).set.stems.count == 7)
  }

  @Test("A set or a schedule that writes its tables in one line is told")
  func inOneLine() throws {
    let small = try SmallSet.watching(doors: "violin-a = 2026-12-01")
    try small.edit("[doors]\nviolin-a = 2026-12-01", "doors = { violin-a = 2026-12-01 }", in: "doors.toml")
    try small.drop("2026-12-06_alto.wav", 0.25)
    #expect(try source(small).set.stems.count == 4)
    #expect(try left(small).first?.contains("stems or doors in one line") == true)
  }
}
