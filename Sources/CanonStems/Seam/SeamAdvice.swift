import CanonFiles

/// What is wrong with the sound of a loop that can be played.
package enum SeamAdvice: FileAdvice {
  /// Its end does not lead into its start.
  /// - Parameters:
  ///   - step: From the last sample to the first; full scale is 1.
  ///   - times: How many times sharper that is than what is ordinary beside it.
  case click(file: String, step: String, times: Int)
  /// Its mean is not 0.
  case offset(file: String, percent: String)
  /// It was cut off at full scale.
  case clipped(file: String, places: Int, firstFrame: Int)

  package var code: String? { Self.code("seam", self) }

  package var words: Advice {
    switch self {
    case .click(let file, let step, let times):
      Advice(
        found:
          "\(CleanText.quote(file)): a step of \(step) from the loop's last frame to its first, \(times) times as sharp as the sound beside it",
        expected: "a loop whose end leads into its start: this one clicks at each turn",
        remedy:
          "Export it again with the tail of its last notes at its start, or cut both ends where they meet.")
    case .offset(let file, let percent):
      Advice(
        found: "\(CleanText.quote(file)): a mean of \(percent) % of full scale (DC)",
        expected: "a mean of at most 0.5 %: this one clicks at each start and stop",
        remedy: "Export it again through a high-pass filter of 10 Hz.")
    case .clipped(let file, let places, let frame):
      Advice(
        found:
          "\(CleanText.quote(file)): cut off at full scale in \(places == 1 ? "1 place" : "\(places) places"), first in frame \(frame)",
        expected: "samples below full scale: these are distorted", remedy: "Export it again with less gain.")
    }
  }
}
