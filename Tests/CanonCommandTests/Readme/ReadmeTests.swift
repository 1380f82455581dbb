import CanonEngine
import CanonLiveSupport
import CanonStems
import Foundation
import Testing

/// What README.md tells people to write and to type does what it says.
@Suite struct ReadmeTests {
  private let readme: Readme
  private let folder: TestFolder

  init() throws {
    (readme, folder) = (try Readme(), try TestFolder())
  }

  private func writeSound(_ name: String, frames: Int, as format: SoundFormat = .wav32f) throws {
    var writer = try SoundWriter(
      path: folder.file(name), format: format, sampleRate: .studio, channelCount: 1)
    // Doors belong to what is heard, so no file sounds like another.
    try writer.write([Float](repeating: 0.125 / Float(name.count), count: frames))
    _ = try writer.finish()
  }

  @Test func theCommandsOfMakeAreThere() throws {
    let makefile = try String(contentsOfFile: CanonProcess.projectFolder + "/Makefile", encoding: .utf8)
    let commands = readme.commands(with: "make play")
    #expect(commands == ["make play", "make test"])
    for command in commands { #expect(makefile.contains("\n\(command.dropFirst(5)):"), "\(command)") }
  }

  @Test("The set and the schedule that it shows are in order, once their sound files are there")
  func ownMusic() throws {
    let (set, horns) = (readme.block(with: "title = \"Evening\""), readme.block(with: "id     = \"horns\""))
    let schedule = readme.block(with: "[doors]")
    try #require(!set.isEmpty && !horns.isEmpty && !schedule.isEmpty)
    let more = ["flute", "choir"].map { "[[stem]]\nid = \"\($0)\"\nfile = \"\($0).wav\"" }
    _ = try folder.write((set + horns + more).joined(separator: "\n"), to: "evening/set.toml")
    let path = try folder.write(schedule.joined(separator: "\n"), to: "schedule.toml")
    let bar = 4 * 60 * 48_000 / 96
    for (name, bars) in [("bass", 4), ("voice", 4), ("horns", 6), ("flute", 2), ("choir", 8)] {
      try writeSound("evening/\(name).wav", frames: bars * bar)
    }
    for name in ["evening", path] {
      let canon = try Canon("check", name, folder: folder.path)
      #expect(canon.status == 0, "\(canon.output)")
    }
    let doors = try Canon("doors", path, "--as-of", "2026-11-29").output
    #expect(doors.contains { $0.contains("+ voice  open since Sunday 2026-11-29") }, "\(doors)")
  }

  @Test("Every command for the shell ends well, in a folder with what ships with canon")
  func shellCommands() throws {
    for name in ["Schedules", "Stems"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: CanonProcess.projectFolder + "/" + name)
    }
    let commands = readme.commands(with: "canon check Schedules")
    #expect(commands.count == 5)
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      try #require(words.first == "canon")
      let run = try CanonProcess.run(Array(words.dropFirst()), folder: folder.path)
      #expect(run.status == 0, "\(command): \(run.errors)")
    }
    let calendar = try String(contentsOfFile: folder.file("advent.ics"), encoding: .utf8)
    #expect(calendar.contains("BEGIN:VALARM"))
    #expect(try SoundFile.info(folder.file("canon.flac")).frameCount == 2 * 1_152_000)
  }

  @Test("Every option of the ways into other applications is one; without a server they end with 69")
  func wiring() throws {
    let commands = readme.commands(with: "canon play --connect").filter { $0.hasPrefix("canon play") }
    #expect(commands.count == 5)
    for command in commands {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let run = try CanonProcess.run(
        words + ["--no-start-server"], environment: ["JACK_DEFAULT_SERVER": "canon-test-none"])
      #expect(run.status == 69, "\(command): \(run.errors)")
    }
  }

  @Test("Every command for layering is carried out, by a set that has what they name")
  func layering() throws {
    let lines = readme.commands(with: "start all bar:2")
    #expect(lines.count == 6)
    var set = "tempo = 1000\nmeter = \"2/4\"\nloop = \"2 bars\"\n"
    for id in ["cello", "violin-a", "violin-b"] {
      set += "[[stem]]\nid = \"\(id)\"\nfile = \"\(id).wav\"\nbase = \(id == "cello")\n"
      try writeSound("\(id).wav", frames: 11_520)
    }
    try writeSound("take-2.flac", frames: 11_520, as: .flac)
    set += "[[scene]]\nid = \"finale\"\ncommands = [\"start violin-*\"]\n"
    _ = try folder.write(set, to: "set.toml")
    let score = lines.enumerated().map { "@\($0 * 5000) \($1)\n" }.joined()
    let path = try folder.write(score, to: "layering.score")
    let canon = try Canon("render", folder.path, "--score", path, "-o", folder.file("out.wav"))
    #expect(canon.status == 0, "\(canon.errors)")
    #expect(canon.errors == [])
  }
}
