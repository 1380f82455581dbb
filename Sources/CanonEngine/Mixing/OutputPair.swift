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
