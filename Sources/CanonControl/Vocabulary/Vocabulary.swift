import CanonEngine
import CanonSession

/// All words that canon understands, from every surface. The parser, completion, the help texts, the JSON
/// schema of the control socket and Documentation/Commands.md all come from ``words``.
public enum Vocabulary {
  public static let words: [Word] = commands + views + journalWords

  /// The words that can be used at a place.
  public static func words(at place: Place) -> [Word] { words.filter { $0.places.contains(place) } }

  package static func word(_ name: String) -> Word? { byName[name] }

  /// Every word by its name and its aliases.
  private static let byName = Dictionary(
    words.flatMap { word in ([word.name] + word.aliases).map { ($0, word) } },
    uniquingKeysWith: { first, _ in first })

  /// The meanings of the words in capitals, for help texts.
  public static func notes(at place: Place) -> [String] {
    words(at: place).flatMap(\.forms).joined().compactMap(\.kind.note)
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private static let commands: [Word] = [
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
    Word(
      "reload", [.optional(.quantum, default: "loop")], at: .surfaces,
      "Reads the set, the schedule and changed sound files again while the music goes on; what is right takes effect at the boundary.",
      example: "reload"
    ) { .reload($0.quantum) },
    Word(
      "tempo", [.required(.playedTempo), .optional(.quantum, default: "loop")], at: .surfaces,
      "Plays in another tempo from the boundary on, at the same place in the music and in the same key, as soon as the sounds are made.",
      example: "tempo 92"
    ) { .playback($0.playback!, $0.quantum) },
    Word(
      "key", [.required(.transposition), .optional(.quantum, default: "loop")], at: .surfaces,
      "Plays higher or lower from the boundary on, in the same tempo, as soon as the sounds are made.",
      example: "key +2"
    ) { .playback($0.playback!, $0.quantum) },
    Word(
      "variant", [.required(.variant), .optional(.quantum, default: "loop")], at: .surfaces,
      "Plays in the tempo and key of a variant of the set from the boundary on; its sounds are made beforehand.",
      example: "variant slow"
    ) { .playback(.variant($0.text ?? ""), $0.quantum) },
    Word(
      "record",
      [.required(.choice(["start"])), .optional(.recording, default: "TITLE-DATE-TIME.wav")],
      [.required(.choice(["stop"]))], at: .surfaces.subtracting([.network]),
      "Records the master's output into a new sound file from the next period on, or ends that; no file is ever overwritten.",
      example: "record start take-1.wav"
    ) { $0.choice == "stop" ? .endRecording : .record(file: $0.text) },
    Word(
      "capture",
      [
        .required(.stem), .optional(.choice(["add"]), default: "a new stem"),
        .optional(.number(.loops), after: "loops", default: "1"),
        .optional(.number(.bars), after: "bars", default: "loops"),
        .optional(.port, after: "from", default: "what in_1 and in_2 are connected to"),
      ],
      [.required(.choice(["off"]))], at: .surfaces.subtracting([.network]),
      "Captures what comes in as a new stem, from the next boundary on, and plays it from the boundary on which it ends; add adds it to a stem; off ends that, and nothing stays.",
      example: "capture voice loops 2 from system"
    ) { arguments in
      if arguments.choice == "off" { return .endCapture }
      return .capture(
        CaptureRequest(
          stem: arguments.stems[0], isAdded: arguments.choice == "add", loops: arguments.counts["loops"],
          bars: arguments.counts["bars"], source: arguments.text))
    },
    Word(
      "keep", [.required(.stem)], at: .surfaces.subtracting([.network]),
      "Copies what a stem has captured into the set: the sound into its folder, the stem into its file.",
      example: "keep voice"
    ) { .keep($0.stems[0]) },
    Word(
      "learn",
      [.required(.stem), .required(.choice(StemRequest.bindable.map(\.word))), usualQuantum],
      [.required(.choice(["off"]))], at: .surfaces.subtracting([.network]),
      "Binds the next pad or pedal that is pressed to a change of a stem, and writes it into midi.toml; off binds nothing.",
      example: "learn violin-a press"
    ) { arguments in
      guard let stem = arguments.stems.first,
        let request = StemRequest.bindable.first(where: { $0.word == arguments.choice })
      else { return .endLearning }
      return .learn(stem, request, arguments.quantum)
    },
    Word(
      "unpair", [.required(.number(.browser))], at: .surfaces.subtracting([.network]),
      "Ends the pairing of a browser, by the number that pairings shows, and changes the codes.",
      example: "unpair 2"
    ) { .unpair(Int($0.number)) },
    Word(
      "quit", [], at: .allButScenes.subtracting([.network]), "Ends the performance.", example: "quit"
    ) { _ in .quit },
  ]

  /// The words that only show something.
  private static let views: [Word] = [
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

  /// The words that only canon writes: when doors have opened and shut for follow actions.
  private static let journalWords: [Word] = [
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

  private static let usualQuantum = Parameter.optional(.quantum, default: "the stem's, else the set's")
  private static let onOrOff = Parameter.optional(.choice(["on", "off"]), default: "on")
  private static let anyStems = Parameter.optional(.stems(orMaster: false), default: "all, the base too")
  private static let immediateQuantum = Parameter.optional(.quantum, default: "immediately")
  private static let fadeLength = Parameter.optional(
    .length, after: "over", default: "as short as possible without a click")
}

extension StemRequest {
  /// The changes to which a pad can be bound by `learn`.
  fileprivate static let bindable: [StemRequest] = [.press, .start, .stop, .mute, .unmute]
}
