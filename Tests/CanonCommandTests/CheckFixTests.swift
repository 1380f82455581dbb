import CanonLiveSupport
import Foundation
import Testing

/// `canon check --fix`: a mended set in a folder of its own.
@Suite struct CheckFixTests {
  private let set: SmallSet
  private var new: String { self.set.folder.file("new") }

  /// A stem that is right, and one that clicks and has a mean.
  init() throws {
    set = try SmallSet(doors: "violin = 2026-12-06")
    try set.writeTone("cello", frames: 9600, level: 0.5)
    try set.writeTone("violin", frames: 9600, hertz: 101.3, level: 0.5, mean: 0.25)
  }

  @Test("It says what has changed, before and after, and the new set is in order")
  func mends() throws {
    let canon = try Canon("check", set.schedule, "--fix", new)
    #expect(canon.status == 0 && canon.errors == [])
    let told = try #require(canon.output.firstIndex { $0.hasPrefix("cello.wav:") })
    #expect(canon.output[told].contains("unchanged; gain 0.0 -> "))
    #expect(
      canon.output[told + 1].contains(
        /^violin\.wav: DC 25\.\d\d % -> -?0\.\d\d %, seam \d+\.\dx -> \d\.\dx \(crossfade of 480 frames\); gain 0\.0 -> -?\d\.\d dB$/
      ), "\(canon.output[told + 1])")
    #expect(
      canon.output[told + 2].contains(
        /^True peak of the loudest choice of stems: \+\d\.\d -> -1\.\d dBTP\.$/), "\(canon.output[told + 2])")
    #expect(canon.output[(told + 3)...] == ["\(new)/set.toml is written."])
    let check = try Canon("check", new, "--strict")
    #expect(check.status == 0 && check.output.first == "No problems found.", "\(check.output)")
    #expect(try Canon("check", set.schedule, "--strict").status == 65, "the old set is as it was")
  }

  @Test("A length that nearly fits is an error of the old set alone")
  func length() throws {
    try set.writeTone("violin", frames: 9610, level: 0.25)
    let canon = try Canon("check", set.schedule, "--fix", new)
    #expect(canon.status == 0, "\(canon.errors)")
    #expect(
      canon.output.contains { $0.hasPrefix("violin.wav: 9610 -> 9600 frames; gain") }, "\(canon.output)")
    #expect(try Canon("check", set.schedule).status == 65)
    #expect(try Canon("check", new).status == 0)
  }

  @Test("It is told in Japanese")
  func japanese() throws {
    let output = try Canon("check", set.schedule, "--fix", new, "--lang", "ja").output
    #expect(output.contains { $0.hasPrefix("cello.wav：変更なし、ゲイン 0.0 → ") })
  }

  @Test("What is left of warnings is told, and counts with --strict")
  func left() throws {
    // What was cut off cannot be mended.
    try set.writeTone("violin", frames: 9600, level: 1.5)
    let canon = try Canon("check", set.schedule, "--fix", new)
    #expect(canon.status == 0)
    #expect(canon.output.last?.contains("cut off at full scale") == true)
    #expect(try Canon("check", set.schedule, "--strict", "--fix", set.folder.file("other")).status == 65)
  }

  @Test("A folder that has something in it stays as it is, and so does a file")
  func notEmpty() throws {
    for name in ["set", "set/set.toml"] {
      let before = try FileManager.default.contentsOfDirectory(atPath: set.folder.file("set")).sorted()
      let canon = try Canon("check", set.schedule, "--fix", set.folder.file(name))
      #expect(canon.status == 73)
      #expect(canon.errors.count == 1 && canon.errors[0].hasPrefix("canon: \(set.folder.file(name))"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: set.folder.file("set")).sorted() == before)
    }
    try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
    #expect(try Canon("check", set.schedule, "--fix", new).status == 0, "an empty one is as good as none")
  }

  @Test("With other errors nothing is written")
  func errors() throws {
    _ = try set.folder.write("no sound", to: "set/violin set.wav")
    let canon = try Canon("check", set.schedule, "--fix", new)
    #expect(canon.status == 65 && canon.errors == ["canon: 1 problem."])
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test("It excludes --json")
  func json() throws {
    let canon = try Canon("check", set.schedule, "--fix", new, "--json")
    #expect(canon.status == 2 && canon.errors[0].contains("--json and --fix exclude each other"))
  }
}
