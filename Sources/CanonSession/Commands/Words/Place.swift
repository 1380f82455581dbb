/// Where a word of the vocabulary can be used.
public enum Place: String, CaseIterable, Sendable {
  /// The full screen's command line.
  case screen
  /// Standard input of `canon play`.
  case lines
  /// The control socket, which only this machine's user can open.
  case socket
  /// A surface that other machines reach: no word there ends canon or names a file.
  case network
  case scores, journals, scenes
}
