import CanonLiveSupport
import Foundation
import Testing

/// `canon check`: everything that is wrong, with the remedy.
@Suite struct CheckTests {
  @Test(
    "What comes with canon is in order",
    arguments: [
      "Schedules/advent-2015.toml", "Schedules/advent.toml", "Schedules/always.toml", "Stems/pachelbel-canon",
    ])
  func goodFiles(path: String) throws {
    let canon = try Canon("check", path)
    #expect(canon.status == 0)
    #expect(canon.output == ["No problems found."])
    #expect(canon.errors == [])
  }

  @Test func asDataNothingIsAnEmptyList() throws {
    let canon = try Canon("check", "Schedules/always.toml", "--json")
    #expect(canon.status == 0)
    #expect(canon.output == [#"{"problems":[]}"#])
  }

  /// A set with a wrong line and a missing file.
  private func broken() throws -> TestFolder {
    let folder = try TestFolder()
    _ = try folder.write(
      "tempo = 80\nloop = \"24 s\"\n[[stem]]\nid = \"cello\"\nfile = \"cello.wav\"\nbase = true\n",
      to: "set.toml")
    _ = try folder.write("no sound", to: "cello.wav")
    return folder
  }

  @Test func eachProblemIsALineOfResultsAndTheirNumberAWordForPeople() throws {
    let folder = try broken()
    let canon = try Canon("check", folder.path)
    #expect(canon.status == 65)
    #expect(
      canon.output.map { $0.replacing(folder.path + "/", with: "") } == [
        "set.toml:5: stem \"cello\": file: found \"cello.wav\": not a sound file that libsndfile can read, "
          + "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3). Check what it is, e.g.: file cello.wav"
      ])
    #expect(canon.errors == ["canon: 1 problem."])
  }

  @Test func asDataEachProblemHasItsParts() throws {
    let folder = try broken()
    let canon = try Canon("check", folder.path, "--json")
    #expect(canon.status == 65)
    #expect(canon.errors == ["canon: 1 problem."])
    #expect(
      canon.output.map { $0.replacing(folder.path + "/", with: "") } == [
        #"{"problems":[{"code":"sound.unrecognised","expected":"a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3)","#
          + #""field":"stem \"cello\": file","file":"set.toml","#
          + #""found":"\"cello.wav\": not a sound file that libsndfile can read","line":5,"message":""#
          + #"set.toml:5: stem \"cello\": file: found \"cello.wav\": not a sound file that libsndfile can read, "#
          + #"expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3). Check what it is, e.g.: file cello.wav","#
          + #""remedy":"Check what it is, e.g.: file cello.wav","severity":"error"}]}"#
      ])
  }

  @Test func aWarningCountsOnlyOnRequest() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let text = try String(contentsOfFile: set.folder.file("set/set.toml"), encoding: .utf8)
    _ = try set.folder.write(text + "gain = 12\n", to: "set/set.toml")
    let message =
      "set/set.toml: warning: gain: found a peak of +3.5 dBFS with all stems and +3.5 dBFS with the loudest choice of "
      + "them, expected at most 0 dBFS, above which the outputs clip. Lower every gain by 3.5 dB, or play with: gain master -3.5"
    let check = try Canon("check", set.schedule)
    #expect(check.status == 0)
    #expect(set.local(check.output) == [message])
    #expect(check.errors == [])
    let strict = try Canon("check", set.schedule, "--strict")
    #expect(strict.status == 65)
    #expect(set.local(strict.output) == [message])
    #expect(strict.errors == ["canon: 1 problem."])
    let json = try Canon("check", set.schedule, "--json")
    #expect(json.status == 0)
    #expect(json.output.first?.contains(#""severity":"warning""#) == true)
  }

  @Test func aScheduleAndItsSetAreCheckedTogether() throws {
    let set = try SmallSet(doors: "violn = 2026-12-06\ncello = 2026-12-06")
    let canon = try Canon("check", set.schedule)
    #expect(canon.status == 65)
    #expect(
      set.local(canon.output) == [
        "doors.toml:5: door \"violn\": found no such stem, expected a stem of the set: cello, violin. "
          + "Correct the name, or remove the door. Did you mean \"violin\"?",
        "doors.toml:6: door \"cello\": found the base, which sounds from the start, expected a stem without "
          + "base = true. Remove the door, or base = true in set/set.toml.",
      ])
    #expect(canon.errors == ["canon: 2 problems."])
  }

  @Test func aFileOfALockedAndAnOpenStemIsRefusedByEverything() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    try FileManager.default.removeItem(atPath: set.folder.file("set/cello set.wav"))
    try FileManager.default.linkItem(
      atPath: set.folder.file("set/violin set.wav"), toPath: set.folder.file("set/cello set.wav"))
    let message =
      "doors.toml:5: door \"violin\": found \"violin set.wav\", the file that \"cello\" plays too, expected a file "
      + "that only stems with the same door play. Give one of the two stems another file, or both the same door."
    let check = try Canon("check", set.schedule)
    #expect(check.status == 65)
    #expect(set.local(check.output) == [message])
    let play = try Canon("play", set.schedule)
    #expect(play.status == 65)
    #expect(set.local(play.errors) == ["canon: " + message])
  }

  @Test func whatIsWrongInBothFilesIsSaidAtOnce() throws {
    let set = try SmallSet(doors: "violn = 2026-12-06")
    _ = try set.folder.write("no sound", to: "set/violin set.wav")
    let canon = try Canon("check", set.schedule)
    #expect(canon.output.contains { $0.contains("violn") })
    #expect(canon.output.contains { $0.contains("violin set.wav") }, "everything that is or will be wrong")
  }

  @Test func aMissingFileIsSaidByItsName() throws {
    let canon = try Canon("check", "nowhere.toml")
    #expect(canon.status == 65)
    #expect(
      canon.output == [
        "nowhere.toml: found no such file, expected a schedule or a set (a text file). "
          + "Check the name and the folder."
      ])
  }
}
