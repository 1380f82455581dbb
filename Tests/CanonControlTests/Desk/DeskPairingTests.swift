import CanonSchedule
import CanonSession
import Synchronization
import Testing

@testable import CanonControl

/// How browsers are paired, as people and programs are told.
@Suite struct DeskPairingTests {
  /// A page that two browsers are paired with.
  private final class Page: BrowserPairing {
    private let all = Mutex([
      PairedBrowser(number: 1, role: .play, name: "Android, Chrome", since: Instant(secondsSince1970: 0)),
      PairedBrowser(number: 4, role: .look, name: "iPad, Safari", since: Instant(secondsSince1970: 0)),
    ])

    var browsers: [PairedBrowser] { all.withLock { $0 } }

    func invitation(to role: PairedBrowser.Role) -> PairingInvitation {
      PairingInvitation(
        role: role, code: "K74F-2QAB", address: "http://10.0.0.1:8321/",
        link: "http://10.0.0.1:8321/#K74F2QAB",
        picture: [[true, false], [false, true]])
    }

    func unpair(_ number: Int) async -> PairedBrowser? {
      all.withLock { all in all.firstIndex { $0.number == number }.map { all.remove(at: $0) } }
    }
  }

  private let page = Page()

  private func bench() async throws -> DeskBench {
    let bench = try await DeskBench()
    await bench.desk.offer(page)
    return bench
  }

  @Test(
    "Without a page for other machines there is nothing to pair",
    arguments: ["pair play", "pairings", "unpair 1"])
  func noPage(line: String) async throws {
    let bench = try await DeskBench()
    guard case .refused(let problems) = await bench.say(line) else { return #expect(Bool(false)) }
    #expect(problems == [.noPairing])
    #expect(problems[0].message.contains("--web-address"))
  }

  @Test(
    "The code is shown with what it allows, for people and programs", arguments: PairedBrowser.Role.allCases)
  func pair(role: PairedBrowser.Role) async throws {
    let bench = try await bench()
    guard case .view(let view) = await bench.say("pair \(role)") else { return #expect(Bool(false)) }
    let text = await bench.desk.text(view).joined(separator: "\n")
    #expect(text.contains("K74F-2QAB") && text.contains("http://10.0.0.1:8321/#K74F2QAB"))
    #expect(text.contains("but not play") == (role == .look))
    let json = await bench.desk.json(view)
    #expect(json.contains("\"role\":\"\(role)\"") && json.contains("\"code\":\"K74F-2QAB\""))
  }

  @Test("Paired browsers have a line each; one that is unpaired has none, and its number is none")
  func unpair() async throws {
    let bench = try await bench()
    guard case .view(let view) = await bench.say("pairings") else { return #expect(Bool(false)) }
    #expect(
      await bench.desk.text(view).map { $0.prefix(30) } == [
        "1: Android, Chrome, may play, ", "4: iPad, Safari, may see, pair",
      ])
    #expect(
      await bench.desk.json(view).contains(
        "\"browsers\":[{\"name\":\"Android, Chrome\",\"number\":1,\"role\":\"play\",\"since\":\"19"))
    guard case .done = await bench.say("unpair 1") else { return #expect(Bool(false)) }
    #expect(await bench.desk.text(view).count == 1)
    guard case .refused(let problems) = await bench.say("unpair 1") else { return #expect(Bool(false)) }
    #expect(problems == [.notPaired(1)])
    _ = await bench.say("unpair 4")
    #expect(await bench.desk.text(view) == ["No browser is paired. \"pair play\" shows how to pair one."])
  }
}
