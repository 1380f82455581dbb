import CanonEngine
import CanonSession

/// The words of scenes and times, and those that go by what was done before.
extension Vocabulary {
  static let sceneWords: [Word] = [
    Word(
      "scene", [.required(.scene), .optional(.quantum, default: "the scene's, else the set's")],
      at: .allButScenes, "Runs a scene; all its changes take effect on the same frame.",
      example: "scene finale"
    ) { .scene($0.text ?? "", $0.quantum) },
    Word(
      "next", [.optional(.quantum, default: "the section's end, or that of a scene or piece")],
      at: .allButScenes,
      "Begins the next piece of the programme; without one, goes to the next section at the end of the one that plays, or on a boundary before that; without sections, runs the scene after the one that was run last.",
      example: "next"
    ) { .next($0.quantum) },
    Word(
      "previous", [.optional(.quantum, default: "the section's end, or that of a scene or piece")],
      at: .allButScenes,
      "Begins the piece before, goes to the section before, or runs the scene before, in the same way.",
      example: "previous bar"
    ) { .previous($0.quantum) },
    Word(
      "at", [.required(.time), .required(.command)], at: .allButScenes,
      "Delays a command: it counts as received at that time, counted from the first downbeat.",
      example: "at bar 9 scene finale"
    ) { .wait(.at($0.time!), $0.command!) },
    Word(
      "in", [.required(.length), .required(.command)], at: .allButScenes,
      "Delays a command: it counts as received after that length of time.",
      example: "in 12.5 s press violin-a"
    ) { .wait(.later($0.length!), $0.command!) },
    Word(
      "toggle",
      [
        .required(.choice(Toggle.allCases.filter(\.takesStems).map(\.rawValue))),
        .required(.stems(orMaster: false)), usualQuantum,
      ],
      [.required(.choice(Toggle.allCases.filter { !$0.takesStems }.map(\.rawValue)))],
      at: .surfaces,
      "Mutes or unmutes stems, solos them or ends that, each by what it is to do now; toggle master silences the sum, or brings it back.",
      example: "toggle mute violin-a"
    ) { arguments in
      let toggle = arguments.choice.flatMap(Toggle.init) ?? .mute
      return .toggle(toggle, toggle.takesStems ? arguments.selection : nil, arguments.quantum)
    },
    Word(
      "undo", [], at: .surfaces,
      "Takes back what you have changed last; what others have changed since stays.",
      example: "undo"
    ) { _ in .undo },
    Word(
      "replace",
      [.required(.stem), .required(.file), .optional(.quantum, default: "that of a start")],
      at: .allButScenes.subtracting([.network]),
      "Replaces a stem's samples at the boundary with those of another file of the set.",
      example: "replace violin-a take-2.flac"
    ) { .replace($0.selection, file: $0.text ?? "", $0.quantum) },
  ]
}
