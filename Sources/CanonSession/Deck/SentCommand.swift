import CanonEngine

/// A command on its way: the engine's answer says on which frame it was received.
struct SentCommand {
  let ticket: CommandTicket
  /// What the journal says once the engine has accepted it; nil for what a rendering does by itself.
  private(set) var command: ControlCommand?
  /// nil for what is asked of no stem, or of all.
  let stem: StemIndex?
  let by: Asker
  /// When it takes effect, where the engine has said that it does so later than received.
  var due: FramePosition?
  /// Whose answer this is one of (``Performance/submit(_:by:)``).
  let batch: Int?

  init(ticket: CommandTicket, command: ControlCommand?, stem: StemIndex?, by: Asker, batch: Int? = nil) {
    self.batch = batch
    self.ticket = ticket
    self.command = command
    self.stem = stem
    self.by = by
  }

  /// Whether it asks for another state.
  var isRequest: Bool {
    switch command {
    case .request, .fade: true
    default: false
    }
  }

  /// Whether it asks for a stop.
  var isStop: Bool { if case .request(.stop, _, _, _) = command { true } else { false } }

  /// The engine has chosen the quantum of a press that named none: so the journal names it.
  mutating func choose(_ quantum: Quantum) {
    guard case .request(let request, let selection, nil, let from) = command else { return }
    command = .request(request, selection, quantum, from: from)
  }
}
