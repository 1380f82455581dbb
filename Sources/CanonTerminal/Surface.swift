/// What people play canon by: the full screen, or lines.
public protocol Surface: Sendable {
  /// Shows every event until there are no more.
  func showEvents() async
  /// Carries out what people ask for, until they end the performance.
  func readCommands() async
  /// Gives the terminal back, stops the process as Ctrl-Z does, and after `fg` takes the terminal again.
  func suspend() async
  /// Waits until everything is shown, but not for a reader that does not read; the terminal is as it was then.
  func flush() async
}
