import CanonEngine
import CanonSession

extension Vocabulary {
  /// The words that only show something.
  static let viewWords: [Word] = [
    Word(
      "status", at: .surfaces, "Shows the position of the clock and the state of each stem.",
      example: "status"
    ) { _, _ in .status },
    Word(
      "doors", at: .surfaces, "Shows which doors are open, and when the others open.", example: "doors"
    ) { _, _ in .doors },
    Word(
      "ports", at: .surfaces,
      "Shows what each output is connected to and why, and which targets are waited for.", example: "ports"
    ) { _, _ in .ports },
    Word(
      "pair", [.required(.choice(PairedBrowser.Role.allCases.map(\.rawValue)))],
      at: .surfaces.subtracting([.network]),
      "Shows the code with which a browser pairs, also as a picture for a phone's camera; look is for those that only see.",
      example: "pair play"
    ) { arguments, _ in .pair(arguments.choice.flatMap(PairedBrowser.Role.init) ?? .look) },
    Word(
      "pairings", at: .surfaces.subtracting([.network]), "Shows the browsers that are paired.",
      example: "pairings"
    ) { _, _ in .pairings },
    Word(
      "help", aliases: ["?", "h"], [.optional(.word, default: "all words")], at: .surfaces,
      "Shows all words, or the parameters of one.", example: "help gain"
    ) { (arguments, place) throws(CommandProblem) in
      guard let name = arguments.text else { return .help(at: place) }
      guard let word = word(name), word.places.contains(place) else { throw .unknownWord(name, place) }
      return .help(word, at: place)
    },
    Word(
      "watch", at: [.socket], "Shows all events until the performance ends.", example: "watch"
    ) { _, _ in .watch },
  ]
}
