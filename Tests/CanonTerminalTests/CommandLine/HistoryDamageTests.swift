import CanonFiles
import Foundation
import Testing

@testable import CanonTerminal

/// What may be where the history should lie.
@Suite struct HistoryDamageTests {
  private let state: HistoryFolder
  private var file: HistoryFile { state.file }

  init() throws { state = try HistoryFolder() }

  @Test(
    "What is damaged is left out, and the rest is there",
    arguments: [
      Data("a\n\u{0}\nb\n".utf8), Data("a\n\u{1b}[2J\nb\n".utf8), Data([0x61, 10, 0xff, 0xfe, 10, 0x62]),
      Data("a\n\n\n  \nb".utf8), Data("a\n".utf8) + Data(repeating: 120, count: 5000) + Data("\nb\n".utf8),
      Data("a\n\u{202e}evil\nb\n".utf8), Data("a\nx\ty\nb\n".utf8), Data("a\r\nb\r\n".utf8),
      Data([0x61, 10, 0xc3, 10, 0x62, 10]),
    ])
  func damage(bytes: Data) throws {
    try state.write(bytes)
    #expect(try file.load().lines == ["a", "b"])
    try file.append("quit")
    #expect(try file.load().lines == ["a", "b", "quit"])
  }

  @Test func aHugeFileIsReadFromItsEnd() throws {
    try state.write(Data(repeating: 120, count: 5 << 20) + Data("\nmute cello\n".utf8))
    #expect(try file.load().lines == ["mute cello"])
    try state.write(Data(repeating: 0, count: 5 << 20))
    #expect(try file.load().lines.isEmpty)
  }

  @Test func theLineInWhichTheReadingBeginsIsLeftOutAndNoOther() throws {
    let lines = Data(repeating: 10, count: HistoryFile.largestSize - 10) + Data("quit\n".utf8)
    try state.write(Data("mute cello".utf8) + lines)
    #expect(try file.load().lines == ["quit"], "not: ello")
    try state.write(Data("\n\n\n\n\n\n".utf8) + lines)
    #expect(try file.load().lines == ["quit"])
  }

  @Test func anythingButAFileIsToldAndNotTouched() throws {
    try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
    let sentence =
      "\(file.path): found something that is not a regular file, expected the history of the command line. "
      + "Move it away; canon makes a new file."
    #expect(#expect(throws: FileProblem.self) { try file.load() }?.message == sentence)
    #expect(#expect(throws: FileProblem.self) { try file.append("quit") }?.message == sentence)
    #expect(
      #expect(throws: FileProblem.self) { try file.replace(with: CommandHistory()) }?.message == sentence)
    #expect(FileManager.default.fileExists(atPath: file.path))
  }

  @Test func aPipeDoesNotBlock() throws {
    try state.write(Data())
    try FileManager.default.removeItem(atPath: file.path)
    #expect(mkfifo(file.path, 0o600) == 0)
    #expect(throws: FileProblem.self) { try file.load() }
    #expect(throws: FileProblem.self) { try file.append("quit") }
    #expect(throws: FileProblem.self) { try file.replace(with: CommandHistory(["quit"])) }
    var status = stat()
    #expect(stat(file.path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO, "it stays")
  }

  @Test func aFileWhereAFolderShouldBeIsTold() throws {
    _ = try state.folder.write("", to: "state")
    #expect(try file.load().lines.isEmpty)
    let problem = #expect(throws: FileProblem.self) { try file.append("quit") }
    #expect(
      problem?.message
        == "\(file.path): found not a directory, expected the history of the command line. Check the "
        + "permissions of the file and its folder; what is typed is remembered until canon ends.")
  }
}
