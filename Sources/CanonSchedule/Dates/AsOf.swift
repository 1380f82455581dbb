import CanonFiles

/// The instant of `--as-of`: another day to preview.
public enum AsOf {
  /// The text is no instant.
  public struct Problem: Error, Hashable, Sendable {
    package let text: String
    package let advice: ScheduleAdvice

    /// In English, as a whole sentence.
    public var message: String { advice.sentence(found: CleanText.quote(text)) }
  }

  /// Reads `2026-12-06`, `2026-12-06T18:00`, `2026-12-06T18:00:30` (a space may stand for the T) as local to
  /// `zone`, and the latter two with `Z` or an offset such as `+09:00` as they say. Years 1900...9999.
  ///
  /// A date means its first moment. A time that the zone skips means the end of the gap; a time that occurs twice
  /// means the first.
  public static func parse(_ text: String, zone: Zone) throws(Problem) -> Instant {
    do {
      return try DateText.parse(text).instant(in: 0, zone: zone)  // no computed rule, so no year matters
    } catch {
      throw Problem(text: text, advice: error == .form ? .asOf : .noDate(error))
    }
  }
}
