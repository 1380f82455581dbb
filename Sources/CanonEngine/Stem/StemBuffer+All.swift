/// All samples of a buffer, whether they are in memory or not.
extension StemBuffer {
  /// 2 for floating-point samples with two channels, which are one plane after the other.
  package var planeCount: Int { format == .float32 ? channelCount : 1 }

  /// Bytes from one frame to the next in a plane.
  package var planeWidth: Int { format == .float32 ? 4 : 2 * channelCount }

  /// Fills the most urgent page of a window that is missing (``StemWindow/turn(_:fill:)``).
  /// - Parameter clock: That of the one engine that has the samples.
  /// - Returns: nil for samples that are all in memory.
  /// - Thread: the reader, which may wait for the disk
  package func turn(_ clock: EngineClock) -> StemWindow.Turn? {
    guard let window, let stored = unsafe stored else { return nil }
    return unsafe window.turn(clock, fill: stored)
  }

  /// Copies samples as they are stored, from memory, or from where those of a window all are.
  /// - Parameters:
  ///   - plane: Below ``planeCount``.
  ///   - frames: Within 0 ..< `layout.frameCount`.
  ///   - memory: Has room for exactly these.
  /// - Returns: false if the disk does not give them, or if their page is not in memory.
  /// - Thread: control; it may wait for the disk
  package func copy(
    plane: Int, _ frames: Range<FrameCount>, into memory: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let isInside = frames.lowerBound >= 0 && frames.upperBound <= layout.frameCount
    precondition(
      (0..<planeCount).contains(plane) && isInside && memory.count == planeWidth * frames.count)
    if window != nil { return unsafe stored?(plane, frames, memory) ?? false }
    let samples = unsafe ref
    var (first, done) = (frames.lowerBound, 0)
    while first < frames.upperBound {
      let end = unsafe min(frames.upperBound, samples.pieceEnd(of: first))
      guard let place = unsafe samples.samples(of: first) else { return false }
      let count = planeWidth * Int(end - first)
      let start = unsafe plane == 0 ? place.left : place.right
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[done..<(done + count)])
        .copyMemory(from: UnsafeRawBufferPointer(start: start, count: count))
      (first, done) = (end, done + count)
    }
    return true
  }

  /// Calls `body` with the bytes of each plane of all samples, in blocks of `count` frames; the last one may be shorter.
  /// - Parameter body: The bytes are valid during the call. It returns whether it wants more.
  /// - Returns: false if the disk does not give the samples, or if `body` wants no more.
  /// - Thread: control; it may wait for the disk
  package func forEachBlock(
    of count: Int, _ body: (_ frames: Range<Int>, _ planes: [UnsafeRawBufferPointer]) -> Bool
  ) -> Bool {
    let size = count * planeWidth
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: planeCount * size, alignment: 16)
    defer { unsafe memory.deallocate() }
    for first in stride(from: 0, to: Int(layout.frameCount), by: count) {
      let frames = first..<min(first + count, Int(layout.frameCount))
      var planes: [UnsafeRawBufferPointer] = unsafe []
      for plane in 0..<planeCount {
        let bytes = unsafe UnsafeMutableRawBufferPointer(
          rebasing: memory[(plane * size)...].prefix(frames.count * planeWidth))
        let place = FrameCount(frames.lowerBound)..<FrameCount(frames.upperBound)
        guard unsafe copy(plane: plane, place, into: bytes) else { return false }
        unsafe planes.append(UnsafeRawBufferPointer(bytes))
      }
      guard unsafe body(frames, planes) else { return false }
    }
    return true
  }

  /// Whether the other buffer has the same samples, stored in the same way. Samples that cannot be read are not the same.
  /// - Thread: control; compares all samples, and may wait for the disk
  public func isSame(as other: StemBuffer) -> Bool {
    if self === other { return true }
    guard layout == other.layout, format == other.format, channelCount == other.channelCount else {
      return false
    }
    if !isPaged, !other.isPaged { return unsafe bytes.elementsEqual(other.bytes) }
    let block = 1 << 14
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: block * planeWidth, alignment: 16)
    defer { unsafe memory.deallocate() }
    return unsafe forEachBlock(of: block) { frames, planes in
      unsafe planes.indices.allSatisfy { plane in
        let same = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[..<planes[plane].count])
        let place = FrameCount(frames.lowerBound)..<FrameCount(frames.upperBound)
        return unsafe other.copy(plane: plane, place, into: same) && same.elementsEqual(planes[plane])
      }
    }
  }
}
