import CanonEngine

/// The triggers that were taken and wait for their frames, and whether the engine receives them as Documentation/Engine.md says. The order
/// within one frame comes from the engine: it is checked here, and not planned.
struct SlowTriggers: Sendable {
  /// In the order in which they were taken.
  private var waiting: [TriggerOffer] = []
  /// The number that the next period has taken.
  private var periodCount = 0
  /// The last one that was received, and the frame on which it was.
  private var last: (offer: TriggerOffer, frame: Int64)?
  /// The first reception that breaks a rule; nil while none does.
  private(set) var problem: String?

  var hasRoom: Bool { periodCount < 64 }

  mutating func take(_ offer: TriggerOffer) {
    waiting.append(offer)
    periodCount += 1
  }

  /// All that wait end, by a panic or because of another edition.
  mutating func end() { waiting = [] }

  /// A trigger is received on this frame: it is the first of those that wait, and its frame is not in the future.
  mutating func receive(_ action: RandomPerformance.Action, _ stem: Int, on frame: Int64) {
    guard let next = waiting.indices.min(by: { waiting[$0].at < waiting[$1].at }) else {
      return fail("a trigger is received on \(frame), and none waits")
    }
    let offer = waiting.remove(at: next)
    last = (offer, frame)
    if offer.at > frame || offer.stem != stem || offer.action != action {
      fail("\(action) of \(stem) is received on \(frame), and \(offer) is next")
    }
  }

  /// Another command is received on this frame. A trigger comes after all of them, but for those that wait for a later frame and were
  /// skipped as it was.
  /// - Parameter named: The frame that the command names; nil for none.
  mutating func receiveOther(named: Int64?, on frame: Int64) {
    guard let last, last.frame == frame, (named ?? .min) <= last.offer.at else { return }
    fail("a command is received on \(frame) after \(last.offer)")
  }

  /// The frame is delivered: everything that has waited for it was received.
  mutating func pass(_ frame: Int64) {
    periodCount = 0
    if let late = waiting.first(where: { $0.at <= frame }) { fail("\(late) is not received by \(frame)") }
  }

  private mutating func fail(_ text: String) { problem = problem ?? text }
}

extension SlowSet {
  /// Takes what a driver offers between two periods, after everything that is due on this frame and before anything that is received on it.
  /// - Returns: Whether it is taken. What is not is for control.
  public mutating func take(_ offer: TriggerOffer) -> Bool {
    // Music that stands does not keep the clock from running.
    guard isRolling, nextEdition == nil, offer.edition == editionCount, !offer.hasEnded, triggers.hasRoom,
      let place = ids.firstIndex(of: offer.stem), stems[place].isOpen
    else { return false }
    triggers.take(offer)
    return true
  }

  /// Notes that the engine receives a trigger on the present frame, before ``receive(_:_:isDoors:)``.
  public mutating func receiveTrigger(_ action: RandomPerformance.Action, _ stem: Int) {
    triggers.receive(action, stem, on: frame)
  }

  /// Notes that it receives another command.
  /// - Parameter named: The frame that the command names; nil for none.
  public mutating func receiveOther(named: FramePosition?) { triggers.receiveOther(named: named, on: frame) }

  /// What the engine has done otherwise with triggers than the rules say; nil for nothing.
  public var triggerProblem: String? { triggers.problem }
}
