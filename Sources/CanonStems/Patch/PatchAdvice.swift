import CanonFiles

/// Problems of a patch.
package enum PatchAdvice: FileAdvice {
  case table
  case output
  /// An id that nothing has, and the known ones.
  case unknownOutput(String, known: [String])
  case targets
  case target

  package var code: String? { Self.code("patch", self) }

  package var words: Advice {
    switch self {
    case .table:
      Advice(
        expected: "a table of outputs and what they are connected to",
        remedy: "Write e.g. a line [patch], and below it master = \"physical:1\".")
    case .output:
      Advice(
        expected:
          "master, or the id of a stem or a bus, or a pattern of ids, with _1 or _2 for one channel if wanted",
        remedy: "Write e.g. master = \"physical:1\" or \"violin-*\" = \"reverb\".")
    case .unknownOutput(let id, let known):
      Advice(
        found: "no output of the set",
        expected: "master, or the id of a stem or a bus, or a pattern that one has",
        remedy: Suggestion.nearest(to: id, among: known).map { "Did you mean \"\($0)\"?" }
          ?? "Correct the id, or remove the line.")
    case .targets:
      Advice(
        expected: "a text in double quotes, or at most \(PatchRule.mostTargets) of them in brackets",
        remedy: "Write e.g. [\"reverb:in_l\", \"reverb:in_r\"]; [] connects it to nothing.")
    case .target:
      Advice(
        expected: "a port or a client, a pattern, a regular expression between slashes, or physical:1",
        remedy: "Write e.g. \"reverb\", \"reverb:in_*\", \"/^ardour:.*in$/\" or \"physical:3\".")
    }
  }
}
