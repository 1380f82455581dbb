import CanonEngine
import CanonLiveSupport
import CanonStems
import CanonStemsSupport
import Foundation
import Testing

/// `canon new`, and what plays, is checked and rendered without a set file.
@Suite struct NewTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    for (name, value) in [("0_cello", Float(0.5)), ("1_violin", 0.25)] {
      var writer = try SoundWriter(
        path: folder.file("\(name).wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
      try writer.write((0..<4800).map { $0 % 2 == 0 ? value : -value })
      _ = try writer.finish()
    }
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.file(name), encoding: .utf8)
  }

  @Test("It writes what is assumed, once, and the set is in order")
  func writes() throws {
    let new = try Canon("new", folder.path)
    #expect(new.status == 0 && new.output == ["\(folder.path)/set.toml is written."] && new.errors == [])
    let written = try text("set.toml")
    #expect(
      written.contains(
        "id    = \"cello\"\nfile  = \"0_cello.wav\"   # 0.1 s, 4800 frames at 48000 Hz\nbase  = true"))
    #expect(try Canon("check", folder.path).output.first == "No problems found.")
    let again = try Canon("new", folder.path)
    #expect(again.status == 73 && again.output == [])
    #expect(
      again.errors == [
        "canon: \(folder.path)/set.toml exists and stays as it is. Remove or rename it first."
      ])
    #expect(try text("set.toml") == written)
  }

  @Test(
    "A loop that a file names plays, is told by check, is written as a region, and renders alike at each period"
  )
  func loopPoints() throws {
    try SamplerChunk.name(100..<2500, inWAV: folder.file("1_violin.wav"))
    let remark =
      "\(folder.path): note: stem \"violin\": file: found \"1_violin.wav\": loop points 100 .. 2500 (smpl chunk), and no region, so the "
      + "stem loops 2400 frames (0.050 s), expected a region if that is not its loop. Write e.g. region = \"0 ..\" for all of the "
      + "file, or region = \"100 .. 2500\" to keep this loop."
    let check = try Canon("check", folder.path)
    #expect(check.status == 0 && check.output.contains(remark), "\(check.output)")
    let json = try Canon("check", folder.path, "--json").output.joined()
    #expect(json.contains(#""code":"loop-points.used""#))
    #expect(
      try Canon("check", folder.path, "--lang", "ja").output.contains {
        $0.contains("ループポイント 100 .. 2500（smpl チャンク）があり region がないため")
      })
    func rendered(_ period: Int) throws -> Data {
      let path = folder.file("out/\(period).wav")
      try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
      let canon = try Canon("render", folder.path, "--loops", "3", "--period", "\(period)", "-o", path)
      #expect(canon.status == 0, "\(canon.errors)")
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let played = try rendered(64)
    for period in [1, 4096] { #expect(try rendered(period) == played) }
    try FileManager.default.removeItem(atPath: folder.file("out/64.wav"))

    #expect(try Canon("new", folder.path).status == 0)
    #expect(
      try text("set.toml").contains(
        "region = \"100 .. 2500\"   # the loop that the file names (smpl chunk): 0.05 s, 2400 frames\n"))
    #expect(try Canon("check", folder.path).output.first == "No problems found.")
    #expect(try rendered(64) == played)
  }

  @Test("With a calendar it writes both, or neither")
  func calendar() throws {
    _ = try folder.write("mine", to: "advent.toml")
    let refused = try Canon("new", folder.path, "--schedule", "advent")
    #expect(refused.status == 73 && !FileManager.default.fileExists(atPath: folder.file("set.toml")))
    #expect(try text("advent.toml") == "mine")
    try FileManager.default.removeItem(atPath: folder.file("advent.toml"))
    let new = try Canon("new", folder.path, "--schedule", "advent")
    #expect(new.status == 0 && new.output.count == 2)
    #expect(try text("advent.toml").contains("violin = \"advent 1\""))
    #expect(try text("advent.toml").contains("time_zone = \"local\""))
    #expect(try Canon("check", folder.file("advent.toml")).status == 0)
    // The set stays, the calendar is missing again.
    try FileManager.default.removeItem(atPath: folder.file("advent.toml"))
    #expect(
      try Canon("new", folder.path, "--schedule", "advent").output == [
        "\(folder.path)/advent.toml is written."
      ])
  }

  @Test("A folder and sound files are checked and rendered as they are")
  func withoutSet() throws {
    let check = try Canon("check", folder.path)
    #expect(check.status == 0)
    #expect(check.output.first?.contains("canon assumes 2 stems, a loop of 0.1 s") == true)
    let one = folder.file("one.wav"), two = folder.file("out/two.wav")
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: true)
    _ = try folder.write("@0 start violin now\n", to: "both.score")
    #expect(
      try Canon("render", folder.path, "-o", two, "--score", folder.file("both.score"), "--loops", "2").status
        == 0)
    #expect(
      try Canon(
        "render", folder.file("0_cello.wav"), folder.file("1_violin.wav"), "-o", one, "--score",
        folder.file("both.score"), "--loops", "2"
      ).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: one)) == Data(contentsOf: URL(fileURLWithPath: two)))
    #expect(try StereoFile(one).left.dropFirst(1000).contains(0.75))
  }

  @Test("A folder that is not there, and a near miss, are refused, and nothing is written")
  func refused() throws {
    let missing = try Canon("new", folder.file("away"))
    #expect(missing.status == 65 && missing.errors.first?.contains("No such file or directory") == true)
    var writer = try SoundWriter(
      path: folder.file("near.wav"), format: .wav32f, sampleRate: .studio, channelCount: 1)
    try writer.write([Float](repeating: 0, count: 4801))
    _ = try writer.finish()
    let near = try Canon("new", folder.path)
    #expect(near.status == 65 && near.errors.first?.contains("near.wav: found 0.1 s (4801 frames)") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("set.toml")))
  }

  @Test(
    "Behind doors, files that only a number tells apart are refused: another file may not take a stem's door")
  func namesakes() throws {
    _ = try folder.write(
      "set = \".\"\ntime_zone = \"local\"\n[doors]\nviolin = 2026-12-06\n", to: "doors.toml")
    #expect(try Canon("check", folder.file("doors.toml")).status == 0)
    try FileManager.default.copyItem(atPath: folder.file("1_violin.wav"), toPath: folder.file("2_violin.wav"))
    let check = try Canon("check", folder.file("doors.toml"))
    #expect(check.status == 65)
    #expect(check.output.first?.contains("files that only a number or their type tells apart") == true)
    #expect(try Canon("render", folder.file("doors.toml"), "-o", folder.file("x.wav")).status == 65)
  }

  @Test("In Japanese, too")
  func japanese() throws {
    let check = try Canon("check", folder.path, "--lang", "ja")
    #expect(check.output.first?.contains("set.toml がないため、ステム2個") == true)
    #expect(try Canon("new", folder.path, "--lang", "ja").output == ["\(folder.path)/set.toml を書き出しました。"])
  }
}
