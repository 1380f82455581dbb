import CanonControl
import CanonFiles
import CanonNetwork
import CanonSchedule
import CanonSession
import Foundation

/// The file in which the paired browsers of a page outlast canon: `pairings-192.168.1.20-8321.json` in the state folder, which only its owner reads.
struct PairingFile: Sendable {
  let path: String

  /// A browser as the file has it.
  struct Entry: Hashable, Sendable, Codable {
    let number: Int
    let role: String
    let name: String
    /// Seconds since 1970, when it was paired.
    let since: Double
    /// The SHA-256 of its token.
    let token: String
  }

  /// What the file says.
  struct Document: Hashable, Sendable, Codable {
    var browsers: [Entry] = []
    /// The greatest number that a browser has had; nil in a file that says nothing of it.
    var last: Int?
  }

  /// - Parameter place: Of the page: no two canons have the same, and a browser keeps its cookie for that address.
  init(in folder: String, of place: NetworkPlace) {
    path = "\(folder)/pairings-\(place.host)-\(place.port).json"
  }

  /// Reads the file; without one there are no browsers. A file that cannot be understood is renamed, and nothing of it is lost.
  /// - Thread: any that may wait for the disk
  func read() -> (document: Document, problem: PairingsProblem?) {
    guard access(path, F_OK) == 0 else { return (Document(), nil) }
    if let text = FileManager.default.contents(atPath: path),
      let document = try? JSONDecoder().decode(Document.self, from: text)
    {
      return (document, nil)
    }
    let aside = FreeName.first(path + ".damaged") { access($0, F_OK) != 0 }
    return (Document(), .unreadable(path: path, aside: rename(path, aside) == 0 ? aside : nil))
  }

  /// Replaces the file as a whole.
  /// - Thread: any that may wait for the disk
  func write(_ document: Document) -> [PairingsProblem] {
    do throws(DiskError) {
      try Folder.make(Folder.of(path), DiskCalls(), isDurable: true)
      let file = try AtomicFile(beside: path, mode: 0o600)
      try file.write(JSONText.text(document) + "\n")
      try file.replaceTarget()
      return []
    } catch {
      return [.unwritable(path: path, error)]
    }
  }
}

extension PairingFile.Entry {
  init(_ browser: PairedBrowser, token: String) {
    self.init(
      number: browser.number, role: browser.role.rawValue, name: browser.name,
      since: browser.since.secondsSince1970, token: token)
  }

  /// nil if somebody has written nonsense into the file.
  var browser: PairedBrowser? {
    guard let role = PairedBrowser.Role(rawValue: role), number > 0 else { return nil }
    return PairedBrowser(
      number: number, role: role, name: CleanText.clean(name), since: Instant(secondsSince1970: since))
  }
}
