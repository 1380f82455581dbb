/// What canon is played from: the full screen, lines, a socket. It sees the ``Desk`` and nothing else.
public protocol Surface: Sendable {
  /// Shows what happens until there is no more.
  func show(_ feed: Feed) async
  /// Carries out what people and programs ask for, until they have no more to say, or the task is cancelled.
  func listen() async
  /// Gives the terminal back, stops the process as Ctrl-Z does, and after `fg` takes the terminal again.
  func suspend() async
  /// Waits until everything is shown, but not for a reader that does not read; the terminal is as it was then.
  func flush() async
}
