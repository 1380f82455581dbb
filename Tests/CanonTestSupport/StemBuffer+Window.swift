import CanonEngine

extension StemBuffer {
  /// The same samples with a window over them, which has the pages that never leave it.
  /// - Parameters:
  ///   - shift: The logarithm of the frames of a page, to the base 2.
  ///   - isReadable: Whether the others can be had.
  package func inWindow(shift: Int = 4, isReadable: Bool = true) -> StemBuffer {
    let window = StemWindow(layout, channelCount: channelCount, format, shift: shift, ahead: 1)
    _ = window.begin { self.copy(plane: $0, $1, into: $2) }
    return StemBuffer(window, stored: { isReadable && self.copy(plane: $0, $1, into: $2) })
  }
}
