import Synchronization

/// A few pages of a stem's samples in memory, where the engine reads, is about to read and may begin to read. The other samples are in a file, or
/// wherever the one who fills the pages has them.
///
/// One thread, the *reader*, calls ``turn(_:fill:)`` again and again. The audio thread never waits for it: a page that comes late lets the stem wait
/// (Documentation/Engine.md, "Late samples"). A page leaves in three steps: it is marked, so that periods that begin from then on do not count on it; once a
/// period that began after that has ended, its address is removed; and once another one has, its memory is used again (``EngineClock``).
@safe package final class StemWindow: Sendable {
  package let layout: StemLayout
  package let format: StemBuffer.Format
  package let channelCount: Int
  /// The frames of a page.
  package let pageLength: Int
  let pages: StemPages
  private let plan: WindowPlan
  private let storage: Storage
  private let slots: Mutex<[Slot]>
  /// The pages that are wanted and could not be filled; the one that was tried last is the last.
  private let failed = Mutex<[Int]>([])
  /// The sample that control expects the engine to read soon, beside the places that the engine knows of; -1 for none.
  private let expected = Atomic<Int64>(-1)
  /// Held while control reads samples, and before memory is used again.
  private let readings = Mutex<Void>(())

  /// Sendable because the table is atomic, and a page is written only while nobody reads it.
  @unsafe private struct Storage: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// What a piece of the memory, of the size of a page, is used for.
  fileprivate enum Slot {
    case free
    case holds(page: Int)
    /// The page is marked since the number of ``EngineClock/countPages()``.
    case leaves(page: Int, since: UInt64)
    /// Its address is removed since then.
    case returns(since: UInt64)
  }

  /// What a turn has done.
  package enum Turn: Sendable {
    /// A page has come into the memory.
    case filled
    /// A page is missing, and memory for it comes back later.
    case waits
    /// All is there.
    case idle
    /// Pages could not be filled. They stay missing, and are tried again once all others that are wanted are there.
    case failed
  }

  /// Fills some samples of a page: `plane` is 1 for the right channel of samples in planes, else 0; `frames` are those of the stem; the memory has room
  /// for exactly these. Returns false if they cannot be had.
  package typealias Fill = (
    _ plane: Int, _ frames: Range<Int64>, _ memory: UnsafeMutableRawBufferPointer
  ) -> Bool

  /// Allocates the memory, and writes it, so that the audio thread has no page fault.
  /// - Parameters:
  ///   - shift: The logarithm of the frames of a page, to the base 2: 2 ... 24.
  ///   - ahead: The number of pages that are read ahead; at least 1.
  package init(
    _ layout: StemLayout, channelCount: Int, _ format: StemBuffer.Format, shift: Int, ahead: Int
  ) {
    precondition((2...24).contains(shift) && ahead > 0 && (1...2).contains(channelCount))
    (self.layout, self.format, self.channelCount) = (layout, format, channelCount)
    pageLength = 1 << shift
    plan = WindowPlan(layout, shift: shift, ahead: ahead)
    let size = pageLength * (format == .float32 ? 4 : 2) * channelCount
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: plan.poolCount * size, alignment: 4096)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe storage = Storage(bytes: memory)
    let isPlanar = format == .float32 && channelCount == 2
    unsafe pages = StemPages(count: plan.pageCount, shift: shift, right: isPlanar ? 4 * pageLength : 0)
    slots = Mutex(Array(repeating: .free, count: plan.poolCount))
  }

  deinit {
    unsafe pages.deallocate()
    unsafe storage.bytes.deallocate()
  }

  /// The memory that a window takes, in bytes.
  /// - Parameters: As of ``init(_:channelCount:_:shift:ahead:)``.
  package static func byteCount(
    _ layout: StemLayout, channelCount: Int, _ format: StemBuffer.Format, shift: Int, ahead: Int
  ) -> Int {
    WindowPlan(layout, shift: shift, ahead: ahead).poolCount
      * ((format == .float32 ? 4 : 2) * channelCount << shift)
  }

  /// The memory of all pages, to lock it.
  package var bytes: UnsafeMutableRawBufferPointer { unsafe storage.bytes }

  // MARK: - The reader

  /// Fills the pages that never leave, before the engine is given the samples.
  /// - Returns: false if one cannot be had.
  package func begin(fill: Fill) -> Bool {
    slots.withLock { slots in
      for (slot, page) in plan.pinned.enumerated() {
        guard fillPage(page, slot, fill) else { return false }
        slots[slot] = .holds(page: page)
      }
      return true
    }
  }

  /// Fills the most urgent page that is missing, if there is memory for it, and lets others go.
  /// - Parameter clock: That of the one engine that has the samples. While no driver calls it, memory comes back only as ``Engine/passPages()`` says.
  /// - Thread: the reader
  package func turn(_ clock: EngineClock, fill: Fill) -> Turn {
    let wanted = plan.wanted(at: unsafe pages.places, expected: expected.load(ordering: .relaxed))
    return slots.withLock { slots in
      takeBack(&slots, clock, but: wanted)
      defer { letGo(&slots, but: wanted, clock) }
      let missing = wanted.filter { page in !slots.contains { $0.page == page } }
      if missing.isEmpty { return .idle }
      guard let slot = slots.firstIndex(where: \.isFree) else { return .waits }
      guard let page = failed.withLock({ fillFirst(of: missing, slot, &$0, fill) }) else { return .failed }
      slots[slot] = .holds(page: page)
      return .filled
    }
  }

  /// Fills the first page that can be had: what a damaged disk does not give makes nothing else late.
  /// - Returns: The page; nil if none can be had.
  private func fillFirst(of missing: [Int], _ slot: Int, _ failed: inout [Int], _ fill: Fill) -> Int? {
    failed.removeAll { !missing.contains($0) }
    let untried = missing.filter { !failed.contains($0) }
    for page in untried.isEmpty ? Array(failed.prefix(1)) : untried {
      failed.removeAll { $0 == page }
      if fillPage(page, slot, fill) { return page }
      failed.append(page)
    }
    return nil
  }

  /// Goes on with what leaves, as far as the audio thread has come. What is wanted again stays.
  private func takeBack(_ slots: inout [Slot], _ clock: EngineClock, but wanted: [Int]) {
    for slot in slots.indices {
      switch slots[slot] {
      case .leaves(let page, _) where wanted.contains(page):
        unsafe pages.set(page, memory(of: slot))
        slots[slot] = .holds(page: page)
      case .leaves(let page, let since) where clock.hasPassedPages(since):
        unsafe pages.set(page, nil)
        slots[slot] = .returns(since: clock.countPages())
      case .returns(let since) where clock.hasPassedPages(since):
        // Whoever of control has found the address before has read.
        readings.withLock { _ in }
        slots[slot] = .free
      case .free, .holds, .leaves, .returns: break
      }
    }
  }

  /// Lets pages go that nobody wants, so that there is memory for the next ones.
  private func letGo(_ slots: inout [Slot], but wanted: [Int], _ clock: EngineClock) {
    if plan.poolCount == plan.pageCount { return }
    var room = slots.count { !$0.isHeld }
    for slot in slots.indices where room < WindowPlan.spare {
      guard case .holds(let page) = slots[slot], !wanted.contains(page) else { continue }
      unsafe pages.mark(page)
      slots[slot] = .leaves(page: page, since: clock.countPages())
      room += 1
    }
  }

  private func fillPage(_ page: Int, _ slot: Int, _ fill: Fill) -> Bool {
    let first = Int64(page) * Int64(pageLength)
    let frames = first..<min(first + Int64(pageLength), layout.frameCount)
    let isPlanar = format == .float32 && channelCount == 2
    let width = (format == .float32 ? 4 : 2) * (isPlanar ? 1 : channelCount)
    for plane in 0..<(isPlanar ? 2 : 1) {
      let start = unsafe memory(of: slot) + plane * width * pageLength
      let memory = UnsafeMutableRawBufferPointer(start: start, count: width * frames.count)
      guard unsafe fill(plane, frames, memory) else { return false }
    }
    unsafe pages.set(page, memory(of: slot))
    return true
  }

  private func memory(of slot: Int) -> UnsafeMutableRawPointer {
    unsafe storage.bytes.baseAddress! + slot * (storage.bytes.count / plan.poolCount)
  }

  /// The sample that the engine reads next, or would read in phase; -1 before it has any. As of the last period.
  package var reads: Int64 { unsafe pages.places.reads }

  /// The number of pages that are in memory.
  package var pagesInMemory: Int { slots.withLock { $0.count(where: \.isHeld) } }

  // MARK: - Control

  /// Lets the reader fill what the engine reads from a sample on, and keep it until another one is expected.
  /// - Parameter sample: Below `layout.frameCount`.
  func expect(_ sample: Int64) { expected.store(sample, ordering: .relaxed) }

  /// Whether all of that is in memory. The reader may be waiting for the disk meanwhile: nobody else waits with it.
  package var hasExpected: Bool {
    plan.pages(expected: expected.load(ordering: .relaxed)).allSatisfy { page in
      unsafe pages.isThere(Int64(page) << Int64(plan.shift))
    }
  }

  /// Calls `body`, which reads samples, while no memory is used again.
  func reading(_ body: () -> Void) { readings.withLock { _ in body() } }
}

extension StemWindow.Slot {
  /// The page that is in memory, or on its way out.
  fileprivate var page: Int? {
    switch self {
    case .holds(let page), .leaves(let page, _): page
    case .free, .returns: nil
    }
  }

  fileprivate var isFree: Bool { if case .free = self { true } else { false } }
  fileprivate var isHeld: Bool { if case .holds = self { true } else { false } }
}
