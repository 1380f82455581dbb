import CanonControlSupport
import Foundation
import Testing

@testable import CanonSchedule

/// Files that are not what canon wrote. In the messages of the cases F is the file.
@Suite struct DamagedStateTests {
  let folder = StateFolder()
  static let schedule = "/nonexistent/advent.toml"

  static func aside(_ name: String = "F.damaged") -> String {
    """
    It was set aside as \(name), and a new memory was started. To restore the old one, correct that file and rename it \
    back while canon is not running.
    """
  }

  private var path: String { folder.place(Self.schedule).path }

  private func messages(_ outcome: StateFile.Outcome) -> [String] {
    outcome.problems.map { $0.message.replacing(path, with: "F") }
  }

  /// The message of each is the sentence up to what became of the file; a line `...` stands for a good version and schedule.
  private static func cases(_ text: String) -> [BrokenFile] {
    BrokenFile.cases(text, head: "version = 1\nschedule = \"\(schedule)\"")
  }

  @Test(
    arguments: cases(
      #"""
      ## nothing in it, as after a power cut
      -> F: version: expected the version 1.

      ## cut off within a key
      version = 1
      sched
      -> F:2: column 6: found the end of the file, expected = and a value after the key.

      ## cut off within a time
      ...
      first_start = 2026-12-06T18:0
      -> F:3: column 15: found 2026-12-06T18:0, expected a date as 2026-12-06, or a time as \#
      2026-12-06T18:00:00.

      ## cut off after the first time
      ...
      first_start = 2026-12-06T18:00:00Z
      -> F: latest: expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## the first time is missing
      ...
      latest = 2026-12-06T18:00:00Z
      -> F: first_start: expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## no TOML
      {"version": 1}
      -> F:1: column 1: found {"version":, expected a key of ASCII letters, digits, - and _.

      ## without a version
      schedule = "/nonexistent/advent.toml"
      -> F: version: expected the version 1.

      ## version in quotes
      version = "1"
      -> F:1: version: found "1", expected the version 1.

      ## version with a point
      version = 1.0
      -> F:1: version: found 1.0, expected the version 1.

      ## version zero
      version = 0
      -> F:1: version: found 0, expected the version 1.

      ## version below zero
      version = -2
      -> F:1: version: found -2, expected the version 1.

      ## without the schedule
      version = 1
      -> F: schedule: expected the schedule's path, "/nonexistent/advent.toml".

      ## of another schedule
      version = 1
      schedule = "/nonexistent/Advent.toml"
      -> F:2: schedule: found "/nonexistent/Advent.toml", expected the schedule's path, \#
      "/nonexistent/advent.toml".

      ## schedule is a number
      version = 1
      schedule = 1
      -> F:2: schedule: found 1, expected the schedule's path, "/nonexistent/advent.toml".

      ## time in quotes
      ...
      first_start = "2026-12-06T18:00:00Z"
      latest = 2026-12-06T18:00:00Z
      -> F:3: first_start: found "2026-12-06T18:00:00Z", expected a time with its offset, as \#
      2026-12-06T18:00:00Z.

      ## time without an offset
      ...
      first_start = 2026-12-06T18:00:00Z
      latest = 2026-12-06T18:00:00
      -> F:4: latest: found 2026-12-06T18:00:00, expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## a date for a time
      ...
      first_start = 2026-12-06
      latest = 2026-12-06T18:00:00Z
      -> F:3: first_start: found 2026-12-06, expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## a number for a time
      ...
      first_start = 1796580000
      latest = 2026-12-06T18:00:00Z
      -> F:3: first_start: found 1796580000, expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## a table for a time
      ...
      latest = 2026-12-06T18:00:00Z
      [first_start]
      -> F:4: first_start: found a table, expected a time with its offset, as 2026-12-06T18:00:00Z.

      ## year zero
      ...
      first_start = 0000-12-06T18:00:00Z
      latest = 2026-12-06T18:00:00Z
      -> F:3: first_start: found 0000-12-06T18:00:00Z, expected a time with its offset, as \#
      2026-12-06T18:00:00Z.

      ## a day that is none
      ...
      first_start = 2026-02-30T18:00:00Z
      -> F:3: column 15: found 2026-02-30T18:00:00Z, expected a date as 2026-12-06, or a time as \#
      2026-12-06T18:00:00.

      ## times in the wrong order
      ...
      first_start = 2026-12-06T18:00:00Z
      latest = 2026-12-06T17:59:59Z
      -> F:4: latest: found 2026-12-06T17:59:59Z, expected a time not before first_start.

      ## unknown key
      ...
      first_start = 2026-12-06T18:00:00Z
      latest = 2026-12-06T18:00:00Z
      last = 2026-12-06T18:00:00Z
      -> F:5: last: found an unknown key, expected one of "version", "schedule", "first_start", "latest".

      ## a key twice
      ...
      schedule = "/nonexistent/advent.toml"
      -> F:3: column 1: found "schedule" a second time, expected each name once in its table.

      ## several things: the first is told
      version = 1
      latest = 3
      first_start = 4
      -> F: schedule: expected the schedule's path, "/nonexistent/advent.toml".
      """#))
  func isSetAside(damaged: BrokenFile) throws {
    try folder.put(damaged.text, for: Self.schedule)
    let outcome = folder.file.memory(of: Self.schedule)
    #expect(outcome.memory == DoorMemory())
    #expect(messages(outcome) == [damaged.message + " " + Self.aside()])
    #expect(folder.text(path + ".damaged") == damaged.text, "to the byte")
    #expect(folder.file.memory(of: Self.schedule) == StateFile.Outcome(), "it is told once")
    expectNewBeginning(aside: 1)
  }

  /// A new file begins, and those set aside stay.
  private func expectNewBeginning(aside count: Int) {
    let outcome = folder.file.update(Self.schedule) { $0.see(at("18:00:00")) }
    #expect(outcome == StateFile.Outcome(memory: DoorMemory("18:00:00", "18:00:00")))
    #expect(folder.file.memory(of: Self.schedule) == outcome)
    #expect(folder.names.count == 1 + count)
  }

  @Test func anUpdateBeginsAnewAtOnce() throws {
    try folder.put("version = 0", for: Self.schedule)
    let outcome = folder.file.update(Self.schedule) { $0.see(at("18:00:00")) }
    #expect(messages(outcome) == ["F:1: version: found 0, expected the version 1. " + Self.aside()])
    #expect(outcome.memory == DoorMemory("18:00:00", "18:00:00"))
    expectNewBeginning(aside: 1)
  }

  @Test func whatWasSetAsideBeforeIsNotOverwritten() throws {
    for (number, name) in ["F.damaged", "F.damaged-2", "F.damaged-3"].enumerated() {
      try folder.put("version = -\(number + 1)", for: Self.schedule)
      let outcome = folder.file.memory(of: Self.schedule)
      let sentence = "F:1: version: found -\(number + 1), expected the version 1. "
      #expect(messages(outcome) == [sentence + Self.aside(name)])
    }
    #expect(folder.text(path + ".damaged") == "version = -1")
    #expect(folder.text(path + ".damaged-2") == "version = -2")
    #expect(folder.text(path + ".damaged-3") == "version = -3")
    expectNewBeginning(aside: 3)
  }

  enum Thing: String, CaseIterable, Sendable { case folder, pipe, socket, hugeFile, latin1, nul }

  /// None of them may hang the reader.
  @Test(arguments: Thing.allCases)
  func whatIsNoTextIsSetAside(thing: Thing) throws {
    try folder.put("", for: Self.schedule)
    unlink(path)
    let found: String
    switch thing {
    case .folder:
      #expect(mkdir(path, 0o700) == 0)
      found = "found a folder, expected a memory of canon (a text file)."
    case .pipe:
      #expect(mkfifo(path, 0o600) == 0)
      found = "found something that is not a regular file, expected a memory of canon (a text file)."
    case .socket:
      #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      found = "found No such device or address, expected a memory of canon (a text file)."
    case .hugeFile:
      makeFile(path)
      #expect(truncate(path, 1 << 40) == 0)
      found = "found 1099511627776 bytes, expected a memory of canon (a text file)."
    case .latin1:
      makeFile(path, [0x23, 0x20, 0xeb])
      found = "found bytes that are not UTF-8 text, expected a memory of canon (a text file)."
    case .nul:
      makeFile(path, Array(repeating: 0, count: 512))
      found = "found bytes that are not UTF-8 text, expected a memory of canon (a text file)."
    }
    #expect(messages(folder.file.memory(of: Self.schedule)) == ["F: \(found) \(Self.aside())"])
    #expect(folder.permissions(path + ".damaged") != "nothing there")
    expectNewBeginning(aside: 1)
  }
}
