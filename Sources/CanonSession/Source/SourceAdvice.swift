import CanonFiles
import CanonStems

/// Contradictions between a schedule and its set.
package enum SourceAdvice: FileAdvice {
  /// A door, or a need, with a stem that the set does not have.
  case unknownDoor(String, known: [String])
  case unknownNeed(String, known: [String])
  /// nil: there is no set file.
  case doorOfBase(setFile: String?)
  /// Files of a folder without a set file, of which another one may take the id, and so the door.
  case namesakes([String])
  /// Two stems of one group.
  case neverTogether(String, String)
  /// The stems by way of which a door needs its own stem's group, and whether that is its only way to open.
  case rivals([String], isOnlyWay: Bool)
  /// The file of a locked stem, another stem that sounds its loop, and the part of that stem in which it does.
  case sharedFile(String, other: String, SoundingFrames.Part)

  package var code: String? { Self.code("doors", self) }

  package var words: Advice {
    switch self {
    case .unknownDoor(let id, let known):
      Advice(
        found: "no such stem", expected: "a stem of the set: \(Suggestion.list(known))",
        remedy: "Correct the name, or remove the door." + Suggestion.sentence(for: id, among: known))
    case .unknownNeed(let id, let known):
      Advice(
        found: CleanText.quote(id), expected: "a stem of the set: \(Suggestion.list(known))",
        remedy: "Correct the name, or remove it." + Suggestion.sentence(for: id, among: known))
    case .doorOfBase(let setFile):
      Advice(
        found: "the base, which sounds from the start", expected: "a stem without base = true",
        remedy: setFile.map { "Remove the door, or base = true in \(CleanText.clean($0))." }
          ?? "Remove the door, or name the file of another stem base.")
    case .namesakes(let files):
      Advice(
        found: "files that only a number or their type tells apart: " + Suggestion.list(files),
        expected: "names that show which file is behind which door",
        remedy: "Rename them, or write a set.toml: \"canon new\".")
    case .neverTogether(let one, let other):
      Advice(
        found: "\(CleanText.quote(one)) and \(CleanText.quote(other))",
        expected: "stems that can sound together",
        remedy: "Stems of a group exclude each other, so the door would never open. Remove one of them.")
    case .rivals(let way, let isOnlyWay):
      Advice(
        found: way.map(CleanText.quote).joined(separator: ", which needs "),
        expected: "a stem that is not of its own group" + (way.count > 1 ? ", and needs none of it" : ""),
        remedy: "Stems of a group exclude each other, "
          + (isOnlyWay
            ? "so the door would shut as soon as its stem starts. Remove it."
            : "so what opens this way shuts as soon as its stem starts. Remove this way."))
    case .sharedFile(let file, let other, let part):
      Self.sharedFile(CleanText.quote(file), CleanText.quote(other), part)
    }
  }

  private static func sharedFile(_ file: String, _ other: String, _ part: SoundingFrames.Part) -> Advice {
    let found =
      switch part {
      case .loop: "the file that \(other) plays too"
      case .intro: "of which \(other) plays this loop as part of its intro"
      case .release: "of which \(other) plays this loop as part of its release"
      }
    let remedy = "one of the two stems another file, or both the same door."
    return Advice(
      found: "\(file), \(found)", expected: "a loop that only stems with the same door play",
      remedy: part == .intro ? "Write intro = \"none\" for \(other), or give \(remedy)" : "Give \(remedy)")
  }
}
