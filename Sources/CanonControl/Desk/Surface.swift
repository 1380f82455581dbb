/// An interface through which canon is played: the full screen, line mode, a socket. It sees only the ``Desk``.
public protocol Surface: Sendable {
  /// Whether the performance ends when ``listen()`` returns.
  var endsPerformance: Bool { get }
  /// Shows the events of the feed until it ends.
  func show(_ feed: Feed) async
  /// Runs the commands of people or programs until the input ends or the task is cancelled.
  func listen() async
  /// Restores the terminal, stops the process as Ctrl-Z does, and takes the terminal again after `fg`.
  func suspend() async
  /// Waits until everything is written, but not for a stalled reader; then the terminal is restored.
  func flush() async
}

/// Defaults for surfaces that show nothing or have no terminal.
extension Surface {
  public var endsPerformance: Bool { false }
  public func show(_ feed: Feed) async {}
  public func suspend() async {}
  public func flush() async {}
}
