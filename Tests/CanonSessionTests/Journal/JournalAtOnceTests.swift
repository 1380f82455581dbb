import CanonEngine
import CanonLiveSupport
import Foundation
import Synchronization
import Testing

@testable import CanonSession

/// A journal is complete also if the performance ends as soon as it has begun.
@Suite struct JournalAtOnceTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("A performance that ends at once waits until its sounds are in the journal, and says so before each")
  func endAtOnce() async throws {
    let path = folder.file("evening.journal")
    let session = try SmallSet().session(journal: path)
    _ = try await session.makeEngine(at: .studio)
    await session.bePatient()
    let waits = Waits()
    await session.finish { waits.add($0) }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let sounds = text.split(separator: "\n").filter { $0.hasPrefix("# sound") }
    #expect(SmallSet.stems.allSatisfy { stem in sounds.contains { $0.contains(stem.id) } }, "\(text)")
    let longest = await session.longestSound
    #expect(waits.all.last == .some(nil) && waits.all.dropLast().allSatisfy { $0 == longest })
  }
}

/// What was announced of waits.
private final class Waits: Sendable {
  private let entries = Mutex<[Duration?]>([])
  var all: [Duration?] { entries.withLock { $0 } }
  func add(_ wait: Duration?) { entries.withLock { $0.append(wait) } }
}
