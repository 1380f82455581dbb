import CanonLiveSupport
import Foundation
import Testing

/// An installed canon finds its schedules and sets from any folder, and what is in that folder first.
@Suite struct InstalledTests {
  private let prefix: TestFolder
  private let here: TestFolder

  init() throws {
    (prefix, here) = (try TestFolder(), try TestFolder())
    let files = FileManager.default
    for folder in ["bin", "share/canon"] {
      try files.createDirectory(atPath: prefix.file(folder), withIntermediateDirectories: true)
    }
    // A link of its own to the same file: a symbolic one would lead back to the build folder.
    let link = prefix.file("bin/canon")
    if Glibc.link(CanonProcess.path, link) != 0 {
      try files.copyItem(atPath: CanonProcess.path, toPath: link)
    }
    for name in ["Schedules", "Stems"] {
      try files.createSymbolicLink(
        atPath: prefix.file("share/canon/" + name),
        withDestinationPath: "\(CanonProcess.projectFolder)/\(name)")
    }
  }

  private func run(_ arguments: String...) throws -> (status: Int32, output: [String], errors: [String]) {
    try CanonProcess.run(
      arguments, environment: ["TZ": "Asia/Tokyo"], folder: here.path, executable: prefix.file("bin/canon"))
  }

  @Test(
    "Schedules and sets are found by their bare names",
    arguments: ["advent", "advent-2015", "always", "pachelbel-canon"])
  func bareNames(name: String) throws {
    let canon = try run("check", name)
    #expect(canon.errors == [])
    #expect(canon.status == 0)
  }

  @Test func withNothingNamedTheOriginalsCalendarIsMeant() throws {
    let canon = try run("doors", "--as-of", "2015-12-07")
    #expect(canon.status == 0)
    #expect(try canon.output == run("doors", "advent-2015", "--as-of", "2015-12-07").output)
  }

  @Test(
    "What is in the current folder comes first",
    arguments: ["advent", "advent.toml", "Schedules/advent.toml"])
  func hereFirst(name: String) throws {
    _ = try here.write("nonsense = 1\n", to: name)
    let canon = try run("check", "advent")
    #expect(canon.status == 65)
    #expect(canon.output.first?.hasPrefix(name + ":") == true, "\(canon.output)")
  }

  @Test func aNameThatIsNowhereIsSaidAsItWasTyped() throws {
    let canon = try run("check", "advend")
    #expect(canon.status == 65)
    #expect(canon.output.first?.hasPrefix("advend: found no such file") == true, "\(canon.output)")
  }

  @Test func aPathIsThatPathAndNothingElse() throws {
    #expect(try run("check", "./advent").output.first?.hasPrefix("./advent: found no such file") == true)
  }
}
