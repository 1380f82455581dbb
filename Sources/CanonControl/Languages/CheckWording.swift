/// The sentences of `canon check` about what was measured.
public protocol CheckWording {
  /// The heading of the measurements.
  /// - Parameters:
  ///   - length: The set's loop: `8 bars`, or nothing.
  ///   - seconds: The same in seconds, `24.000`.
  func measured(_ title: String, length: String?, seconds: String, rate: Int) -> String
  func bars(_ count: Int) -> String
  /// The head of a column.
  func head(_ column: CheckColumn) -> String
  func peaks(_ peaks: CheckPeaks) -> String
  /// By how many decibels gains should change: `-5.0`, `+3.1`.
  func suggestedChange(_ decibels: String, target: String) -> String
  /// - Parameters:
  ///   - available: The memory that programs can have; nil if it is not known.
  ///   - lockable: The memory that canon may lock; nil for any.
  func memory(needed: String, rate: Int, available: String?, lockable: String?) -> String
  /// The heading of what can play by the doors.
  var doorPeaks: String { get }
  var atPresent: String { get }
  func doorPeak(_ date: String, new: [String], count: Int, peak: String) -> String
}

/// The columns of the table of stems.
public enum CheckColumn: CaseIterable, Sendable {
  case stem, format, hertz, channels, frames, loops, peak, truePeak, loudness, mean, clipped, seam, silence
}

/// The levels of a mix, as they are shown.
public struct CheckPeaks: Sendable {
  public enum Choice: Sendable, CaseIterable { case allStems, loudest }

  public var choice: Choice
  /// `-3.2 dBFS`
  public var peak: String
  /// `-3.1 dBTP`
  public var truePeak: String
  /// `-14.2 LUFS`; nil where it is not measured.
  public var loudness: String?
  /// Whether the peaks are upper bounds.
  public var isBound: Bool

  public init(_ choice: Choice, peak: String, truePeak: String, loudness: String?, isBound: Bool) {
    (self.choice, self.peak, self.truePeak) = (choice, peak, truePeak)
    (self.loudness, self.isBound) = (loudness, isBound)
  }
}
