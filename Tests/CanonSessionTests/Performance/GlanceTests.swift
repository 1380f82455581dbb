import CanonEngine
import CanonLiveSupport
import CanonStems
import Testing

@testable import CanonSession

@Suite struct GlanceTests {
  private func performance() throws -> Performance {
    let set = try StemSetFile.parse(
      path: "set.toml",
      text: "title = \"One\"\nloop = \"1 s\"\n[[stem]]\nid = \"a\"\nfile = \"a.wav\"\n")
    return try Performance(set: set, schedule: nil, now: { .now() })
  }

  @Test("Without a mark everything is seen; since a mark only what moves, until something happens")
  func mark() async throws {
    let performance = try performance()
    let first = await performance.glance(over: 0.03, since: nil)
    #expect(first.rest?.snapshot.stems.map(\.id) == ["a"] && first.levels.count == 1 && first.place == 0)
    let second = await performance.glance(over: 0.03, since: first.mark)
    #expect(second.rest == nil && second.levels.count == 1 && second.mark == first.mark)
    #expect(await performance.glance(over: 0.03, since: nil).rest != nil)

    await performance.note(.notLocked)
    let third = await performance.glance(over: 0.03, since: second.mark)
    #expect(third.rest != nil && third.mark != second.mark)
    #expect(await performance.glance(over: 0.03, since: third.mark).rest == nil)
  }

  @Test("Requests are answered until they end, also one that comes before anybody waits")
  func requests() async throws {
    let performance = try performance()
    let (requests, glances) = (GlanceRequests(), AsyncStream<Glance>.makeStream())
    requests.ask(over: 0.03, since: nil)
    let answering = Task { await performance.glance(at: requests) { glances.continuation.yield($0) } }
    var received = glances.stream.makeAsyncIterator()
    let first = try #require(await received.next())
    #expect(first.rest != nil && first.levels.count == 1)
    requests.ask(over: 0.03, since: first.mark)
    let second = try #require(await received.next())
    #expect(second.rest == nil && second.mark == first.mark)
    requests.end()
    await answering.value
    requests.ask(over: 0.03, since: nil)
    glances.continuation.finish()
    let third = await received.next()
    #expect(third == nil)
  }

  @Test("A command shows before the engine has answered")
  func asked() async throws {
    let performance = try performance()
    let before = await performance.glance(over: 0.03, since: nil).mark
    _ = await performance.submit([.request(.start, StemSelection(["a"]), .now)], by: .input)
    let after = await performance.glance(over: 0.03, since: before)
    #expect(after.rest?.snapshot.stems[0].requested == .play)
  }

  @Test("The place is the snapshot's, also after a move, and what the engine tells comes with it")
  func place() async throws {
    var bench = try await SessionBench(after: 3000)
    var mark = await bench.session.glance(over: 0.03, since: nil).mark
    await bench.run(500)
    let quiet = await bench.session.glance(over: 0.03, since: mark)
    #expect(quiet.rest == nil && quiet.place == 3500)
    for (line, frames) in [("start violin-a now", 700), ("seek bar 2", 2 * SmallSet.loop)] {
      mark = quiet.mark
      try await bench.say(line, then: frames)
      let glance = await bench.session.glance(over: 0.03, since: mark)
      let snapshot = try #require(glance.rest?.snapshot, "\(line)")
      #expect(glance.place == snapshot.place && glance.levels.count == snapshot.stems.count, "\(line)")
    }
    #expect(await bench.session.snapshot().stems[1].status.state == .play)
  }
}
