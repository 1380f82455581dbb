/// What a stem whose sound file cannot be read means for the others.
public enum LoadingPolicy: Sendable {
  /// Nothing is played.
  case strict
  /// The others play, if every base and at least one stem can be read.
  case lenient
}
