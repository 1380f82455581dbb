/// What the command line says of connections. An evening keeps it, so that a later canon that is not told otherwise plays to the same ports.
public enum ConnectionOptions: Hashable, Sendable {
  /// The values of `--connect` as they were given, `[OUTPUT=]TARGET`; none without the option.
  case rules([String])
  /// `--no-connect`
  case nothing

  /// Nothing was said.
  public static let none = ConnectionOptions.rules([])
}
