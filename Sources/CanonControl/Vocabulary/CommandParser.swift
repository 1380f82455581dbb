import CanonEngine
import CanonSession

/// Parses one line of text by the table of words.
public enum CommandParser {
  public static let longestLine = 1000

  /// - Parameter line: Words separated by white space; it can be any text from outside.
  /// - Throws: The problem of the line. Names of stems are not checked here: the performance knows them.
  public static func read(_ line: String, at place: Place) throws(CommandProblem) -> Word.Meaning {
    guard line.utf8.count <= longestLine else { throw .tooLong(line.utf8.count) }
    guard var words = CommandWords.split(line)?[...] else { throw .openQuote(line) }
    guard let first = words.popFirst() else { throw .unknownWord("", place) }
    guard let word = Vocabulary.word(first) else { throw .unknownWord(first, place) }
    guard word.places.contains(place) else { throw .notHere(line, word.asUsed, place) }
    let arguments = try arguments(words, of: word, at: place)
    // Only a performance that is restored can have begun before the music's first downbeat.
    if case .to(.frame(let frame))? = arguments.place, frame < 0, place != .journals {
      throw .invalid("@\(frame)", word.forms[0][0].kind, word.asUsed)
    }
    return try word.meaning(arguments, place)
  }

  /// Parses a line at a place that has only commands.
  public static func parse(_ line: String, at place: Place = .scores) throws(CommandProblem) -> ControlCommand
  {
    guard case .command(let command) = try read(line, at: place) else {
      throw .unknownWord(line, place)
    }
    return command
  }

  private static func arguments(
    _ words: ArraySlice<String>, of word: Word, at place: Place
  ) throws(CommandProblem) -> Arguments {
    if case .command? = word.forms[0].last?.kind { return try readWaiting(words, of: word, at: place) }
    let special = word.specialForm(for: words.first)
    // Two words of which the first is `at` are always meant for commands that wait.
    if let special, case .waiting? = special.last?.kind, words.count == special.count {
      return try read(words, special, of: word)
    }
    if let special, let arguments = try? read(words, special, of: word) { return arguments }
    return try read(words, word.forms[0], of: word)
  }

  /// Reads a time or a length, and the command that waits for it.
  private static func readWaiting(
    _ words: ArraySlice<String>, of word: Word, at place: Place
  ) throws(CommandProblem) -> Arguments {
    var arguments = Arguments()
    let kind = word.forms[0][0].kind
    // A frame is one word, everything else has two.
    let count = words.first?.first == "@" ? 1 : 2
    guard words.count >= count else { throw .missing(kind, word.asUsed) }
    try read(words.prefix(count), as: kind, &arguments, word)
    let rest = words.dropFirst(count).map(CommandWords.quote).joined(separator: " ")
    if rest.isEmpty { throw .missing(.command, word.asUsed) }
    guard case .command(let command) = try read(rest, at: place) else {
      throw .cannotWait(words[words.startIndex + count])
    }
    guard command.canWait else { throw .cannotWait(command.word) }
    arguments.command = command
    return arguments
  }

  /// Reads the optional parameters from the end, then the required ones.
  private static func read(
    _ words: ArraySlice<String>, _ form: [Parameter], of word: Word
  ) throws(CommandProblem) -> Arguments {
    var words = words
    var arguments = Arguments()
    // A place has one word or two, and a span has two places.
    if let place = form.first, place.kind.isOfPlaces {
      if !words.isEmpty { try read(words, as: place.kind, &arguments, word) }
      if words.isEmpty, !place.isOptional { throw .missing(place.kind, word.asUsed) }
      return arguments
    }
    let required = form.prefix { !$0.isOptional && $0.keyword == nil }
    for parameter in form.dropFirst(required.count).reversed() {
      if let keyword = parameter.keyword {
        try readIntroduced(parameter, by: keyword, behind: required.count, &words, &arguments, word)
      } else {
        try readOptional(parameter, behind: required.count, &words, &arguments, word)
      }
    }
    if words.count < required.count { throw .missing(missing(required, words), word.asUsed) }
    let repeats = required.contains(where: \.repeats)
    let most = required.count + required.count(where: \.mayHaveUnit)
    if !repeats, words.count > most { throw .unexpected(words[words.startIndex + most], word.asUsed) }
    let surplus = words.count - required.count
    for parameter in required {
      let own = words.prefix(parameter.repeats || parameter.mayHaveUnit ? 1 + surplus : 1)
      words.removeFirst(own.count)
      try read(own, as: parameter.kind, &arguments, word)
    }
    return arguments
  }

  private static func read(
    _ words: ArraySlice<String>, as kind: ParameterKind, _ arguments: inout Arguments, _ word: Word
  ) throws(CommandProblem) {
    if !arguments.read(words, as: kind) { throw .invalid(words.joined(separator: " "), kind, word.asUsed) }
  }

  /// Reads everything after the last `keyword`. A stem can have the keyword as its id: as the only word it is a stem.
  private static func readIntroduced(
    _ parameter: Parameter, by keyword: String, behind count: Int, _ words: inout ArraySlice<String>,
    _ arguments: inout Arguments, _ word: Word
  ) throws(CommandProblem) {
    guard let index = words.lastIndex(of: keyword), index - words.startIndex >= min(1, count),
      index + 1 < words.endIndex || words.count > 2
    else {
      if !parameter.isOptional { throw .missing(parameter.kind, word.asUsed) }
      return
    }
    try read(words[(index + 1)...], as: parameter.kind, &arguments, word)
    if case .number = parameter.kind { arguments.counts[keyword] = Int(arguments.number) }
    words = words[..<index]
  }

  /// Reads the last word, if it is valid and enough words remain before it.
  private static func readOptional(
    _ parameter: Parameter, behind count: Int, _ words: inout ArraySlice<String>,
    _ arguments: inout Arguments,
    _ word: Word
  ) throws(CommandProblem) {
    guard let last = words.last else { return }
    switch parameter.kind {
    case .choice:
      if arguments.read(words.suffix(1), as: parameter.kind) { words.removeLast() }
    case .quantum where words.count > count:
      if arguments.read(words.suffix(1), as: .quantum) {
        words.removeLast()
      } else if last.contains(":") {
        throw .invalid(last, .quantum, word.asUsed)
      }
    case .stems where words.count > count:
      arguments.stems = Array(words.dropFirst(count))
      words = words.prefix(count)
    case .stem, .number, .frame, .length, .scene, .file, .recording, .port, .bus, .word, .time, .place,
      .command,
      .waiting, .playedTempo, .transposition, .variant, .span, .section, .destination:
      if words.count <= count { return }
      if words.count > count + 1 { throw .unexpected(words[words.startIndex + count + 1], word.asUsed) }
      try read(words.suffix(1), as: parameter.kind, &arguments, word)
      words.removeLast()
    case .quantum, .stems: return
    }
  }

  /// The first missing parameter; with stems and a number, a single word can be either.
  private static func missing(
    _ required: ArraySlice<Parameter>, _ words: ArraySlice<String>
  ) -> ParameterKind {
    if case .number? = required.last?.kind, let last = words.last, Double(last) != nil {
      return required[0].kind
    }
    return required[words.count].kind
  }
}
