import CanonEngine
import CanonStems

/// The stems that are read while the music plays already.
struct LateStems {
  private(set) var queue = LoadingQueue()
  /// Which list this is: what was read for an earlier one does not count.
  private(set) var number = 0
  /// The tasks that read them.
  private var readers = 0
  /// The places of all of them in the list, for those who look how far that is.
  private var places: [StemIndex: Int] = [:]

  mutating func begin(_ stems: [StemIndex]) {
    number += 1
    (queue, readers) = (LoadingQueue(stems), 0)
    places = Dictionary(uniqueKeysWithValues: stems.enumerated().map { ($1, $0) })
  }

  func place(of stem: StemIndex) -> Int { places[stem] ?? 0 }

  mutating func bring(_ stems: Set<StemIndex>) { queue.bring(stems) }
  mutating func next() -> StemIndex? { queue.next() }
  mutating func end(_ stem: StemIndex) { queue.end(stem) }

  /// Begins to read with one more task, if there are not enough for what waits.
  /// - Returns: Whether that task is to begin.
  mutating func addReader() -> Bool {
    guard readers < Processors.count, readers - queue.underWay.count < queue.waiting.count else {
      return false
    }
    readers += 1
    return true
  }

  mutating func endReader() { readers -= 1 }
}
