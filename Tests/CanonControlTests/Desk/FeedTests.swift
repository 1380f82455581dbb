import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// Every listener has a stream of its own.
@Suite struct FeedTests {
  private func mailbox(_ limit: Int = 100) -> Mailbox {
    let mailbox = Mailbox(limit: limit)
    mailbox.begin(with: moment())
    return mailbox
  }

  private func note(_ number: Int) -> Notice { Notice(.refused(.tooLong(number), by: .input), in: moment()) }

  /// Everything until the end, in short.
  private func items(_ mailbox: Mailbox) async -> [String] {
    var items: [String] = []
    for await item in Feed(mailbox: mailbox) {
      switch item {
      case .snapshot: items.append("snapshot")
      case .notice(let notice): items.append(notice.number ?? "-")
      case .missed(let count): items.append("missed \(count)")
      }
    }
    return items
  }

  @Test func firstComesHowThingsAreThenWhatHappensInItsOrder() async {
    let mailbox = mailbox()
    for number in 1...3 { mailbox.offer(note(number)) }
    mailbox.end()
    #expect(await items(mailbox) == ["snapshot", "1", "2", "3"])
  }

  @Test(
    "Who does not keep up misses the oldest and is told how many in their place, also of what comes together",
    arguments: [1, 2, 10])
  func missed(together: Int) async {
    let mailbox = mailbox(3)
    let notes = (1...10).map(note)
    for first in stride(from: 0, to: 10, by: together) {
      mailbox.offer(Array(notes[first..<first + together]))
    }
    mailbox.end()
    #expect(await items(mailbox) == ["snapshot", "missed 7", "8", "9", "10"])
  }

  @Test func whoReadsAgainMissesNoMore() async {
    let mailbox = mailbox(2)
    let feed = Feed(mailbox: mailbox).makeAsyncIterator()
    for number in 1...4 { mailbox.offer(note(number)) }
    var seen: [String] = []
    for _ in 1...4 {
      if case .notice(let notice)? = await feed.next() { seen.append(notice.number ?? "") }
    }
    mailbox.offer(note(5))
    mailbox.end()
    #expect(seen == ["3", "4"])
    #expect(await items(mailbox) == ["5"])
  }

  @Test func whoWaitsIsWokenByWhatHappens() async {
    let mailbox = mailbox()
    let reader = Task { await items(mailbox) }
    for number in 1...1000 {
      mailbox.offer(note(number))
      if number % 10 == 0 { await Task.yield() }
    }
    mailbox.end()
    let seen = await reader.value
    #expect(seen.last == "1000")
    #expect(!seen.contains { $0.hasPrefix("missed") } ? seen.count == 1001 : seen.count < 1001)
  }

  @Test func aCancelledReaderIsLetGo() async {
    let mailbox = mailbox()
    let reader = Task { await items(mailbox) }
    reader.cancel()
    #expect(await reader.value.count <= 1)
  }

  @Test func nothingComesAfterTheEnd() async {
    let mailbox = mailbox()
    mailbox.end()
    #expect(await items(mailbox) == ["snapshot"])
    #expect(await items(mailbox) == [])
  }
}

extension Notice {
  /// The number that a test has given it.
  fileprivate var number: String? {
    if case .refused(.tooLong(let number), _) = event { "\(number)" } else { nil }
  }
}
