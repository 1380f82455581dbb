import Synchronization
import Testing

@testable import canon

/// How the parts of `canon play` run together and leave.
@Suite struct PlayGroupTests {
  /// What happened, in its order.
  private final class Diary: Sendable {
    private let entries = Mutex<[String]>([])
    var lines: [String] { entries.withLock(\.self) }
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  /// A member runs until it is asked to leave.
  private final class Guest: Sendable {
    private let (asked, continuation) = AsyncStream<Void>.makeStream()
    func stay() async { for await _ in asked {} }
    func leave() { continuation.finish() }
  }

  private struct Broken: Error {}

  private let diary = Diary()

  private func guest(_ name: String) -> PlayGroup.Member {
    let guest = Guest()
    return .init(isCancelled: false) { [diary] in
      await guest.stay()
      diary.note("\(name) has ended")
    } leave: { [diary] in
      diary.note("\(name) leaves")
      guest.leave()
    }
  }

  @Test("The members leave in their order; the closing steps follow when all have ended, in theirs")
  func order() async throws {
    let group = PlayGroup(
      members: [guest("driver"), .init(endsAll: true) {}, guest("desk")],
      closing: [{ diary.note("journal") }, { diary.note("terminal") }])
    try await group.run { _ in diary.note("deadline") }
    #expect(diary.lines.first == "deadline" && diary.lines.count { $0 == "deadline" } == 5, "for each step")
    let lines = diary.lines.filter { $0 != "deadline" }
    #expect(lines.filter { $0.hasSuffix("leaves") } == ["driver leaves", "desk leaves"])
    #expect(lines.suffix(2) == ["journal", "terminal"])
    #expect(lines.filter { $0.hasSuffix("has ended") }.count == 2)
  }

  @Test("A member that ends nothing leaves the others playing")
  func quietEnd() async throws {
    let (last, continuation) = AsyncStream<Void>.makeStream()
    let group = PlayGroup(
      members: [
        .init { [diary] in
          diary.note("a")
          continuation.finish()
        },
        .init(endsAll: true) { [diary] in
          for await _ in last {}
          diary.note("b")
        },
      ], closing: [])
    try await group.run { _ in diary.note("deadline") }
    #expect(diary.lines == ["a", "b", "deadline", "deadline"])
  }

  @Test("Any error ends the performance: it is told before anybody leaves, and thrown at the end")
  func failure() async {
    let group = PlayGroup(
      members: [.init { throw Broken() }, guest("desk")], closing: [{ diary.note("terminal") }])
    await #expect(throws: Broken.self) {
      try await group.run { diary.note($0 is Broken ? "broken" : "no error") }
    }
    #expect(diary.lines.first == "broken")
    #expect(diary.lines.filter { $0 != "broken" } == ["desk leaves", "desk has ended", "terminal"])
  }
}
