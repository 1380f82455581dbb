import CanonFiles

/// What `canon check` measured, in English.
extension English {
  func measured(_ title: String, length: String?, seconds: String, rate: Int) -> String {
    "\(title): \(length.map { "\($0), " } ?? "")\(seconds) s, \(rate) Hz"
  }

  func bars(_ count: Int) -> String { count == 1 ? "1 bar" : "\(count) bars" }

  func head(_ column: CheckColumn) -> String {
    switch column {
    case .stem: "stem"
    case .format: "format"
    case .hertz: "Hz"
    case .channels: "ch"
    case .frames: "frames"
    case .loops: "loops"
    case .peak: "dBFS"
    case .truePeak: "dBTP"
    case .loudness: "LUFS"
    case .mean: "DC %"
    case .clipped: "clipped"
    case .seam: "seam"
    case .silence: "silence"
    }
  }

  func peaks(_ peaks: CheckPeaks) -> String {
    let name = peaks.choice == .allStems ? "All stems" : "Loudest choice of stems"
    let limit = peaks.isBound ? "at most " : ""
    let loudness = peaks.loudness.map { ", loudness \($0)" } ?? ""
    return "\(name): peak \(limit)\(peaks.peak), true peak \(limit)\(peaks.truePeak)\(loudness)."
  }

  func suggestedChange(_ decibels: String, target: String) -> String {
    decibels.hasPrefix("-")
      ? "For a true peak of \(target): lower every gain by \(decibels.dropFirst()) dB, or play with: gain master \(decibels)"
      : "Headroom up to a true peak of \(target): \(decibels.drop { $0 == "+" }) dB."
  }

  func memory(needed: String, rate: Int, available: String?, lockable: String?) -> String {
    "Memory for the samples at \(rate) Hz: \(needed) (\(available.map { "\($0) available" } ?? "available memory unknown"), "
      + "\(lockable.map { "at most \($0)" } ?? "any amount") can be locked)."
  }

  var memoryIsTooSmall: String {
    "That is more than there is: the music would stutter. Leave stems out, or play it on a machine with more memory."
  }
  var memoryIsNotLocked: String {
    "What cannot be locked may be swapped out, and then the music stutters. Raise \"ulimit -l\"."
  }

  var doorPeaks: String { "The highest peak that the doors allow:" }
  var atPresent: String { "now" }

  func repaired(_ file: String, _ parts: [RepairPart], gain: (before: String, after: String)) -> String {
    let words = parts.map { part in
      switch part {
      case .length(let before, let after): "\(before) -> \(after) frames"
      case .mean(let before, let after): "DC \(before) % -> \(after) %"
      case .seam(let before, let after, let frames):
        "seam \(before)x -> \(after)x (crossfade of \(frames) frames)"
      }
    }
    return
      "\(file): \(words.isEmpty ? "unchanged" : words.joined(separator: ", ")); gain \(gain.before) -> \(gain.after) dB"
  }

  var scenesKeepGains: String {
    "The gains in scenes are absolute and stay as they are. Change them like those of the stems."
  }

  func repairedPeak(before: String?, after: String) -> String {
    "True peak of the loudest choice of stems: \(before.map { "\($0) -> " } ?? "")\(after)."
  }

  func doorPeak(_ date: String, new: [String], count: Int, peak: String) -> String {
    let stems = count == 1 ? "1 stem" : "\(count) stems"
    return "\(date): \(peak), \(stems)\(new.isEmpty ? "" : " (new: \(Suggestion.list(new)))")"
  }
}
