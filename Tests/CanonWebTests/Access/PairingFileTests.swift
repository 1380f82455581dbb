import CanonFiles
import CanonLiveSupport
import CanonNetwork
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
    file = PairingFile(in: folder.file("state"), of: try #require(NetworkPlace("8321")))
  }

  private let document = PairingFile.Document(
    browsers: [
      PairingFile.Entry(
        PairedBrowser(
          number: 3, role: .look, name: "Android, \"Chrome\"", since: Instant(secondsSince1970: 1_796_000_000)
        ),
        token: "ab")
    ], last: 7)

  @Test("What is written is read again, by its owner alone")
  func roundTrip() throws {
    #expect(file.read().document == PairingFile.Document() && file.read().problem == nil)
    #expect(file.write(document) == [])
    #expect(file.read().document == document && file.read().problem == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(document.browsers[0].browser?.role == .look)
  }

  @Test("Pages at one port of two addresses have a file each")
  func places() throws {
    let places = ["192.168.1.20:8321", "[fe80::1]:8321"].map { NetworkPlace($0) }
    let paths = try places.map { PairingFile(in: "/s", of: try #require($0)).path }
    #expect(paths == ["/s/pairings-192.168.1.20-8321.json", "/s/pairings-fe80::1-8321.json"])
  }

  @Test("A damaged file is renamed, and told; nothing of it is lost", arguments: ["", "nonsense", "{}"])
  func damaged(text: String) throws {
    _ = try folder.write(text, to: "state/pairings-127.0.0.1-8321.json")
    let (read, problem) = file.read()
    #expect(read.browsers.isEmpty && problem == .unreadable(path: file.path, aside: file.path + ".damaged"))
    #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == text)
    #expect(file.write(document) == [] && file.read().document == document)
  }

  @Test("A second damaged file does not replace the first one")
  func damagedAgain() throws {
    for text in ["first", "second"] {
      _ = try folder.write(text, to: "state/pairings-127.0.0.1-8321.json")
      _ = file.read()
    }
    #expect(try String(contentsOfFile: file.path + ".damaged", encoding: .utf8) == "first")
    #expect(try String(contentsOfFile: file.path + "-2.damaged", encoding: .utf8) == "second")
  }

  @Test("Where nothing can be written the reason is told")
  func unwritable() throws {
    _ = try folder.write("", to: "state")
    #expect(file.write(document) == [.unwritable(path: file.path, DiskError(code: ENOTDIR))])
  }

  @Test("An entry with nonsense in it is nobody")
  func nonsense() {
    let entry = PairingFile.Entry(number: 1, role: "king", name: "", since: .nan, token: "")
    #expect(entry.browser == nil)
  }
}
