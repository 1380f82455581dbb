import CanonControl
import CanonFiles
import CanonLiveSupport
import CanonSession
import CanonStems
import CanonStemsSupport
import Testing

/// What a person names to be played: a schedule with its set, or a set alone.
@Suite struct SourceTests {
  @Test func aFolderIsASet() throws {
    let small = try SmallSet()
    for path in [small.folder.path, small.folder.path + "/", small.folder.file("set.toml")] {
      let source = try Source.load(path)
      #expect(source.schedule == nil)
      #expect(source.set.title == "Small set")
      #expect(source.name == path)
    }
  }

  @Test func aFileWithStemsIsASetWhateverItsName() throws {
    let small = try SmallSet()
    let text = try TextFile.read(small.path, kind: "a set")
    let source = try Source.load(try small.folder.write(text, to: "evening.toml"))
    #expect(source.schedule == nil)
    #expect(source.set.stems.map(\.id) == SmallSet.stems.map(\.id))
  }

  @Test func aFileWithoutStemsIsASchedule() throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06")
    let source = try Source.load(small.path)
    #expect(source.schedule?.doors.map(\.stemID) == ["violin-b"])
    #expect(source.set.stems.count == 4)
    #expect(source.name == small.path)
  }

  /// Mending one thing after the other, with a report of one thing each, is what nobody wants to do.
  @Test func everythingIsToldAtOnceWhateverIsWrongWithTheRest() throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06\nviolin-c = advent 1")
    let set = try TextFile.read(small.folder.file("set.toml"), kind: "a set")
    _ = try small.folder.write(
      set.replacing("base = true", with: "base = yes")
        + "\ngain = -5,3\n[[stem]]\nid = \"x\"\nfile = \"gone.wav\"\n",
      to: "set.toml")
    let problems = Source.problems(small.path)
    #expect(
      problems.map { $0.file.split(separator: "/").last } == [
        "doors.toml", "set.toml", "set.toml", "set.toml",
      ])
    #expect(problems.map(\.found) == ["advent 1", "yes", "-5,3", "\"gone.wav\": no such file"])
    #expect(problems[1].remedy == "Did you mean true?")
  }

  @Test("The check decodes with the readers that it is given, and says what they find")
  func readers() async throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06")
    let samples = [Float](repeating: 0.25, count: SmallSet.loop)
    // All its loops are constant, which is told of each that can be read.
    func warned(_ readers: SoundReaders) async -> [String?] {
      await Source.remarks(.path(small.path), readers).filter { $0.code == "seam.offset" }.map(\.field)
    }
    func check(frames: Int?, _ readers: SoundReaders) throws -> [String] {
      _ = try small.folder.write(TallyReader.text(samples, frames: frames), to: "violin-b.wav")
      return Source.problems(.path(small.path), readers).map { $0.found ?? "" }
    }
    #expect(try check(frames: nil, .withTally) == [])
    #expect(await warned(.withTally).contains("stem \"violin-b\": file"))
    #expect(
      await !warned(.standard).contains("stem \"violin-b\": file"),
      "a file that cannot be read is a problem, not a remark")
    let cut = try check(frames: SmallSet.loop + 1, .withTally)
    #expect(cut.count == 1 && cut[0].contains("\(SmallSet.loop)") && cut[0].contains("\(SmallSet.loop + 1)"))
    #expect(
      try check(frames: nil, .standard) == ["\"violin-b.wav\": not a sound file that canon can read"])
  }

  @Test func aDoorOfNoStemIsRefusedSinceItWouldLeaveTheRealStemOpen() throws {
    let small = try SmallSet(doors: "violin-b = 2026-12-06\n\nvioln-c = 2026-12-13\nviola = 2026-12-20")
    #expect(
      problems(small) == """
        doors.toml:6: door "violn-c": found no such stem, expected a stem of the set: cello, violin-a, violin-b, \
        violin-c. Correct the name, or remove the door. Did you mean "violin-c"?
        doors.toml:7: door "viola": found no such stem, expected a stem of the set: cello, violin-a, violin-b, \
        violin-c. Correct the name, or remove the door.
        """)
  }

  @Test func aBaseBehindADoorIsRefusedSinceItSoundsFromTheStart() throws {
    let small = try SmallSet(doors: "cello = 2026-12-06")
    #expect(
      problems(small) == """
        doors.toml:4: door "cello": found the base, which sounds from the start, expected a stem without \
        base = true. Remove the door, or base = true in ./set.toml.
        """)
  }

  @Test func aScheduleWhoseSetIsMissingNamesTheSet() throws {
    let folder = try TestFolder()
    let path = try folder.write("set = \"nowhere\"\n", to: "doors.toml")
    let problems = #expect(throws: FileProblems.self) { try Source.load(path) }
    #expect(problems?.problems.count == 1)
    #expect(problems?.problems.first?.file == folder.file("nowhere"))
    #expect(problems?.problems.first?.found == "no such file")
  }

  @Test(
    "What cannot be read is said by its name", arguments: ["missing.toml", "missing/set.toml", "missing"])
  func missing(name: String) throws {
    let folder = try TestFolder()
    let problems = #expect(throws: FileProblems.self) { try Source.load(folder.file(name)) }
    #expect(problems?.message.hasPrefix(folder.file(name) + ": found no such file, expected ") == true)
  }

  /// The problems, with paths as seen from the set's folder.
  private func problems(_ small: SmallSet) -> String {
    do throws(FileProblems) {
      _ = try Source.load(small.path)
      return ""
    } catch {
      return error.message.replacing(small.folder.path + "/", with: "")
    }
  }
}
