import CanonControl
import CanonLiveSupport
import CanonNetwork
import CanonSession
import NIOHTTP1
import Synchronization
import Testing

@testable import CanonWeb

/// Who may use a page, and how they come to.
@Suite struct WebAccessTests {
  private final class Notes: Sendable {
    let all = Mutex<[Note]>([])
    var codes: [String] { all.withLock { $0.map(\.code) } }
  }

  private let notes = Notes()

  private func access(_ address: String = "192.168.1.20:8321", pairs: Bool = false, _ folder: String? = nil)
    throws
    -> WebAccess
  {
    let place = try #require(NetworkPlace(address))
    return WebAccess(place, pairs: pairs, folder: folder) { [notes] note in
      notes.all.withLock { $0.append(note) }
    }
  }

  private func code(_ access: WebAccess, _ role: PairedBrowser.Role) -> String {
    access.invitation(to: role).code
  }

  /// What the browser sends from then on.
  private func headers(_ cookie: String?) throws -> HTTPHeaders {
    ["Cookie": String(try #require(cookie?.split(separator: ";").first))]
  }

  @Test("On this machine alone everyone may play, unless browsers are to pair there too")
  func here() throws {
    #expect(try access("127.0.0.1:8321").guest([:]) == .anyone)
    #expect(try access("127.0.0.1:8321", pairs: true).guest([:]) == nil)
    #expect(try access("192.168.1.20:8321").guest([:]) == nil)
  }

  @Test("A code pairs a browser that may do what the code says", arguments: PairedBrowser.Role.allCases)
  func pairs(role: PairedBrowser.Role) throws {
    let access = try access()
    let (guest, cookie) = try access.pair(code(access, role), ["User-Agent": "curl/8"], from: "10.0.0.1")
    #expect(guest == WebGuest(role: role, number: 1))
    #expect(try access.guest(headers(cookie)) == guest)
    #expect(access.browsers.map(\.name) == ["curl"] && notes.codes == ["paired"])
    #expect(access.guest(["Cookie": "canon-8321=00"]) == nil)
  }

  @Test(
    "A browser that pairs again stays the same one, may do what the new code says, and has another cookie")
  func again() throws {
    let access = try access()
    let first = try access.pair(code(access, .look), [:], from: "10.0.0.1")
    let second = try access.pair(code(access, .play), headers(first.cookie), from: "10.0.0.1")
    #expect(second.guest == WebGuest(role: .play, number: 1) && access.browsers.count == 1)
    #expect(try access.guest(headers(first.cookie)) == nil)
    #expect(try access.guest(headers(second.cookie)) == second.guest)
  }

  @Test("A wrong code pairs nobody; after twenty of them the codes are other ones, and people are told")
  func guessed() throws {
    let access = try access()
    let old = code(access, .play)
    for number in 1...20 {
      #expect(throws: WebRefusal.wrongCode) { try access.pair("AAAAAAAA", [:], from: "10.0.0.\(number % 2)") }
    }
    #expect(code(access, .play) != old && notes.codes == ["codes-changed"] && access.browsers.isEmpty)
    #expect(throws: WebRefusal.wrongCode) { try access.pair(old, [:], from: "10.0.0.9") }
  }

  @Test("Who has guessed too often is not even let in with the right code; others are")
  func tooOften() throws {
    let access = try access()
    for _ in 1...20 { _ = try? access.pair("AAAAAAAA", [:], from: "10.0.0.1") }
    #expect(throws: WebRefusal.tooManyCodes) { try access.pair(code(access, .play), [:], from: "10.0.0.1") }
    #expect(try access.pair(code(access, .play), [:], from: "10.0.0.2").guest.number == 1)
  }

  @Test("An unpaired browser is nobody, the others stay, and its number and code are not used again")
  func unpaired() throws {
    let access = try access()
    let cookies = try (1...2).map { _ in try access.pair(code(access, .play), [:], from: "10.0.0.1").cookie }
    let old = code(access, .play)
    #expect(access.unpair(1)?.number == 1 && access.unpair(1) == nil)
    #expect(try access.guest(headers(cookies[0])) == nil && access.guest(headers(cookies[1]))?.number == 2)
    #expect(throws: WebRefusal.wrongCode) { try access.pair(old, [:], from: "10.0.0.1") }
    #expect(try access.pair(code(access, .play), [:], from: "10.0.0.1").guest.number == 3)
  }

  @Test("Paired browsers outlast canon, on the same port alone; codes do not")
  func outlasts() async throws {
    let folder = try TestFolder()
    let first = try access("192.168.1.20:8321", folder.path)
    let old = code(first, .play)
    let cookie = try first.pair(old, [:], from: "10.0.0.1").cookie
    #expect(await first.settle(patience: .seconds(900)))
    let second = try access("192.168.1.20:8321", folder.path)
    #expect(try second.guest(headers(cookie)) == WebGuest(role: .play, number: 1))
    #expect(code(second, .play) != old && second.problem == nil)
    #expect(second.unpair(1) != nil)
    #expect(await second.settle(patience: .seconds(900)))
    let third = try access("192.168.1.20:8321", folder.path)
    #expect(try third.guest(headers(cookie)) == nil)
    #expect(try third.pair(code(third, .play), [:], from: "10.0.0.1").guest.number == 2, "1 was another one")
    #expect(try access("192.168.1.20:9000", folder.path).browsers.isEmpty)
  }

  @Test("A file that cannot be written is told, and browsers pair all the same")
  func unwritable() async throws {
    let folder = try TestFolder()
    let path = try folder.write("", to: "state")
    let access = try access("192.168.1.20:8321", path)
    #expect(try access.pair(code(access, .play), [:], from: "10.0.0.1").guest.number == 1)
    #expect(await access.settle(patience: .seconds(900)))
    #expect(notes.codes == ["paired", "pairings-unwritable"])
  }

  @Test("There is a greatest number of browsers")
  func most() throws {
    let access = try access()
    for _ in 1...WebAccess.mostBrowsers { _ = try access.pair(code(access, .look), [:], from: "10.0.0.1") }
    #expect(throws: WebRefusal.tooManyPaired) { try access.pair(code(access, .look), [:], from: "10.0.0.1") }
    #expect(access.browsers.count == WebAccess.mostBrowsers)
  }
}
