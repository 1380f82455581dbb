import CanonFiles
import Foundation

/// Problems of sound files without a set file, and what canon assumes of them.
package enum AssumedAdvice: FileAdvice {
  /// A folder has neither a set file nor sound files.
  case noSounds
  /// A folder that cannot be read, and the system's number.
  case noFolder(Int32)
  /// A file lasts longer than a loop may.
  case tooLong
  case misfit(Misfit)
  /// A note.
  case assumed(Summary)

  /// A file whose length does not fit the loop. Lengths are in seconds, as shown.
  package struct Misfit: Hashable, Sendable {
    package let seconds: String
    package let frames: Int64
    package let loop: String
    /// How many files are as long as the loop, of how many.
    package let count, of: Int
    package let nearest: String
    package let nearestFrames: Int64
    /// Whether the length must be a mistake.
    package let isNear: Bool
    /// nil for named files.
    package let folder: String?
    /// Whether the length is that of the loop that the file names.
    package var isNamedByFile = false
  }

  package struct Summary: Hashable, Sendable {
    package let stems: Int
    /// In seconds, as shown.
    package let loop: String
    /// How many files are as long as the loop.
    package let sameLength: Int
    /// Its id.
    package let base: String
    package let tempo: AssumedTempo
    /// nil for named files.
    package let folder: String?
  }

  package var code: String? { Self.code("folder", self) }

  package var words: Advice {
    switch self {
    case .noSounds:
      Advice(
        found: "neither a set.toml nor a sound file",
        expected: "a folder with loops (WAV, AIFF, CAF, FLAC, Ogg or MP3; with ffmpeg also AAC and others)",
        remedy: "Put the sound files in it, or name another folder.")
    case .noFolder(let number):
      Advice(
        found: String(cString: strerror(number)), expected: "a folder that can be read",
        remedy: "Check its name and its permissions.")
    case .tooLong:
      Advice(
        found: "a file of more than a day", expected: "loops of at most 24 hours",
        remedy: "Leave it out, or write a set.toml with a region.")
    case .misfit(let misfit):
      Advice(
        found: "\(misfit.seconds) s (\(misfit.frames) frames)"
          + (misfit.isNamedByFile ? " between its loop points" : ""),
        expected:
          "a simple share or multiple of \(misfit.loop) s, the length of \(misfit.count) of \(misfit.of) files",
        remedy:
          "The nearest is \(misfit.nearest) s (\(misfit.nearestFrames) frames): "
          + (misfit.isNamedByFile ? "correct the loop points in the file." : "trim or extend the file.")
          + (misfit.isNear
            ? "" : " If the length is intended, " + Self.way(misfit.folder, "a set in which it is free")))
    case .assumed(let summary):
      Advice(
        found:
          "\(summary.folder == nil ? "files" : "no set.toml"), so canon assumes \(summary.stems == 1 ? "1 stem" : "\(summary.stems) stems"), a loop of \(summary.loop) s "
          + "(the length of \(summary.sameLength) of them), the base \"\(summary.base)\" and \(Self.words(summary.tempo))",
        expected: "a set.toml if that is not so",
        remedy: "To change it, " + Self.way(summary.folder, "what is assumed"))
    }
  }

  /// Named files need a folder of their own for a set file.
  private static func way(_ folder: String?, _ what: String) -> String {
    guard let folder else {
      return "put the files into a folder of their own; \"canon new\" writes \(what) there."
    }
    return "\"canon new \(CleanText.clean(folder))\" writes \(what)."
  }

  private static func words(_ tempo: AssumedTempo) -> String {
    switch tempo {
    case .stated(let tempo, let source): "the tempo \(tempo), which the \(source.rawValue) state"
    case .unfitting(let tempo, let source):
      "no tempo (the \(source.rawValue) state \(tempo), of which the loop is no whole number of beats)"
    case .contradictory(let source): "no tempo (the \(source.rawValue) state different ones)"
    case .unknown: "no tempo"
    }
  }
}
