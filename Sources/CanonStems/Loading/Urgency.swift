import CanonEngine

/// How soon the samples of a stem are needed. Whatever makes samples makes first what sounds first.
public enum Urgency: Int, Comparable, Sendable {
  /// The stem sounds.
  case sounds
  /// What has been requested lets it sound: a base before the first downbeat, a start that is pending.
  case isToSound
  /// Nothing lets it sound yet.
  case rest

  public static func < (a: Urgency, b: Urgency) -> Bool { a.rawValue < b.rawValue }

  /// - Parameters:
  ///   - status: Of the stem now.
  ///   - state: Its state once all that was requested has taken effect.
  public init(_ status: StemStatus, leadingTo state: StemState) {
    self = status.soundsNow ? .sounds : state == .play ? .isToSound : .rest
  }

  /// Stems in the order in which their samples are made: the most urgent first, and equally urgent ones in the order of the set.
  public static func sorted(_ stems: some Sequence<StemIndex>, by urgency: (StemIndex) -> Urgency)
    -> [StemIndex]
  {
    stems.map { (urgency: urgency($0), stem: $0) }
      .sorted { ($0.urgency, $0.stem) < ($1.urgency, $1.stem) }
      .map(\.stem)
  }
}
