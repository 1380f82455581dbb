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
    #expect(canon.output.first == "No problems found.")
    #expect(canon.output.contains("Canon in D: 8 bars, 24.000 s, 48000 Hz"))
    #expect(canon.errors == [])
  }

  @Test func asDataNothingIsAnEmptyList() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", isFlat: false)
    let canon = try Canon("check", set.schedule, "--json")
    #expect(canon.status == 0)
    #expect(canon.output.count == 1)
    #expect(canon.output.first?.hasPrefix(#"{"problems":[],"set":{"#) == true)
  }

  @Test("Of a programme all pieces are checked, each source once; what is for one set is refused")
  func programme() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", isFlat: false)
    let path = try set.folder.write(
      "[[piece]]\nsource = \"set\"\n[[piece]]\nsource = \"doors.toml\"\n[[piece]]\nsource = \"set\"\n",
      to: "evening.programme.toml")
    let canon = try Canon("check", path)
    #expect(canon.status == 0)
    #expect(canon.output.first == "No problems found.")
    #expect(canon.output.count { $0.hasPrefix("Small set: ") } == 2)
    #expect(try Canon("check", path, "--json").output.first?.contains(#""pieces":["#) == true)
    let plot = try Canon("check", path, "--plot", set.folder.file("x.svg"))
    #expect(plot.status == 2 && plot.errors.joined().contains("found a programme"))
    for other in [try Canon("doors", path), try Canon("render", path, "-o", set.folder.file("x.wav"))] {
      #expect(other.status == 2 && other.errors.joined().contains("Name a piece of the programme"))
    }
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
        "set.toml:5: stem \"cello\": file: found \"cello.wav\": not a sound file that canon can read, "
          + "expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). Check what it is, e.g.: file cello.wav"
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
        #"{"problems":[{"code":"sound.unrecognised","expected":"a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others)","#
          + #""field":"stem \"cello\": file","file":"set.toml","#
          + #""found":"\"cello.wav\": not a sound file that canon can read","line":5,"message":""#
          + #"set.toml:5: stem \"cello\": file: found \"cello.wav\": not a sound file that canon can read, "#
          + #"expected a sound file (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others). Check what it is, e.g.: file cello.wav","#
          + #""remedy":"Check what it is, e.g.: file cello.wav","severity":"error"}]}"#
      ])
  }

  private func expect(_ check: Canon, of set: SmallSet, status: Int32, _ message: String) {
    #expect(check.status == status)
    #expect(set.local(check.output).first == message)
    // What is wrong is not measured.
    #expect(check.output.contains("Small set: 0.100 s, 48000 Hz") == !message.contains("doors.toml:5"))
  }

  @Test func aWarningCountsOnlyOnRequest() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06", isFlat: false)
    let text = try String(contentsOfFile: set.folder.file("set/set.toml"), encoding: .utf8)
    _ = try set.folder.write(text + "gain = 12\n", to: "set/set.toml")
    let message =
      "set/set.toml: warning: gain: found a peak of +3.5 dBFS with all stems and +3.5 dBFS with the loudest choice of "
      + "them, expected at most 0 dBFS, above which the outputs clip. Lower every gain by 3.5 dB, or play with: gain master -3.5"
    let check = try Canon("check", set.schedule)
    expect(check, of: set, status: 0, message)
    #expect(check.errors == [])
    let strict = try Canon("check", set.schedule, "--strict")
    expect(strict, of: set, status: 65, message)
    #expect(strict.errors == ["canon: 1 problem."])
    let json = try Canon("check", set.schedule, "--json")
    #expect(json.status == 0)
    #expect(json.output.first?.contains(#""severity":"warning""#) == true)
  }

  @Test func aLoopThatDoesNotSoundAsItShouldIsAWarningOfItsFile() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let check = try Canon("check", set.schedule, "--json")
    #expect(check.status == 0)
    let text = check.output.joined()
    #expect(text.contains(#""code":"seam.offset""#) && text.contains(#""field":"stem \"cello\": file""#))
    #expect(
      try Canon("check", set.schedule, "--lang", "ja").output.first?.contains("平均がフルスケールの 50.0 %（直流成分）")
        == true)
  }

  // MARK: - What was measured

  /// Two tones, and a door that opens four days after now.
  private func tones() throws -> SmallSet {
    let set = try SmallSet(doors: "violin = { after = \"4 days\" }")
    try set.writeTone("cello", frames: 9600, level: 0.5)
    try set.writeTone("violin", frames: 4800, level: 0.25)
    return set
  }

  @Test func theStemsAreATableThenComesWhatIsTrueOfAll() throws {
    let set = try tones()
    let canon = try Canon("check", set.schedule)
    #expect(canon.status == 0)
    try #require(canon.output.count == 16)
    #expect(
      Array(canon.output[..<11]) == [
        "No problems found.", "", "Small set: 0.200 s, 48000 Hz", "",
        "stem    format     ch  frames  loops   dBFS   dBTP   LUFS  DC %  seam  silence",
        "cello   WAV float   1    9600      1   -6.0   -6.0   -7.8  0.00  0.0x      1+0",
        "violin  WAV float   1    4800    0.5  -12.0  -12.0  -13.9  0.00     -      1+0", "",
        "All stems: peak -2.5 dBFS, true peak -2.5 dBTP, loudness -4.3 LUFS.",
        "Loudest choice of stems: peak -2.5 dBFS, true peak -2.5 dBTP.",
        "Headroom up to a true peak of -1 dBTP: 1.4 dB.",
      ])
    #expect(canon.output[11].hasPrefix("Memory for the samples at 48000 Hz: 56 KiB ("))
    #expect(
      canon.output[12...14] == ["", "The highest peak that the doors allow:", "  now: -6.0 dBFS, 1 stem"])
    #expect(canon.output[15].hasSuffix(": -2.5 dBFS, 2 stems (new: violin)"))
    let japanese = try Canon("check", set.schedule, "--lang", "ja").output
    #expect(japanese.contains("最も大きい組み合わせ：ピーク -2.5 dBFS、トゥルーピーク -2.5 dBTP。"))
  }

  /// The values of a JSON object.
  private func object(_ canon: Canon) throws -> [String: Any] {
    let data = Data(canon.output.joined().utf8)
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func asDataStemsAndSetHaveTheirNumbers() throws {
    let set = try tones()
    let document = try object(try Canon("check", set.schedule, "--json"))
    #expect(document.keys.sorted() == ["problems", "set", "stems"])
    let stems = try #require(document["stems"] as? [[String: Any]])
    #expect(stems.map { $0["id"] as? String } == ["cello", "violin"])
    #expect(stems[0]["peak_dbfs"] as? Double == -6.02 && stems[0]["frames"] as? Int == 9600)
    #expect(stems[0]["container"] as? String == "WAV" && stems[0]["codec"] as? String == "float")
    #expect(stems[1]["gain_db"] as? Double == 0 && stems[1]["suggested_gain_db"] as? Double == 1.4)
    let whole = try #require(document["set"] as? [String: Any])
    #expect(whole["worst_peak_dbfs"] as? Double == -2.5 && whole["peak_is_bound"] as? Bool == false)
    #expect(whole["sample_bytes"] as? Int == 57_600 && whole["suggested_change_db"] as? Double == 1.4)
    let doors = try #require(whole["doors"] as? [[String: Any]])
    #expect(doors.map { $0["new"] as? [String] } == [[], ["violin"]])
    #expect(doors.map { $0["peak_dbfs"] as? Double } == [-6.02, -2.5])
    #expect(doors.allSatisfy { ($0["from"] as? String)?.hasSuffix("+09:00") == true })
  }

  @Test("Documentation/Check.md has every key of the JSON, and no other")
  func documentedKeys() throws {
    let set = try SmallSet(doors: "violin = 2026-12-06")
    let text = try String(contentsOfFile: set.folder.file("set/set.toml"), encoding: .utf8)
    _ = try set.folder.write("tempo = 600\n" + text, to: "set/set.toml")
    // A seam needs two ends of 50 ms.
    try set.writeTone("cello", frames: 19_200, level: 0.5)
    try set.writeTone("violin", frames: 19_200)
    let document = try object(try Canon("check", set.schedule, "--json"))
    try #require(document.keys.count == 3)
    var keys: Set<String> = []
    func collect(_ value: Any) {
      if let list = value as? [Any] { list.forEach(collect) }
      guard let object = value as? [String: Any] else { return }
      keys.formUnion(object.keys)
      object.values.forEach(collect)
    }
    for part in ["stems", "set"] { collect(try #require(document[part])) }
    let page = try String(
      contentsOfFile: CanonProcess.projectFolder + "/Documentation/Check.md", encoding: .utf8)
    let tables = try #require(page.split(separator: "## JSON").last)
    let documented = Set(
      tables.matches(of: /(?m)^\| `([a-z_]+)`(?:, `([a-z_]+)`)?/).flatMap { match in
        [match.output.1, match.output.2].compactMap(\.self).map(String.init)
      })
    #expect(keys.subtracting(documented) == [])
    // An unlimited amount of memory can be locked where this runs, or not.
    #expect(documented.subtracting(keys).subtracting(["lockable_bytes"]) == [])
  }

  @Test func whereFFmpegIsMissingTheCommandThatInstallsItIsNamed() throws {
    let folder = try TestFolder()
    _ = try folder.write("\0\0\0 ftypM4A isom" + String(repeating: "\0", count: 100), to: "0_cello.m4a")
    let check = try CanonProcess.run(["check", folder.path], environment: ["PATH": folder.path])
    #expect(check.status == 65)
    #expect(
      check.output == [
        "\(folder.path)/0_cello.m4a: found AAC or another sound that needs ffmpeg, expected ffmpeg and ffprobe in PATH. "
          + "Install both: sudo apt-get install ffmpeg"
      ])
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
      "doors.toml:5: door \"violin\": found \"violin set.wav\", the file that \"cello\" plays too, expected a loop "
      + "that only stems with the same door play. Give one of the two stems another file, or both the same door."
    expect(try Canon("check", set.schedule), of: set, status: 65, message)
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
