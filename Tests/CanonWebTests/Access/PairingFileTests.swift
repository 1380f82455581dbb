import CanonFiles
import CanonLiveSupport
import CanonSchedule
import CanonSession
import Foundation
import Testing

@testable import CanonWeb

@Suite struct PairingFileTests {
  private let folder: TestFolder
  private let file: PairingFile

  init() throws {
    folder = try TestFolder()
    file = PairingFile(in: folder.file("state"), port: 8321)
  }

  private let entries = [
    PairingFile.Entry(
      PairedBrowser(
        number: 3, role: .look, name: "Android, \"Chrome\"", since: Instant(secondsSince1970: 1_796_000_000)),
      token: "ab")
  ]

  @Test("What is written is read again, by its owner alone")
  func roundTrip() throws {
    #expect(file.read().entries.isEmpty && file.read().problem == nil)
    #expect(file.write(entries) == [])
    #expect(file.read().entries == entries && file.read().problem == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(entries[0].browser?.role == .look)
  }

  @Test("A damaged file is renamed, and told; nothing of it is lost", arguments: ["", "nonsense", "{}"])
  func damaged(text: String) throws {
    _ = try folder.write(text, to: "state/pairings-8321.json")
    let (entries, problem) = file.read()
    #expect(entries.isEmpty && problem == .unreadable(path: file.path, aside: file.path + ".damaged"))
    #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == text)
    #expect(file.write(self.entries) == [] && file.read().entries == self.entries)
  }

  @Test("Where nothing can be written the reason is told")
  func unwritable() throws {
    _ = try folder.write("", to: "state")
    #expect(file.write(entries) == [.unwritable(path: file.path, DiskError(code: ENOTDIR))])
  }

  @Test("An entry with nonsense in it is nobody")
  func nonsense() {
    let entry = PairingFile.Entry(number: 1, role: "king", name: "", since: .nan, token: "")
    #expect(entry.browser == nil)
  }
}
