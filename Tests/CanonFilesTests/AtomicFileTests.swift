import Foundation
import Synchronization
import Testing

@testable import CanonFiles

/// The one way in which canon replaces files.
@Suite struct AtomicFileTests {
  private let folder: String
  private var target: String { folder + "/target" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/canon-files-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try "old".write(toFile: target, atomically: false, encoding: .utf8)
  }

  /// What is in the folder, by name, once `work` is done with it; the folder is gone then.
  private func contents(_ work: () throws -> Void) throws -> [String: String] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try work()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) }
    )
  }

  /// Replaces the target, as canon does.
  private func replace(with text: String, _ calls: DiskCalls = DiskCalls()) throws(DiskError) {
    let file = try AtomicFile(beside: target, mode: 0o600, calls: calls)
    try file.write(text)
    try file.replaceTarget()
  }

  @Test func whatIsWrittenIsSyncedBeforeItTakesTheTargetsPlaceAndItsNameAfter() throws {
    let steps = Mutex<[String]>([])
    @Sendable func step(_ name: String) { steps.withLock { if $0.last != name { $0.append(name) } } }
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.open = { path, flags, mode throws(DiskError) in
      step(flags & O_DIRECTORY == 0 ? "open" : "open the folder")
      return try real.open(path, flags, mode)
    }
    calls.write = { descriptor, bytes throws(DiskError) in
      step("write")
      return try real.write(descriptor, bytes.prefix(1))
    }
    calls.sync = { descriptor throws(DiskError) in
      step("sync")
      try real.sync(descriptor)
    }
    calls.rename = { from, to throws(DiskError) in
      step("rename")
      try real.rename(from, to)
    }
    let found = try contents {
      try replace(with: "new text", calls)
    }
    #expect(found == ["target": "new text"])
    #expect(steps.withLock { $0 } == ["open", "write", "sync", "rename", "open the folder", "sync"])
  }

  @Test("A step that fails leaves the old content and nothing else", arguments: ["write", "sync", "rename"])
  func failure(of name: String) throws {
    var calls = DiskCalls()
    switch name {
    case "write": calls.write = { _, _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    case "sync": calls.sync = { _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    default: calls.rename = { _, _ throws(DiskError) in throw DiskError(code: ENOSPC) }
    }
    let found = try contents {
      #expect(throws: DiskError(code: ENOSPC)) {
        try replace(with: "new text", calls)
      }
    }
    #expect(found == ["target": "old"])
  }

  @Test func aFileThatIsDroppedVanishes() throws {
    let found = try contents {
      let file = try AtomicFile(beside: target, mode: 0o600)
      try file.write("new text")
    }
    #expect(found == ["target": "old"])
  }

  @Test("A name that is taken is no obstacle: another one is tried")
  func takenNames() throws {
    let real = DiskCalls(), tries = Mutex(0)
    var calls = DiskCalls()
    calls.open = { path, flags, mode throws(DiskError) in
      let number = tries.withLock { tries in
        tries += 1
        return tries
      }
      if number < 3 { throw DiskError(code: EEXIST) }
      return try real.open(path, flags, mode)
    }
    let found = try contents {
      try replace(with: "new text", calls)
    }
    #expect(found == ["target": "new text"])
  }

  @Test(
    "An error is reported after 100 names are taken, or at once if nothing can be created",
    arguments: [(EEXIST, 100), (EACCES, 1)])
  func noName(code: Int32, expected: Int) throws {
    let tries = Mutex(0)
    var calls = DiskCalls()
    calls.open = { _, _, _ throws(DiskError) in
      tries.withLock { $0 += 1 }
      throw DiskError(code: code)
    }
    let found = try contents {
      #expect(throws: DiskError(code: code)) {
        _ = try AtomicFile(beside: target, mode: 0o600, calls: calls)
      }
    }
    #expect(tries.withLock { $0 } == expected)
    #expect(found == ["target": "old"])
  }

  @Test("Until it takes its target's place, the file lies beside it under a name of its own kind")
  func partFile() throws {
    let found = try contents {
      let file = try AtomicFile(beside: target, mode: 0o640)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      let part = try #require(names.first { $0 != "target" })
      #expect(AtomicFile.isPart(part))
      #expect(part.hasPrefix(".canon-") && part.hasSuffix(".part"))
      var status = stat()
      #expect(stat(folder + "/" + part, &status) == 0 && status.st_mode & 0o777 & ~0o640 == 0)
      #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0, "no process that is started has it")
      try file.write("a")
      var byte: UInt8 = 0
      #expect(pread(file.descriptor, &byte, 1, 0) == 1 && byte == 97, "it may be read, too")
    }
    #expect(found == ["target": "old"])
    for name in ["target", ".canon-1", "x.part", "canon-1.part", ".canon"] {
      #expect(!AtomicFile.isPart(name))
    }
  }

  @Test("A write that takes no bytes is an error, not an endless loop")
  func nothingIsWritten() throws {
    var calls = DiskCalls()
    calls.write = { _, _ throws(DiskError) in 0 }
    _ = try contents {
      #expect(throws: DiskError(code: EIO)) {
        try AtomicFile(beside: target, mode: 0o600, calls: calls).write("new")
      }
    }
  }

  @Test("Interrupted steps are made again")
  func interrupted() throws {
    let left = Mutex(["open": 2, "write": 2, "sync": 2])
    @Sendable func interrupt(_ name: String) throws(DiskError) {
      let isTime = left.withLock { left in
        left[name, default: 0] -= 1
        return left[name, default: 0] >= 0
      }
      if isTime { throw DiskError(code: EINTR) }
    }
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.open = { path, flags, mode throws(DiskError) in
      try interrupt("open")
      return try real.open(path, flags, mode)
    }
    calls.write = { descriptor, bytes throws(DiskError) in
      try interrupt("write")
      return try real.write(descriptor, bytes)
    }
    calls.sync = { descriptor throws(DiskError) in
      try interrupt("sync")
      try real.sync(descriptor)
    }
    let found = try contents {
      try replace(with: "new", calls)
    }
    #expect(found == ["target": "new"])
  }

  @Test("If only the names cannot be synced, the new content stays, and the error is reported")
  func namesFail() throws {
    let real = DiskCalls()
    var calls = DiskCalls()
    calls.open = { path, flags, mode throws(DiskError) in
      if flags & O_DIRECTORY != 0 { throw DiskError(code: EIO) }
      return try real.open(path, flags, mode)
    }
    let found = try contents {
      #expect(throws: DiskError(code: EIO)) {
        try replace(with: "new", calls)
      }
    }
    #expect(found == ["target": "new"])
  }

  @Test(
    "A target in the folder of the process, or in the root, has its file there",
    arguments: [("a", "./"), ("/a", "//"), ("/x/a", "/x/")])
  func folders(target: String, start: String) {
    let opened = Mutex("")
    var calls = DiskCalls()
    calls.open = { path, _, _ throws(DiskError) in
      opened.withLock { $0 = path }
      throw DiskError(code: EROFS)
    }
    #expect(throws: DiskError(code: EROFS)) { _ = try AtomicFile(beside: target, mode: 0o600, calls: calls) }
    #expect(opened.withLock { $0 }.hasPrefix(start + ".canon-"))
  }
}
