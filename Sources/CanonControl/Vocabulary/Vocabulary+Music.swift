import CanonEngine
import CanonSession

/// The words of places in the music, and of what the player alone hears.
extension Vocabulary {
  static let musicWords: [Word] = [
    Word(
      "skip", [.required(.number(.frames))], at: .allButScenes,
      "Moves the clock forward by this number of frames.",
      example: "skip 4096"
    ) { .skip(FrameCount($0.number)) },
    Word(
      "seek", [.required(.place(orWay: true))], at: .allButScenes,
      "Moves the music to another place, all stems together and in phase; what is pending stays at its place in the music.",
      example: "seek bar 17"
    ) { .seek($0.place!) },
    Word(
      "section", [.required(.span)], [.required(.choice(["off"]))], at: .allButScenes,
      "Repeats a part of the loop for all stems, up to where the second place begins, or goes from there to the place after then; off lets the music go on.",
      example: "section bar 3 .. bar 5"
    ) { .section(.play($0.span)) },
    Word(
      "vamp", [], at: .allButScenes,
      "Repeats the section that the music is in, until go, next or goto.", example: "vamp"
    ) { _ in .section(.vamp) },
    Word(
      "go", [], at: .allButScenes, "Goes on at the end of what repeats.", example: "go"
    ) { _ in .section(.go) },
    Word(
      "cue", [.required(.stems(orMaster: false)), onOrOff], at: .allButScenes,
      "Lets stems that are silent in the music be heard on the cue bus alone, in phase, if their doors are open.",
      example: "cue violin-a"
    ) { .cue(.listen($0.selection, $0.choice != "off")) },
    Word(
      "click", [.required(.choice(["on", "off"]))], at: .allButScenes,
      "Plays a sound on each beat on the cue bus, another one on the first beat of a bar; off ends that.",
      example: "click on"
    ) { .cue(.click($0.choice != "off")) },
    Word(
      "count-in", [.required(.number(.countInBars)), .required(.choice(["bar", "bars"]))],
      [.required(.choice(["off"]))], at: .allButScenes,
      "Lets bars of the click precede each start that is requested while no stem plays; off ends that.",
      example: "count-in 1 bar"
    ) { .cue(.countIn(bars: $0.choice == "off" ? nil : Int($0.number))) },
    Word(
      "send",
      [
        .required(.stem), .required(.bus), .optional(.number(.decibels), default: "0"),
        .optional(.choice(["off"]), default: "that gain"),
      ],
      at: .allButScenes,
      "Sends a stem to a bus of the set, or to cue, with this gain in decibels; off ends that.",
      example: "send violin-a cue -6"
    ) { arguments in
      let gain = arguments.choice == "off" ? .silence : Decibels(arguments.number) ?? .silence
      return .cue(.send(arguments.selection, bus: arguments.text ?? "", gain))
    },
    Word(
      "mark", [.required(.place(orWay: false))], [.required(.choice(["here"]))],
      [.required(.choice(["off"])), .required(.number(.mark))], at: .surfaces,
      "Marks a place in the music, for goto; here is where the music is, off removes a mark, by the number that status shows.",
      example: "mark here"
    ) { arguments in
      switch arguments.choice {
      case "off": .mark(.remove(Int(arguments.number)))
      default: .mark(.set(arguments.music))
      }
    },
    Word(
      "goto", [.required(.destination), .optional(.quantum, default: "the section's end")],
      [
        .required(.choice(["section"])), .required(.section),
        .optional(.quantum, default: "the section's end"),
      ],
      [.required(.choice(["mark"])), .required(.number(.mark))],
      [.required(.choice(["piece"])), .required(.number(.piece)), .optional(.quantum, default: "loop")],
      at: .allButScenes,
      "Moves the music to another section at the end of the one that plays, or on a boundary before that; to a mark at once; begins a piece of the programme on a boundary.",
      example: "goto section chorus"
    ) { arguments in
      switch arguments.choice {
      case "mark": .section(.goTo(.mark(Int(arguments.number)), nil))
      case "section": .section(.goTo(.section(arguments.text ?? ""), arguments.quantum))
      case "piece": .piece(Int(arguments.number), arguments.quantum)
      default: .section(.goTo(.named(arguments.text ?? ""), arguments.quantum))
      }
    },
    Word(
      "freeze", [.optional(.place(orWay: false), default: "where it is")], at: .allButScenes,
      "Lets the music stand still, silent, until resume; time and doors go on.", example: "freeze"
    ) { .freeze($0.music) },
  ]

  private static let onOrOff = Parameter.optional(.choice(["on", "off"]), default: "on")
}
