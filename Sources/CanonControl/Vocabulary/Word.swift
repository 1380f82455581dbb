import CanonSession

/// One word of the vocabulary: its parameters, its places, and its meaning. An object, because each line that is read takes one from the table, and
/// a copy of its many parts costs more than to find it.
public final class Word: Sendable {
  /// The meaning of a line.
  public enum Meaning: Hashable, Sendable {
    case command(ControlCommand)
    case view(View)
  }

  typealias Maker = @Sendable (Arguments, Place) throws(CommandProblem) -> Meaning

  public let name: String
  /// Other ways to write it.
  public let aliases: [String]
  /// Its parameters, in order. If there are several forms, the first is the usual one; each of the others begins with a choice.
  public let forms: [[Parameter]]
  public let places: Set<Place>
  /// One sentence, with a full stop.
  public let summary: String
  public let example: String
  let meaning: Maker

  /// A command.
  init(
    _ name: String, _ forms: [Parameter]..., at places: Set<Place>, _ summary: String, example: String,
    command: @escaping @Sendable (Arguments) -> ControlCommand
  ) {
    (self.name, aliases, self.forms, self.places) = (name, [], forms, places)
    (self.summary, self.example) = (summary, example)
    meaning = { arguments, _ in .command(command(arguments)) }
  }

  /// A view.
  init(
    _ name: String, aliases: [String] = [], _ parameters: [Parameter] = [], at places: Set<Place>,
    _ summary: String, example: String,
    view: @escaping @Sendable (Arguments, Place) throws(CommandProblem) -> View
  ) {
    (self.name, self.aliases, forms, self.places) = (name, aliases, [parameters], places)
    (self.summary, self.example) = (summary, example)
    meaning = { (arguments, place) throws(CommandProblem) in .view(try view(arguments, place)) }
  }

  /// How the word is used, as `start STEM… [QUANTUM]`.
  public var usage: String { usages[0] }

  /// The form, other than the usual one, that a line with this first parameter means: one that begins with a choice is recognised by
  /// its first word.
  package func specialForm(for first: String?) -> [Parameter]? {
    forms.dropFirst().first { form in
      guard case .choice(let choices)? = form.first?.kind, let first else { return false }
      return choices.contains(first)
    }
  }

  /// What a refusal says of it.
  package var asUsed: WordUsage {
    WordUsage(
      name: name, form: usage, example: example, places: places,
      takesStems: forms[0].contains(where: \.repeats))
  }

  /// Every form, the usual one first.
  public var usages: [String] {
    forms.map { ([name] + $0.map(\.usage)).joined(separator: " ") }
  }
}

extension Word: Hashable {
  public static func == (a: Word, b: Word) -> Bool { a.name == b.name }
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
