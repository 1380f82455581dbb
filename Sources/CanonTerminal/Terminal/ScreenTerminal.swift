/// What the full screen needs of a terminal: pictures out, keys in.
@MainActor protocol ScreenTerminal: AnyObject {
  var size: ScreenSize { get }
  /// What was typed since the last call.
  func read() -> [Terminal.Input]
  func show(_ lines: [StyledLine])
  func redraw()
  func suspend()
  func leave()
}

extension Terminal: ScreenTerminal {}
