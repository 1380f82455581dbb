import CanonEngine

/// A command without an answer yet. The engine's answer names the frame on which it was received.
struct SentCommand {
  let ticket: CommandTicket
  /// The journal's line once the engine has accepted the command; nil if a rendering does the same by itself.
  private(set) var command: ControlCommand?
  /// The stem; nil for commands for no stem, or for all, and once it has left.
  private(set) var stem: StemIndex?
  /// Whether its stem has left.
  private(set) var isGone = false
  /// Where in the music it lets the clock stand or roll, as the engine was told; nil if it names no place.
  let place: FramePosition?
  let by: Asker
  /// The frame on which it takes effect, if the engine has reported a later one than that of receipt.
  var due: FramePosition?
  /// The batch to which its answer belongs (``Performance/submit(_:by:isAwaited:)``).
  let batch: Int?
  /// The step that it is a part of (``UndoLog``).
  let step: Int?
  /// The number of the command that has waited, of which it is a part.
  let waiting: Int?
  /// The scene that it is a part of.
  let run: SceneRun?
  /// What it is given again as, if that is not what its command says.
  let again: ControlCommand?
  /// The frame for which the engine lets it wait; nil if it is received as soon as possible.
  let receipt: FramePosition?

  init(
    ticket: CommandTicket, command: ControlCommand?, stem: StemIndex?, place: FramePosition? = nil, by: Asker,
    batch: Int? = nil, step: Int? = nil, waiting: Int? = nil, run: SceneRun? = nil,
    receipt: FramePosition? = nil, again: ControlCommand? = nil
  ) {
    (self.batch, self.step, self.waiting, self.receipt) = (batch, step, waiting, receipt)
    (self.run, self.again) = (run, again)
    self.ticket = ticket
    self.command = command
    self.stem = stem
    self.place = place
    self.by = by
  }

  /// Whether its effect counts as requested: not while it waits for its frame.
  var isRequested: Bool { receipt == nil && !isGone }

  /// Whether it requests another state.
  var isRequest: Bool {
    switch command {
    case .request, .fade: true
    default: false
    }
  }

  /// Whether it requests a start.
  var isStart: Bool { if case .request(.start, _, _, _) = command { true } else { false } }

  /// Whether it requests a stop.
  var isStop: Bool { if case .request(.stop, _, _, _) = command { true } else { false } }

  /// Whether it lets a stem be heard on the cue bus.
  var isListening: Bool { if case .cue(.listen(_, true)) = command { true } else { false } }

  /// Whether a door takes back its stop.
  var isCancelling: Bool {
    if case .request(.cancel, _, _, _) = command { by == .door } else { false }
  }

  /// Its command as a journal has it.
  func recorded(_ command: ControlCommand) -> ControlCommand {
    switch command {
    case .freeze: .freeze(place.map { .frame($0) })
    case .roll: .roll(place.map { .frame($0) })
    default: by == .door ? command.asDoors : command
    }
  }

  /// Its stem is one of the next edition.
  mutating func move(_ succession: Succession) {
    guard let old = stem else { return }
    stem = succession[old]
    isGone = stem == nil
  }

  /// Adds the place to which the engine moves the music, for the journal, and the frame on which it is there. A section has its places.
  mutating func lead(to place: FramePosition, at frame: FramePosition) {
    if case .seek = command { command = .seek(.to(.frame(place))) }
    due = frame
  }

  /// Adds the quantum that the engine has chosen for a press that named none, for the journal.
  mutating func choose(_ quantum: Quantum) {
    guard case .request(let request, let selection, nil, let from) = command else { return }
    command = .request(request, selection, quantum, from: from)
  }
}
