import CanonControl
import CanonFiles
import Foundation
import Testing

@testable import CanonTerminal

/// The file in which the command line's history lies.
@Suite struct HistoryFileTests {
  private let state: HistoryFolder
  private var file: HistoryFile { state.file }

  init() throws { state = try HistoryFolder() }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  private var text: String { get throws { try String(contentsOfFile: file.path, encoding: .utf8) } }

  // MARK: - Writing

  @Test func withoutAFileThereIsNoHistoryAndNoError() throws {
    #expect(try file.load().lines.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: state.folder.file("state")))
  }

  @Test func whatIsTypedIsThereNextTime() throws {
    try file.append("mute cello")
    try file.append("  scene \"große Pause\" ")
    #expect(try text == "mute cello\nscene \"große Pause\"\n")
    #expect(try file.load().lines == ["mute cello", "scene \"große Pause\""])
  }

  @Test func itsOwnerAloneCanReadIt() throws {
    try file.append("mute cello")
    #expect(try mode(file.path) == 0o600)
    #expect(try mode(state.folder.file("state/canon")) == 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
    try file.append("quit")
    #expect(try mode(file.path) == 0o600)
    try file.replace(with: CommandHistory(["quit"]))
    #expect(try mode(file.path) == 0o600)
  }

  @Test func whatIsNotOnTheDiskDoesNotTakeThePlaceOfWhatWas() throws {
    try file.append("mute cello")
    var full = file
    full.calls.sync = { _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    #expect(throws: FileProblem.self) { try full.replace(with: CommandHistory(["quit"])) }
    #expect(try text == "mute cello\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: state.folder.file("state/canon")) == ["history"])
  }

  @Test(
    "What is no line is not written",
    arguments: ["", "  ", "a\nb", "a\u{1b}", String(repeating: "x", count: 1001)])
  func noLine(line: String) throws {
    try file.append("quit")
    try file.append(line)
    #expect(try text == "quit\n")
  }

  @Test func aLineCutShortByACrashStaysALineOfItsOwn() throws {
    try state.write(Data("mute cello\nmute vio".utf8))
    try file.append("quit")
    #expect(try text == "mute cello\nmute vio\nquit\n")
  }

  @Test func aFileThatHasGrownLargeIsWrittenAnewWithItsLastLines() throws {
    let line = String(repeating: "x", count: 90)
    try state.write(Data((0..<15_000).map { "\(line) \($0)\n" }.joined().utf8))
    try file.append("quit")
    let lines = try text.split(separator: "\n")
    #expect(lines.count == CommandHistory.mostLines)
    #expect(lines.first == "\(line) 14501")
    #expect(lines.last == "quit")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: state.folder.file("state/canon")) == ["history"])
  }

  @Test func aLinkStaysAndWhatItLeadsToIsWritten() throws {
    let target = try state.folder.write("quit\n", to: "dotfiles/history")
    try state.write(Data())
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    try file.append("mute cello")
    try file.replace(with: try file.load())
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target)
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "quit\nmute cello\n")
  }

  @Test func twoCanonsMayShareTheFile() async throws {
    let file = file
    await withTaskGroup { group in
      for canon in 0..<4 {
        group.addTask { for line in 0..<50 { try? file.append("skip \(canon * 1000 + line)") } }
      }
    }
    let lines = try file.load().lines
    #expect(
      lines.sorted() == (0..<4).flatMap { canon in (0..<50).map { "skip \(canon * 1000 + $0)" } }.sorted())
  }

  // MARK: - Where it is

  @Test(
    "The history is in the folder for the state of programs",
    arguments: [
      (["XDG_STATE_HOME": "/s", "HOME": "/home/u"], "/s/canon/history"),
      (["HOME": "/home/u"], "/home/u/.local/state/canon/history"),
      (["XDG_STATE_HOME": "s", "HOME": "/home/u"], "/home/u/.local/state/canon/history"), ([:], nil),
    ] as [([String: String], String?)])
  func usual(environment: [String: String], path: String?) {
    #expect(HistoryFile.usual(environment: environment)?.path == path)
  }
}
