import CanonFiles
import CanonSession

/// The desk's answer to a line as one JSON object.
package struct ReplyRecord: Encodable, Sendable {
  /// `done`, `later`, `refused`, the word of a view, `watching` or `quit`.
  package var reply: String
  /// The exit status of `canon ctl`.
  package var status: Int32
  package var messages: [String]?
  /// One stable word for each message, the same in every language.
  package var codes: [String]?

  /// Exit statuses of `canon ctl`, the same as those of the other subcommands.
  package enum Status {
    package static let done: Int32 = 0
    package static let refused: Int32 = 1
    package static let usage: Int32 = 2
    package static let locked: Int32 = 77
  }

  /// - Parameter language: The language of the messages.
  package init(_ reply: Reply, _ language: Language) {
    status = Status.done
    switch reply {
    case .done: self.reply = "done"
    case .undone(let note):
      self.reply = "done"
      messages = [language.wording.note(note)]
    case .later: self.reply = "later"
    case .waits(let note):
      self.reply = "later"
      (messages, codes) = ([language.wording.note(note)], [note.code])
    case .quit: self.reply = "quit"
    case .view(.watch): self.reply = "watching"
    case .view(let view): self.reply = view.word
    case .refused(let problems):
      self.reply = "refused"
      messages = problems.map { $0.text(language) }
      codes = problems.map(\.code)
      status =
        problems.contains { $0.isUsage }
        ? Status.usage : problems.contains { $0.isLocked } ? Status.locked : Status.refused
    }
  }

  /// The object's text, keys in alphabetical order.
  package var json: String { JSONText.text(self) }
}
