/// The memory for one stereo signal: two blocks of the period's length.
@unsafe public struct OutputPair: BitwiseCopyable {
  public let left: UnsafeMutablePointer<Float>
  public let right: UnsafeMutablePointer<Float>

  @_noLocks public init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>) {
    unsafe self.left = left
    unsafe self.right = right
  }

  @_noLocks func advanced(by frames: Int32) -> OutputPair {
    unsafe OutputPair(left: left + Int(frames), right: right + Int(frames))
  }

  @_noLocks public func silence(_ frames: Int32) {
    unsafe left.initialize(repeating: 0, count: Int(frames))
    unsafe right.initialize(repeating: 0, count: Int(frames))
  }
}

/// The memory of several stereo signals: the ports of all stems, or of all buses.
@unsafe public struct OutputPairs: BitwiseCopyable {
  private let first: UnsafePointer<OutputPair?>
  private let count: Int

  /// - Parameter first: `count` pairs, nil for those that nobody wants.
  @_noLocks public init(_ first: UnsafePointer<OutputPair?>, count: Int) {
    unsafe self.first = first
    unsafe self.count = count
  }

  /// - Parameter index: 0 or more. Nobody wants a signal beyond the last one.
  @_noLocks subscript(_ index: Int) -> OutputPair? { unsafe index < count ? first[index] : nil }

  /// Silences all signals from this one on, for a part of the period.
  @_noLocks func silence(from first: Int = 0, offset: Int32 = 0, _ frames: Int32) {
    var i = first
    while unsafe i < count {
      if let pair = unsafe self.first[i] { unsafe pair.advanced(by: offset).silence(frames) }
      i &+= 1
    }
  }
}
