import CanonEngine

/// Requests that a driver makes on the frames of its own events (``Trigger``).
extension Performance {
  /// The trigger that does what a command does, as long as the program, the engine and the stem's file stay.
  /// - Returns: nil for a command that only the desk can carry out, for a stem with a door that needs other stems, its own or that of its file,
  ///   and before the first engine.
  public func trigger(for command: ControlCommand, by asker: Asker) -> Trigger? {
    guard case .request(let request, let selection, let quantum, nil) = command, request != .cancel,
      selection.words.count == 1, let stem = set.index(of: selection.words[0]),
      !keeper.gate.mayNeedOthers(stem), (try? deck.check(quantum ?? .loop)) != nil
    else { return nil }
    // The engine chooses that of a press.
    let usual = request == .press ? nil : set[stem].quanta.quantum(of: request)
    return deck.handle?.trigger(request, stem, quantum: quantum ?? usual, by: asker)
  }

  /// Learns what the driver's triggers have changed, before anything that comes after them is carried out.
  public func heedTriggers() {
    // The audio thread tells of a trigger before it has carried it out.
    stir()
    pump()
  }
}
