/// Which pages of a stem are to be in memory, by the places that the engine reads.
struct WindowPlan: Sendable {
  let layout: StemLayout
  /// The logarithm of the frames of a page, to the base 2.
  let shift: Int
  /// The number of pages that are read ahead of the one that the engine reads.
  let ahead: Int
  /// The pages in which the intro, the loop and the release begin, each with the one after it: they never leave the memory, so that a start, a wrap
  /// and a stop wait for nothing.
  let pinned: [Int]

  init(_ layout: StemLayout, shift: Int, ahead: Int) {
    (self.layout, self.shift, self.ahead) = (layout, shift, ahead)
    let parts = [
      (FrameCount(0), layout.intro), (layout.intro, layout.loop),
      (layout.intro + layout.loop, layout.release),
    ]
    var pages: [Int] = []
    for (first, count) in parts where count > 0 {
      pages += WindowPlan.pages(from: first, count: 2, in: layout, shift)
    }
    pinned = pages.withoutRepetition
  }

  /// The number of pages of all samples.
  var pageCount: Int { Int((layout.frameCount - 1) >> Int64(shift)) + 1 }

  /// The most pages that are wanted at a time, and two more that leave the memory meanwhile.
  var poolCount: Int {
    min(pageCount, pinned.count + Self.behind + (1 + ahead) + 3 * Self.short + Self.spare)
  }

  /// The pages that stay behind the one that is read, those that are read ahead at the other places, and those that are on their way out.
  private static let (behind, short) = (1, 2)
  static let spare = 2

  /// The pages that are to be in memory, the most urgent first.
  /// - Parameter expected: The sample that control expects to be read; -1 for none.
  func wanted(at places: StemPlaces, expected: Int64 = -1) -> [Int] {
    let reads = pages(from: places.reads, count: 1 + ahead)
    let others =
      [places.rings, places.leads].flatMap { pages(from: $0, count: Self.short) }
      + pages(expected: expected)
    let last = places.reads < 0 ? nil : Int(places.reads >> Int64(shift)) - 1
    let behind = last.map { $0 < 0 ? [] : [$0] } ?? []
    return (reads.prefix(1) + others + reads.dropFirst() + pinned + behind).withoutRepetition
  }

  func pages(expected first: Int64) -> [Int] { pages(from: first, count: Self.short) }

  private func pages(from first: Int64, count: Int) -> [Int] {
    first < 0 ? [] : Self.pages(from: first, count: count, in: layout, shift)
  }

  /// The pages that are read from a sample on: the loop begins again after its end.
  private static func pages(from first: Int64, count: Int, in layout: StemLayout, _ shift: Int) -> [Int] {
    let loopEnd = layout.intro + layout.loop
    var frame = first, pages: [Int] = []
    for _ in 0..<count where frame < layout.frameCount {
      pages.append(Int(frame >> Int64(shift)))
      frame = ((frame >> Int64(shift)) + 1) << Int64(shift)
      if first < loopEnd && frame >= loopEnd { frame = layout.intro }
    }
    return pages
  }
}

extension [Int] {
  /// The numbers without those that have come before.
  fileprivate var withoutRepetition: [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}
