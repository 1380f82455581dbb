import CanonLiveSupport
import Foundation
import Testing

/// A set with everything in it, through the executable: what is written does not depend on the period, nor on whether
/// the stems are wanted too.
@Suite struct RenderEverythingTests {
  let set: FullSet
  let score: String

  init() throws {
    set = try FullSet()
    score = try set.folder.write(FullSet.score, to: "evening.score")
  }

  /// Renders, and returns the folder with all files: the master and, if wanted, every stem and bus.
  private func render(_ name: String, _ options: String...) throws -> String {
    let folder = set.folder.file(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let run = try CanonProcess.run(
      ["render", set.path, "--score", score, "-o", folder + "/master.wav"]
        + options.map {
          $0.replacing("FOLDER", with: folder)
        })
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors == [])
    return folder
  }

  private func files(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      files[name] = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
    }
    return files
  }

  @Test func everyStemAndEveryBusIsAFileOfItsOwn() throws {
    let folder = try render("parts", "--stems", "FOLDER")
    let names = (["master"] + FullSet.ids + FullSet.buses).map { $0 + ".wav" }
    #expect(try files(folder).keys.sorted() == names.sorted())
    for name in names {
      let sound = try StereoFile(folder + "/" + name)
      // The score skips 12345 frames.
      #expect(sound.left.count == 1_100_000 - 12_345)
      // Everything is asked to sound once; the loop that fits nothing is not, so that there are common cycles.
      #expect(sound.left.contains { $0 != 0 } == (name != "free.wav"), "\(name)")
    }
  }

  @Test func theFilesAreIdenticalWhateverThePeriod() throws {
    let reference = try files(render("a", "--stems", "FOLDER"))
    for period in ["63", "10000", "1048576"] {
      let other = try files(render("p\(period)", "--stems", "FOLDER", "--period", period))
      for (name, data) in reference { #expect(other[name] == data, "\(name), --period \(period)") }
    }
  }

  @Test func aPeriodOfOneFrameGivesTheSameMaster() throws {
    let reference = try files(render("a"))
    #expect(try files(render("one", "--period", "1")) == reference)
    #expect(reference.keys.sorted() == ["master.wav"])
  }

  @Test func aBusIsTheSumOfWhatIsSentToIt() throws {
    let folder = try render("parts", "--stems", "FOLDER")
    // Only the flute goes there whole; bass and drum with -3 dB.
    let half = Float(pow(10, -3.0 / 20))
    let bus = try StereoFile(folder + "/foldback.wav").left
    let flute = try StereoFile(folder + "/flute.wav").left
    let others = try ["bass", "drum"].map { try StereoFile("\(folder)/\($0).wav").left }
    let furthest = bus.indices.map { abs(bus[$0] - flute[$0] - half * (others[0][$0] + others[1][$0])) }.max()
    #expect(try #require(furthest) < 1e-6)
    #expect(bus != flute)
  }

  @Test func moreStemsThanASystemGrantsFilesWithoutBeingAsked() throws {
    let folder = try TestFolder()
    try FileManager.default.copyItem(atPath: set.folder.file("bell.wav"), toPath: folder.file("bell.wav"))
    var text = "loop = \"5000 frames\"\n"
    for number in 1...600 {
      text += "[[stem]]\nid = \"s\(number)\"\nfile = \"bell.wav\"\nbase = true\ngain = -60\n"
    }
    _ = try folder.write(text, to: "set.toml")
    let canon = Process()
    canon.executableURL = URL(fileURLWithPath: "/bin/sh")
    canon.arguments = [
      "-c", "ulimit -S -n 1024; exec \"$@\"", "sh", CanonProcess.path, "render", folder.path, "-o",
      folder.file("master.wav"), "--stems", folder.file("parts"), "--seconds", "0.01",
    ]
    try canon.run()
    canon.waitUntilExit()
    #expect(canon.terminationStatus == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("parts")).count == 600)
  }
}
