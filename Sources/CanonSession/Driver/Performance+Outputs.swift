import CanonEngine
import CanonStems

/// What a driver is to offer, and how far it is. A new client has those outputs first without which the music does not begin
/// (``FirstOutputs``), and the others behind it.
extension Performance {
  /// The longest wait for a driver's ports.
  private static let longestOffer = Duration.seconds(5)
  /// The longest wait for those of a client that is new.
  private static let longestBeginning = Duration.seconds(60)

  /// Waits until the driver offers the outputs of the stems and buses that are new.
  /// - Precondition: What plays is what the edition follows; ``awaitOutputs()`` has returned, so that the time is for these alone.
  /// - Throws: ``CommandProblem/noPort(_:)`` if it cannot, or does not in time. It then keeps those that it had.
  func offer(_ next: NextEdition) async throws(CommandProblem) {
    guard
      let places = deck.handle?.places(
        after: next.succession.origins, replacing: next.succession.replaced)
    else { return }
    // What could not be had before is known, and refuses nothing else.
    let (before, missed) = (outputs.plan, offered?.missing)
    let new = OutputPlan(next.program, places: places, buses: next.buses, hasCue: hasCue)
    order(current.filled(with: new).filled(with: before))
    awaitedOffers += 1
    defer { awaitedOffers -= 1 }
    let (number, end) = (outputs.number, ContinuousClock.now + Self.longestOffer)
    await awaitOffer(number, until: end)
    guard let offered, offered.number < number || offered.missing.map({ $0 != missed }) ?? false else {
      return
    }
    order(before)
    throw .noPort(offered.missing ?? next.changes.added.first ?? "")
  }

  /// Waits until the driver has followed what was ordered last; not at all without a driver that plays.
  func awaitOutputs() async {
    await awaitOffer(outputs.number, until: ContinuousClock.now + Self.longestBeginning)
  }

  private func awaitOffer(_ number: Int, until end: ContinuousClock.Instant) async {
    while let offered, offered.number < number, ContinuousClock.now < end, !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// The outputs of what the engine plays.
  private var current: OutputPlan {
    OutputPlan(program, places: deck.places, buses: deck.buses, hasCue: hasCue)
  }

  /// Offers the outputs of the cue bus from its first use on. The driver makes its ports meanwhile, and the music does not wait for them.
  func offerCue(for commands: [ControlCommand]) {
    guard !hasCue, commands.contains(where: \.needsCueBus) else { return }
    hasCue = true
    if deck.handle != nil { order(current.filled(with: outputs.plan)) }
  }

  /// Follows the engine.
  /// - Parameter keepsLast: Whether outputs stay whose stems have left and may still ring.
  func reorderOutputs(keepsLast: Bool) { order(keepsLast ? current.filled(with: outputs.plan) : current) }

  private func order(_ plan: OutputPlan) {
    if plan == outputs.plan { return }
    outputs = OutputOrder(number: outputs.number + 1, plan: plan)
    recorder.follow(plan)
  }

  /// The driver offers the outputs of this order from now on; nil if it offers none.
  /// - Parameter missing: The name of the first port that it could not have. People are told once of each server, unless a command waits
  ///   for the answer, which is refused then.
  func offers(_ number: Int?, missing: String?) {
    offered = number.map { ($0, missing) }
    if number == nil { missingPortTold = nil }
    guard let missing, awaitedOffers == 0, missingPortTold != missing else { return }
    missingPortTold = missing
    note(.server(.portRefused(missing)))
  }

  /// What must be there before the music begins, or goes on.
  var firstOutputs: FirstOutputs {
    FirstOutputs(
      areRecorded: recorder.recordsOutputs,
      sounding: Set(soundingStems.map { set[$0].id } + set.buses.map(\.id) + [StemSet.cue]))
  }
}
