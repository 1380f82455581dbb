import CanonLiveSupport
import Foundation
import Testing

/// A score that is no file: standard input, and what a shell makes of `<(...)`.
@Suite struct RenderPipeTests {
  private static let score = "@4800 start violin\n@9600 quit\n"

  @Test(
    "A score may come from standard input, or through a pipe", arguments: ["-", "/dev/stdin", "/dev/fd/0"])
  func standardInput(name: String) throws {
    let set = try SmallSet(doors: "")
    let out = set.folder.file("out.wav")
    let canon = try CanonProcess.run(
      ["render", set.folder.file("set"), "-o", out, "--score", name], input: Self.score)
    #expect(canon.status == 0, "\(canon.errors)")
    let wave = try StereoFile(out)
    #expect(wave.left.count == 9600)
    #expect(wave.left[4799] == 0.5 && wave.left[4800] == 0.75)
  }

  @Test func aPipeOfTheShellIsAScore() throws {
    let set = try SmallSet(doors: "")
    let out = set.folder.file("out.wav")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/bash")
    shell.arguments = [
      "-c", "exec \"$0\" render \"$1\" -o \"$2\" --score <(echo '@4800 start violin'; echo '@9600 quit')",
      CanonProcess.path, set.folder.file("set"), out,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    #expect(try StereoFile(out).left.count == 9600)
  }

  @Test func whatIsWrongInStandardInputIsToldByItsLine() throws {
    let set = try SmallSet(doors: "")
    let canon = try CanonProcess.run(
      ["render", set.folder.file("set"), "-o", set.folder.file("out.wav"), "--score", "-"],
      input: "@0 start violin\n@1 strat x\n")
    #expect(canon.status == 65)
    #expect(canon.errors.first?.hasPrefix("canon: standard input:2: command: ") == true, "\(canon.errors)")
    #expect(canon.errors.first?.contains("Did you mean \"start\"?") == true)
  }

  @Test func aFolderIsNoScore() throws {
    let set = try SmallSet(doors: "")
    let canon = try CanonProcess.run(
      ["render", set.folder.file("set"), "-o", set.folder.file("out.wav"), "--score", set.folder.path])
    #expect(canon.status == 65)
    #expect(canon.errors.first?.contains("found a folder, expected a score") == true, "\(canon.errors)")
  }
}
