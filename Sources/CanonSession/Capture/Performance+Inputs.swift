import CanonEngine

/// The inputs of the driver.
extension Performance {
  /// Offers the inputs from the start. Call it before there is a driver.
  public func offerInputs() { inputs = InputOrder(number: 1, source: .asConnected) }

  /// Whether the driver has yet to answer an order.
  var isAwaitingInputs: Bool { inputs != nil && inputOffer?.number != inputs?.number }

  func offers(_ offer: InputOffer) { inputOffer = offer }

  /// Waits until the inputs are there and connected.
  /// - Parameter source: A port or a client; nil for what they are connected to.
  func connectInputs(to source: String?) async throws(CommandProblem) -> Inputs {
    let number = (inputs?.number ?? 0) + 1
    inputs = InputOrder(number: number, source: source.map { .named($0) } ?? .usual)
    let end = ContinuousClock.now + longestPreparation
    while inputOffer?.number != number, !hasEnded, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(2))
    }
    guard let offer = inputOffer, offer.number == number else { throw .notCaptured(.noAnswer) }
    switch offer.result {
    case .success(let inputs): return inputs
    case .failure(let problem): throw .notCaptured(.input(problem))
    }
  }
}
