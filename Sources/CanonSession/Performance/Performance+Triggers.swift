import CanonEngine

/// Requests that a driver makes on the frames of its own events (``Trigger``).
extension Performance {
  /// The trigger that does what a command does, as long as the program and the engine stay.
  /// - Returns: nil for a command that only the desk can carry out, for a stem whose door needs other stems, and before the first engine.
  public func trigger(for command: ControlCommand, by asker: Asker) -> Trigger? {
    guard case .request(let request, let selection, let quantum, nil) = command, request != .cancel,
      selection.words.count == 1, let stem = set.index(of: selection.words[0]),
      keeper.needs(of: stem).isEmpty
    else { return nil }
    // The engine chooses that of a press.
    let usual = request == .press ? nil : set[stem].quanta.quantum(of: request)
    return deck.handle?.trigger(request, stem, quantum: quantum ?? usual, by: asker)
  }
}
