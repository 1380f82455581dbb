/// Whether a stem fades to silence or from it. The raw value is the word.
public enum FadeDirection: String, CaseIterable, Sendable {
  case out
  case `in`
}
