import CanonEngine
import CanonSession

/// The words of what is played, recorded, captured and bound, and of the end.
extension Vocabulary {
  static let performanceWords: [Word] = [
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
}

extension StemRequest {
  /// The changes to which a pad can be bound by `learn`.
  fileprivate static let bindable: [StemRequest] = [.press, .start, .stop, .mute, .unmute]
}
