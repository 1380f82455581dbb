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
  /// The samples need more memory than there is, or than may be locked.
  var memoryIsTooSmall: String { get }
  var memoryIsNotLocked: String { get }
  /// The heading of what can play by the doors.
  var doorPeaks: String { get }
  var atPresent: String { get }
  /// What became of a stem that was mended: `click.wav: DC 5.01 % -> 0.00 %`.
  /// - Parameter gain: Before and after.
  func repaired(_ file: String, _ parts: [RepairPart], gain: (before: String, after: String)) -> String
  /// All gains have changed, and scenes have gains of their own.
  var scenesKeepGains: String { get }
  /// The true peaks of the loudest choice before and after; nil before if that could not be measured.
  func repairedPeak(before: String?, after: String) -> String
  func doorPeak(_ date: String, new: [String], count: Int, peak: String) -> String
}

/// The columns of the table of stems.
public enum CheckColumn: CaseIterable, Sendable {
  case stem, format, hertz, channels, frames, loops, peak, truePeak, loudness, mean, clipped, seam, silence
}

/// What was mended in a stem, as it was before and as it is after.
public enum RepairPart: Hashable, Sendable {
  /// Frames of the loop.
  case length(Int64, Int64)
  /// The mean in per cent of full scale.
  case mean(String, String)
  /// How many times sharper the seam is than the sound beside it, and the frames of the crossfade.
  case seam(String, String, crossfade: Int)
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
