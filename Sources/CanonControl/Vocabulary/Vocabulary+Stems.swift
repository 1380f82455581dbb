import CanonEngine
import CanonSession

/// The words of stems and of the mix.
extension Vocabulary {
  static let stemWords: [Word] = [
    Word(
      "press", [.required(.stems(orMaster: false)), usualQuantum], at: .everywhere,
      "Toggles a stem: arms a stopped one, mutes a playing one, unmutes a muted one, cancels a pending change.",
      example: "press violin-a"
    ) { .request(.press, $0.selection, $0.quantum) },
    Word(
      "start",
      [
        .required(.stems(orMaster: false)), usualQuantum,
        .optional(.frame, after: "from", default: "the frame of the start"),
      ],
      at: .everywhere, "Starts at the next boundary.", example: "start violin-a bar:2"
    ) { .request(.start, $0.selection, $0.quantum, from: $0.frame) },
    Word(
      "stop", [.required(.stems(orMaster: false)), usualQuantum], at: .everywhere,
      "Stops at the next boundary.", example: "stop violin-*"
    ) { .request(.stop, $0.selection, $0.quantum) },
    Word(
      "mute", [.required(.stems(orMaster: false)), usualQuantum], at: .everywhere,
      "Silences a playing stem at the next boundary; it runs on in phase.", example: "mute cello now"
    ) { .request(.mute, $0.selection, $0.quantum) },
    Word(
      "unmute", [.required(.stems(orMaster: false)), usualQuantum], at: .everywhere,
      "Unmutes a stem at the next boundary.", example: "unmute cello beat"
    ) { .request(.unmute, $0.selection, $0.quantum) },
    Word(
      "cancel", [.required(.stems(orMaster: false))],
      [.required(.choice(["at"])), .required(.waiting)], at: .everywhere,
      "Cancels the pending change; cancel at ends commands that wait for their time, by the numbers that status shows.",
      example: "cancel all"
    ) { $0.choice == nil ? .request(.cancel, $0.selection, nil) : .endWaiting($0.waiting) },
    Word(
      "gain",
      [.required(.stems(orMaster: true)), .required(.number(.decibels)), immediateQuantum, fadeLength],
      at: .everywhere,
      "Sets the gain, \(NumberRange.decibels.limits) decibels or -inf, immediately or as a fade; master is the sum of all stems.",
      example: "gain violin-a -12 over 2 bars"
    ) { .gain($0.selection, Decibels($0.number) ?? .silence, $0.fade) },
    Word(
      "pan",
      [.required(.stems(orMaster: false)), .required(.number(.pan)), immediateQuantum, fadeLength],
      at: .everywhere, "Sets the stereo position, \(NumberRange.pan.limits).", example: "pan violin-a 0.3"
    ) { .pan($0.selection, Pan($0.number)!, $0.fade) },
    Word(
      "solo",
      [
        .required(.stems(orMaster: false)),
        .optional(.choice([SoloMode.on, .off, .alone].map(\.word)), default: SoloMode.on.word),
        immediateQuantum,
      ],
      [.required(.choice([SoloMode.off.word])), immediateQuantum], at: .everywhere,
      "Only the soloed stems and the base are heard; alone silences the base too; solo off ends all solos.",
      example: "solo violin-a"
    ) { arguments in
      let mode = SoloMode.allCases.first { $0.word == arguments.choice } ?? .on
      return .solo(arguments.stems.isEmpty ? nil : arguments.selection, mode, arguments.quantum)
    },
    Word(
      "pause", [anyStems, immediateQuantum], at: .everywhere,
      "Silences all stems, or those named, while the clock runs on; starting a stem ends its pause.",
      example: "pause"
    ) { .pause($0.stems.isEmpty ? nil : $0.selection, isOn: true, $0.quantum) },
    Word(
      "resume", [anyStems, immediateQuantum], at: .everywhere,
      "Lets paused stems be heard again, in phase.", example: "resume loop"
    ) { .pause($0.stems.isEmpty ? nil : $0.selection, isOn: false, $0.quantum) },
    Word(
      "fade",
      [
        .required(.stems(orMaster: false)),
        .optional(.choice(FadeDirection.allCases.map(\.rawValue)), default: FadeDirection.out.rawValue),
        immediateQuantum, .required(.length, after: "over"),
      ],
      at: .everywhere,
      "Fades stems out and mutes them, or starts them from silence; their gain stays. all includes the base.",
      example: "fade all out over 4 bars"
    ) { .fade($0.selection, $0.choice.flatMap(FadeDirection.init) ?? .out, $0.fade) },
    Word(
      "panic", [], at: .allButScenes,
      "Stops every stem at once, the base too: silent after 5 ms, with nothing pending.", example: "panic"
    ) { _ in .panic },
  ]

  private static let anyStems = Parameter.optional(.stems(orMaster: false), default: "all, the base too")
  private static let immediateQuantum = Parameter.optional(.quantum, default: "immediately")
  private static let fadeLength = Parameter.optional(
    .length, after: "over", default: "as short as possible without a click")
}
