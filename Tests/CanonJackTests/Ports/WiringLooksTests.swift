import CanonSession
import Dispatch
import Testing

@testable import CanonJack

/// One look at the wiring at a time; none of them is lost.
@Suite struct WiringLooksTests {
  private func found(_ client: String) -> WiringLooks.Found {
    WiringLooks.Found(
      wiring: WiringState(),
      map: PortMap(client: client, ids: [], patch: nil, wants: [], connected: []))
  }

  @Test("What a look has found is taken once, when it has ended")
  func once() async {
    var looks = WiringLooks()
    let isBefore = looks.collect()
    #expect(!isBefore && !looks.isUnderWay)
    let found = found("one")
    looks.begin { _ in found }
    #expect(looks.isUnderWay)
    await ServerThread.run {}
    let (isFirst, isSecond) = (looks.collect(), looks.collect())
    #expect(isFirst && looks.found.map?.client == "one" && !looks.isUnderWay)
    #expect(!isSecond)
  }

  @Test("A look that begins while another is under way begins with what that one finds")
  func after() async {
    let gone = DispatchSemaphore(value: 0)
    var looks = WiringLooks(found("old"))
    var first = WiringState()
    first.learn(
      [.connected(Wire("a", .left, "desk:a"), PortNews.Ends(output: 1, input: 2))], at: .now)
    let known = first
    looks.begin { _ in
      gone.wait()
      return WiringLooks.Found(wiring: known)
    }
    looks.begin { WiringLooks.Found(wiring: $0.wiring) }
    gone.signal()
    let atNext = looks
    let added = await ServerThread.run { atNext.last.wiring.added }
    #expect(added == [Wire("a", .left, "desk:a")])
  }

  @Test("A look that ends when its server is gone is not lost: the next server begins with what it has found")
  func late() async {
    let gone = DispatchSemaphore(value: 0)
    var looks = WiringLooks(found("old"))
    let found = found("new")
    looks.begin { _ in
      gone.wait()
      return found
    }
    // The driver does not wait for it.
    let isThere = looks.collect()
    #expect(!isThere)
    gone.signal()
    let atNext = looks
    let client = await ServerThread.run { atNext.last.map?.client }
    #expect(client == "new")
  }
}
