import CanonEngine

extension EngineEvent {
  /// The frame that the event names.
  public var frame: FramePosition {
    switch self {
    case .answered(_, _, _, _, let at), .scheduled(_, _, let at), .changed(_, _, let at, _),
      .chosen(_, _, _, let at), .began(_, let at, _, _, _), .replaced(_, _, let at), .kept(_, _, let at),
      .held(_, _, let at), .relocates(_, let at, _), .relocated(let at, _), .handedOver(_, let at, _),
      .halted(let at, _), .stood(let at, _), .rolled(let at, _), .clockChanged(_, let at),
      .supplied(_, _, let at),
      .superseded(_, let at), .leftSilent(let at), .skipped(let at, _), .triggered(_, _, _, _, let at, _):
      at
    }
  }

  public var isChange: Bool { if case .changed = self { true } else { false } }
}

extension Bench {
  /// The events that report a change of status.
  public var changes: [EngineEvent] { events.filter(\.isChange) }

  /// The answers to commands, in order, including the commands that the bench itself sends first.
  public var answers: [(answer: EngineEvent.Answer, status: StemStatus)] {
    events.compactMap { event in
      guard case .answered(_, _, let answer, let status, _) = event else { return nil }
      return (answer, status)
    }
  }
}
