import CanonControl
import CanonFiles
import CanonStems
import CanonTestSupport
import Foundation
import Testing

@Suite struct SetFileProblemTests {
  @Test(arguments: BrokenSet.all + BrokenSet.headKeys + BrokenSet.stemKeyRows + BrokenSet.regionRows)
  func isExplained(broken: BrokenSet) {
    let error = #expect(throws: FileProblems.self) {
      try StemSetFile.parse(path: "set.toml", text: broken.text)
    }
    #expect(error?.problems.map(\.message) == broken.messages)
    for problem in error?.problems ?? [] {
      #expect(JapaneseText.englishWords(in: problem.text(.japanese)) == [], "\(problem.text(.japanese))")
      let words = problem.words(.japanese)
      #expect([words.expected, words.remedy].allSatisfy(JapaneseText.isJapanese), "\(words)")
    }
  }

  /// What `load` says about the folder, with its path taken out of the messages.
  private func complaint(_ folder: TemporaryFolder, _ name: String = "set.toml") -> [String] {
    let error = #expect(throws: FileProblems.self) { try StemSetFile.load(folder[name]) }
    return (error?.problems ?? []).map { $0.message.replacing(folder.path + "/", with: "") }
  }

  @Test func aLinkOutOfTheFolderIsRefused() throws {
    let folder = TemporaryFolder()
    let elsewhere = TemporaryFolder()
    try elsewhere.sound("a.wav", [0])
    try folder.link("a.wav", to: elsewhere["a.wav"])
    try folder.write(BrokenSet.stem(), to: "set.toml")
    #expect(
      complaint(folder) == [
        "set.toml:3: stem \"a\": file: found \"a.wav\", expected a file below the set's folder, links resolved. "
          + "Put the file into the folder of the set."
      ])
  }

  @Test func aLinkWithinTheFolderIsNot() throws {
    let folder = TemporaryFolder()
    try folder.sound("real.wav", [0])
    try folder.link("a.wav", to: "real.wav")
    try folder.write(BrokenSet.stem(), to: "set.toml")
    #expect(try StemSetFile.load(folder.path).stems.count == 1)
  }

  @Test func aFolderWithoutASetIsExplained() {
    #expect(
      complaint(TemporaryFolder(), "") == [
        ": found neither a set.toml nor a sound file, expected a folder with loops (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). "
          + "Put the sound files in it, or name another folder."
      ])
  }

  @Test func latin1IsRefused() throws {
    let folder = TemporaryFolder()
    try folder.write(Data("title = \"Caf".utf8) + [0xe9] + Data("\"\n".utf8), to: "set.toml")
    #expect(
      complaint(folder) == [
        "set.toml: found bytes that are not UTF-8 text, expected a set file (a text file). Save the file as UTF-8."
      ])
  }

  @Test func aHugeFileIsRefused() throws {
    let folder = TemporaryFolder()
    try folder.write(String(repeating: "#", count: (8 << 20) + 1), to: "set.toml")
    #expect(
      complaint(folder) == [
        "set.toml: found 8388609 bytes, expected a set file (a text file). Such files are small; 8 MiB is the limit."
      ])
  }

  @Test func aPipeDoesNotBlock() throws {
    let folder = TemporaryFolder()
    #expect(mkfifo(folder["set.toml"], 0o600) == 0)
    #expect(
      complaint(folder) == [
        "set.toml: found something that is not a regular file, expected a set file (a text file). "
          + "Name the file itself."
      ])
  }
}
