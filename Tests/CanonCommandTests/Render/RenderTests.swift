import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// `canon render`: files, exit statuses, names of every kind.
@Suite struct RenderTests {
  @Test func aLockedStemInAScoreStaysSilentAndTheRefusalNamesItsLine() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let score = try set.folder.write(
      "# evening\n@0 gain violin 6\n@10 start violin now\n@6000 quit\n", to: "a.score")
    let canon = try Canon(
      "render", set.schedule, "--as-of", "2026-12-05T12:00", "--score", score, "-o",
      set.folder.file("out.wav"),
      "--stems", set.folder.file("parts"))
    #expect(canon.status == 77)
    #expect(canon.output == [])
    #expect(
      set.local(canon.errors) == [
        "canon: a.score:3: \"violin\" is locked until 2026-12-06 (Asia/Tokyo), in 12 hours.",
        "canon: out.wav was rendered without what was refused.",
      ])
    #expect(try StereoFile(set.folder.file("parts/violin.wav")).left == [Float](repeating: 0, count: 6000))
    #expect(try StereoFile(set.folder.file("out.wav")).left == [Float](repeating: 0.5, count: 6000))
    #expect(try StereoFile(set.folder.file("parts/cello.wav")).right == [Float](repeating: 0.5, count: 6000))
  }

  @Test func theFileOfALockedStemIsNotHeardUnderAnotherName() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", name: "set")
    let score = try set.folder.write(
      "@0 replace cello \"violin set.wav\" now\n@6000 quit\n", to: "a.score")
    let canon = try Canon(
      "render", set.schedule, "--as-of", "2026-12-05T12:00", "--score", score, "-o",
      set.folder.file("out.wav"))
    #expect(canon.status == 77)
    #expect(
      set.local(canon.errors) == [
        "canon: a.score:1: \"cello\" cannot play the file of \"violin\": \"violin\" is locked until 2026-12-06 "
          + "(Asia/Tokyo), in 12 hours.",
        "canon: out.wav was rendered without what was refused.",
      ])
    #expect(try StereoFile(set.folder.file("out.wav")).left == [Float](repeating: 0.5, count: 6000))
  }

  @Test func onceItsDoorIsOpenTheSameScorePlaysIt() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let score = try set.folder.write("@0 start violin\n@6000 quit\n", to: "a.score")
    let canon = try Canon(
      "render", set.schedule, "--as-of", "2026-12-06", "--score", score, "-o", set.folder.file("out.wav"))
    #expect(canon.status == 0)
    #expect(canon.output == [])
    #expect(canon.errors == [])
    #expect(try StereoFile(set.folder.file("out.wav")).left == [Float](repeating: 0.75, count: 6000))
  }

  @Test("With --tempo and --key a rendering has the length of that tempo; one out of range is refused")
  func playback() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let out = set.folder.file("out.wav")
    let slow = try Canon(
      "render", set.schedule, "--as-of", "2026-12-05", "--loops", "2", "--tempo", "50 %", "--key", "-2", "-o",
      out)
    #expect(slow.status == 0, "\(slow.errors)")
    #expect(try StereoFile(out).left.count == 2 * 9600)
    let wrong = try Canon("render", set.schedule, "--tempo", "24 %", "-o", set.folder.file("other.wav"))
    #expect(wrong.status != 0)
    #expect(wrong.errors.joined().contains("25 to 400 %"))
  }

  @Test func anUnknownStemInAScoreIsAWrongFileAndNotALock() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let score = try set.folder.write("@0 start viola\n@10 quit\n", to: "a.score")
    let canon = try Canon("render", set.schedule, "--score", score, "-o", set.folder.file("out.wav"))
    #expect(
      set.local(canon.errors).first
        == "canon: a.score:1: no stem is called \"viola\". There are: cello, violin."
    )
    #expect(canon.status == 65)
  }

  @Test func aBrokenScoreLeavesNoFile() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let score = try set.folder.write("@0 start violin\nsoon: stop violin\n", to: "a.score")
    let canon = try Canon("render", set.schedule, "--score", score, "-o", set.folder.file("out.wav"))
    #expect(canon.status == 65)
    #expect(
      set.local(canon.errors).first?.hasPrefix("canon: a.score:2: time: found \"soon:\", expected ") == true)
    #expect(!FileManager.default.fileExists(atPath: set.folder.file("out.wav")))
  }

  @Test func aFolderThatThereIsNotCannotBeWrittenTo() throws {
    let canon = try Canon("render", "Schedules/always.toml", "-o", "/nonexistent/x.wav", "--seconds", "0.1")
    #expect(canon.status == 73)
    #expect(canon.output == [])
    #expect(
      canon.errors == [
        "canon: /nonexistent/x.wav: found No such file or directory, expected a file that can be used. "
          + "Check the name, the folder and the disk."
      ])
  }

  @Test func aStemsFolderThatCannotBeMadeIsSaid() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let canon = try Canon(
      "render", set.schedule, "-o", set.folder.file("out.wav"), "--stems", "/nonexistent/parts")
    #expect(canon.status == 73)
    #expect(
      canon.errors == ["canon: /nonexistent/parts: the folder cannot be made: No such file or directory."])
  }

  @Test func aJournalOfAnotherClockIsRefused() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    func render(_ loop: Int, _ rate: String) throws -> Canon {
      let score = try set.folder.write(
        "# canon journal 1\n# source: doors.toml\n# sample rate: 48000\n# loop: \(loop)\n@10 quit\n",
        to: "a.journal")
      return try Canon(
        "render", set.schedule, "--score", score, "-o", set.folder.file("out.wav"), "--rate", rate)
    }
    #expect(try render(4800, "48000").status == 0)
    let rate = try render(4800, "44100")
    #expect(rate.status == 2)
    #expect(
      set.local(rate.errors)
        == ["canon: a.journal: the journal was played at 48000 Hz, not at 44100. Leave --rate away."])
    let loop = try render(4801, "48000")
    #expect(loop.status == 65)
    #expect(
      set.local(loop.errors) == [
        "canon: a.journal: the journal was played with another loop than this set has. "
          + "Name its own set: doors.toml"
      ])
  }

  @Test func whatIsCutIsCounted() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let score = try set.folder.write("@2400 gain cello 24\n@4800 quit\n", to: "a.score")
    let out = set.folder.file("out.wav")
    let cut = try Canon("render", set.schedule, "--score", score, "-o", out, "--format", "wav16")
    #expect(cut.status == 0)
    #expect(
      set.local(cut.errors).first?.hasSuffix("samples were beyond full scale and cut. Lower the gains.")
        == true)
    #expect(try Canon("render", set.schedule, "--score", score, "-o", out, "--format", "wav32f").errors == [])
  }
}
