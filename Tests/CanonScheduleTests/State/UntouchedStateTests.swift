import CanonFiles
import Foundation
import Testing

@testable import CanonSchedule

/// Files that are not for canon to move or to overwrite. In the messages F is the file.
@Suite struct UntouchedStateTests {
  let folder = StateFolder()
  static let schedule = "/nonexistent/advent.toml"

  private var path: String { folder.place(Self.schedule).path }

  private func messages(_ outcome: StateFile.Outcome) -> [String] {
    outcome.problems.map { $0.message.replacing(path, with: "F") }
  }

  @Test(
    arguments: ["version = 2\n", "version = 9223372036854775807\nschedule = 3\n[times]\nlast = 2026-12-06\n"])
  func aNewerVersionIsNotTouched(text: String) throws {
    try folder.put(text, for: Self.schedule)
    let number = text.split(separator: "\n")[0].dropFirst(10)
    let message = """
      F:1: version: found \(number), expected the version 1. A newer canon wrote the file, and it was left as \
      it is: use that one, or move the file away. \(StateDiskTests.forgotten)
      """
    #expect(messages(folder.file.memory(of: Self.schedule)) == [message])
    let outcome = folder.file.update(Self.schedule) { $0.see(at("18:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"))
    #expect(messages(outcome) == [message])
    #expect(folder.text(path) == text)
    #expect(folder.names == [folder.place(Self.schedule).name])
  }

  /// A link to itself: what the system does not let anybody read, the superuser included.
  @Test func whatCannotBeReadIsNotTouched() throws {
    mkdir(folder.state, 0o700)
    #expect(symlink(path, path) == 0)
    let message = """
      F: found Too many levels of symbolic links, expected a file that may be read. It was left as it is. Move \
      it away. \(StateDiskTests.forgotten)
      """
    #expect(messages(folder.file.memory(of: Self.schedule)) == [message])
    #expect(messages(folder.file.update(Self.schedule) { $0.see(at("18:00:00")) }) == [message])
    #expect(folder.names == [folder.place(Self.schedule).name])
  }

  @Test func whatIsNotTouchedIsToldBesideAFolderThatCannotBeWritten() throws {
    try folder.put("version = 2\n", for: Self.schedule)
    var file = folder.file
    file.calls.open = { _, _, _ throws(DiskError) in throw DiskError(code: EROFS) }
    let outcome = file.update(Self.schedule) { $0.see(at("18:00:00")) }
    #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"))
    let messages = messages(outcome)
    #expect(messages.count == 2)
    #expect(messages.first?.hasPrefix("F:1: version: found 2, ") == true)
    #expect(outcome.problems.last == .unwritable(folder: folder.state, DiskError(code: EROFS)))
  }

  @Test func whatCannotBeSetAsideIsNotOverwritten() throws {
    try folder.put("version = 0", for: Self.schedule)
    var file = folder.file
    file.calls.rename = { _, _ throws(DiskError) in throw DiskError(code: EROFS) }
    let message = """
      F:1: version: found 0, expected the version 1. It could not be set aside (a disk that can only be read) \
      and was left as it is. Move it away. \(StateDiskTests.forgotten)
      """
    #expect(messages(file.memory(of: Self.schedule)) == [message])
    #expect(messages(file.update(Self.schedule) { $0.see(at("18:00:00")) }) == [message])
    file.calls.open = { _, _, _ throws(DiskError) in throw DiskError(code: EROFS) }
    #expect(messages(file.memory(of: Self.schedule)) == [message], "without a lock, too")
    #expect(messages(file.update(Self.schedule) { $0.see(at("18:00:00")) }) == [message])
    #expect(folder.text(path) == "version = 0")
  }
}
