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
      let file = try AtomicFile(beside: target, mode: 0o600, calls: calls)
      try file.write("new text")
      try file.replaceTarget()
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
        let file = try AtomicFile(beside: target, mode: 0o600, calls: calls)
        try file.write("new text")
        try file.replaceTarget()
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
      let file = try AtomicFile(beside: target, mode: 0o600, calls: calls)
      try file.write("new text")
      try file.replaceTarget()
    }
    #expect(found == ["target": "new text"])
  }
}
