/// A terminal as the full screen uses it: pictures are its output, keys its input.
@MainActor protocol ScreenTerminal: AnyObject {
  var size: ScreenSize { get }
  /// The input since the last call.
  func read() -> [Terminal.Input]
  func show(_ lines: [StyledLine])
  func redraw()
  func suspend()
  func leave()
}

extension Terminal: ScreenTerminal {}
