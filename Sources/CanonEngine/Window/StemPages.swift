import Synchronization

/// The pages of a ``StemBuffer`` whose samples are not all in one piece, as the audio thread sees them. Valid while the buffer lives.
///
/// A page has a power of two of frames, stored as in a buffer of that many frames: the left channel and then the right one, or both
/// interleaved. A page that is not in memory is silent. Who fills the pages finds here where they are read.
@unsafe struct StemPages: BitwiseCopyable, @unchecked Sendable {
  @unsafe private struct Table: ~Copyable {
    /// The address of each page's first sample; 0 while the page is not in memory. The lowest bit marks a page that is about to leave.
    let addresses: UnsafeMutablePointer<Atomic<UInt>>
    let count: Int
    /// The logarithm of the frames of a page, to the base 2.
    let shift: Int64
    /// Bytes from the first sample of the left channel to that of the right one.
    let right: Int
    let reads = Atomic<Int64>(-1)
    let rings = Atomic<Int64>(-1)
    let leads = Atomic<Int64>(-1)

    init(addresses: UnsafeMutablePointer<Atomic<UInt>>, count: Int, shift: Int64, right: Int) {
      unsafe self.addresses = unsafe addresses
      unsafe self.count = count
      unsafe self.shift = shift
      unsafe self.right = right
    }
  }

  // A pointer, because each command has room for what a buffer is.
  private let table: UnsafeMutablePointer<Table>

  /// Allocates the table for pages that are not in memory.
  /// - Parameters:
  ///   - shift: The logarithm of the frames of a page, to the base 2: 0 ... 24.
  ///   - right: Bytes from a page's left channel to its right one; 0 if there are no two planes.
  /// - Thread: control
  init(count: Int, shift: Int, right: Int) {
    let addresses = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: max(1, count))
    for page in 0..<count { unsafe (addresses + page).initialize(to: Atomic(0)) }
    unsafe table = .allocate(capacity: 1)
    unsafe table.initialize(
      to: Table(addresses: addresses, count: count, shift: Int64(shift), right: right))
  }

  /// - Thread: control, once the audio thread no longer reads the buffer
  func deallocate() {
    unsafe table.pointee.addresses.deinitialize(count: table.pointee.count)
    unsafe table.pointee.addresses.deallocate()
    unsafe table.deinitialize(count: 1)
    unsafe table.deallocate()
  }

  /// Lets the audio thread read a page from now on, or no longer.
  /// - Parameter memory: Filled before; nil for none.
  /// - Thread: control
  func set(_ page: Int, _ memory: UnsafeRawPointer?) {
    unsafe precondition((0..<table.pointee.count).contains(page))
    unsafe table.pointee.addresses[page].store(UInt(bitPattern: memory), ordering: .releasing)
  }

  /// Lets nobody count on a page any more who has not done so already; whoever has may still read it.
  /// - Thread: control
  func mark(_ page: Int) {
    unsafe precondition((0..<table.pointee.count).contains(page))
    let address = unsafe table.pointee.addresses[page].load(ordering: .relaxed)
    unsafe table.pointee.addresses[page].store(address | 1, ordering: .releasing)
  }

  /// Says where the samples are read.
  /// - Thread: audio
  @_noLocks func publish(_ places: StemPlaces) {
    unsafe table.pointee.reads.store(places.reads, ordering: .relaxed)
    unsafe table.pointee.rings.store(places.rings, ordering: .relaxed)
    unsafe table.pointee.leads.store(places.leads, ordering: .relaxed)
  }

  /// Where the samples are read, as of the last period; each place is whole, but one may be newer than another.
  /// - Thread: control
  var places: StemPlaces {
    unsafe StemPlaces(
      reads: table.pointee.reads.load(ordering: .relaxed),
      rings: table.pointee.rings.load(ordering: .relaxed),
      leads: table.pointee.leads.load(ordering: .relaxed))
  }

  /// The number of pages.
  var count: Int { unsafe table.pointee.count }

  /// The first sample of a page; nil while it is not in memory.
  /// - Thread: control
  func memory(of page: Int) -> UnsafeRawPointer? {
    unsafe precondition((0..<table.pointee.count).contains(page))
    return unsafe UnsafeRawPointer(bitPattern: table.pointee.addresses[page].load(ordering: .acquiring))
  }

  /// The number of frames from `frame` on that are in its page; at least one.
  @_noLocks func frames(from frame: Int64) -> Int64 {
    let length: Int64 = unsafe 1 &<< table.pointee.shift
    return length &- (frame & (length &- 1))
  }

  /// Whether the page of a frame is in memory, and stays there as long as the period that looks.
  @_noLocks func isThere(_ frame: Int64) -> Bool {
    let page = unsafe table.pointee.addresses[Int(frame &>> table.pointee.shift)].load(ordering: .acquiring)
    return page != 0 && page & 1 == 0
  }

  /// The samples of a frame, left and right; nil while its page is not in memory.
  /// - Parameter width: Bytes from one frame to the next.
  @_noLocks func samples(of frame: Int64, width: Int) -> (left: UnsafeRawPointer, right: UnsafeRawPointer)? {
    let shift = unsafe table.pointee.shift
    let page = unsafe table.pointee.addresses[Int(frame &>> shift)].load(ordering: .acquiring)
    guard let base = unsafe UnsafeRawPointer(bitPattern: page & ~1) else { return nil }
    let left = unsafe base + width &* Int(frame & ((1 &<< shift) &- 1))
    return unsafe (left, left + table.pointee.right)
  }
}

extension StemRef {
  /// Bytes from one frame to the next.
  private var width: Int {
    @_noLocks get {
      switch unsafe encoding {
      case .floats, .stereoIntegers: 4
      case .monoIntegers: 2
      }
    }
  }

  var isPaged: Bool { @_noLocks get { unsafe pages != nil } }

  /// The frame after the last one that follows `frame` in memory: the end of its page. `.max` for samples in one piece.
  @_noLocks func pieceEnd(of frame: Int64) -> Int64 {
    guard let pages = unsafe pages else { return .max }
    return unsafe frame &+ pages.frames(from: frame)
  }

  /// The samples of a frame, left and right, which those of the next frames follow up to ``pieceEnd(of:)``; nil while they are not in memory.
  @_noLocks func samples(of frame: Int64) -> (left: UnsafeRawPointer, right: UnsafeRawPointer)? {
    if let pages = unsafe pages { return unsafe pages.samples(of: frame, width: width) }
    let bytes = unsafe width &* Int(frame)
    return unsafe (left + bytes, right + bytes)
  }
}
