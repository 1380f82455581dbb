import ArgumentParser
import CanonFiles
import CanonSession
import CanonStems

/// In which tempo and key the set is played.
struct PlaybackOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The tempo: beats per minute, a percentage of the set's own as \"115 %\", or original.",
      valueName: "tempo"))
  var tempo: PlayedTempo?
  // A lower key begins like an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The key: semitones as +2, cents as \"-30 cents\", or original.", valueName: "key"))
  var key: Transposition?

  var areGiven: Bool { tempo != nil || key != nil }

  /// - Parameter language: Of the problems.
  /// - Throws: Why the set cannot be played so.
  func applied(to source: Source, _ language: Language) throws -> Source {
    do { return try source.played(tempo, key) } catch { throw Failure(error, language) }
  }
}

extension PlayedTempo: ExpressibleByArgument {}
extension Transposition: ExpressibleByArgument {}
