import CanonLiveSupport
import CanonSession

/// A performance of a small set, and the journals that it writes.
struct RecordedPerformance {
  let session: Performance
  private let folder: TestFolder

  init(_ small: SmallSet? = nil) throws {
    let small = try small ?? SmallSet()
    folder = small.folder
    session = try small.session(journal: folder.file("evening.journal"))
  }

  /// Its cello has no two frames alike.
  static func rising() throws -> RecordedPerformance {
    try RecordedPerformance(SmallSet(sounds: ["cello": SmallSet.rising(SmallSet.loop)]))
  }

  /// The lines of a journal below its header.
  func journal(_ name: String = "evening.journal") throws -> [String] { try folder.journal(name) }
}
