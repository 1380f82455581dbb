import CanonEngine
import CanonSession

extension Vocabulary {
  /// The words that only canon writes: when doors have opened and shut for follow actions.
  static let journalWords: [Word] = [
    Word(
      "open", [.required(.stem)], at: [.journals], "Says that a stem's door has opened.",
      example: "open violin-a"
    ) { .door($0.stems[0], isOpen: true) },
    Word(
      "shut", [.required(.stem), .optional(.quantum, default: "no stop")], at: [.journals],
      "Says that a stem's door has shut; with a quantum, that the shut door stops the stem at the boundary.",
      example: "shut violin-a"
    ) { .door($0.stems[0], isOpen: false, stopping: $0.quantum) },
    Word(
      "faded", [.required(.stem), .required(.number(.level))], at: [.journals],
      "Says to which level a stem had faded when the performance was restored.",
      example: "faded violin-a 0.25"
    ) { .faded($0.stems[0], $0.number) },
    Word(
      "asked", [.required(.stem)], at: [.journals],
      "Says that a stem's follow action had asked already when the performance was restored.",
      example: "asked violin-a"
    ) { .asked($0.stems[0]) },
    Word(
      "starved", [.required(.stem)], at: [.journals],
      "Says that a stem's samples did not come in time, and that it fell silent from here on and waited for them.",
      example: "starved violin-a"
    ) { .supply($0.stems[0], .starved) },
    Word(
      "cut", [.required(.stem)], at: [.journals],
      "Says that a stem's samples did not come in time, and that it was silent at once and waited for them.",
      example: "cut violin-a"
    ) { .supply($0.stems[0], .cut) },
    Word(
      "fed", [.required(.stem)], at: [.journals],
      "Says that the samples of a stem were there, and that it waited no longer.", example: "fed violin-a"
    ) { .supply($0.stems[0], .fed) },
    Word(
      "gap", [], at: [.journals],
      "Says that the music was in the gap before its piece when the performance was restored.",
      example: "gap"
    ) { _ in .gap },
    Word(
      "left", [.required(.number(.frames))], at: [.journals],
      "Says that canon left the graph after this number of frames, in which its outputs faded out over 5 ms.",
      example: "left 512"
    ) { .left(FrameCount($0.number)) },
    Word(
      "edition", [.required(.number(.edition)), .required(.quantum)], at: [.journals],
      "Says that what was read again takes effect at the boundary; its number is that of its text.",
      example: "edition 2 loop"
    ) { .edition(Int($0.number), $0.quantum ?? .loop) },
    Word(
      "roll", [.optional(.place(orWay: false), default: "where it stands")], at: [.journals],
      "Says that music that stood goes on.", example: "roll"
    ) { .roll($0.music) },
    Word(
      "begin", [], at: [.journals],
      "Says that the clock starts here: what is above restores a performance.", example: "begin"
    ) { _ in .begin },
  ]
}
