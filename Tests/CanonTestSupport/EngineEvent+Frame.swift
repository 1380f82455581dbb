import CanonEngine

extension EngineEvent {
  /// The frame that the event names.
  public var frame: FramePosition {
    switch self {
    case .answered(_, _, _, _, let at), .scheduled(_, _, let at), .changed(_, _, let at, _),
      .began(_, let at, _, _), .exchanged(_, _, let at), .skipped(let at, _):
      at
    }
  }
}
