import CanonEngine
import CanonTestSupport

/// The slow reference, which receives what a journal says. It decides by itself which triggers are taken, and on which frame they are
/// received.
extension PropertyCase {
  func slowProblem(
    _ lines: [JournalLines.Entry], _ entries: [JournalLines.Entry], _ offers: [TriggerOffer],
    _ music: Output, _ ticks: [Tick], _ end: FramePosition
  ) -> String? {
    var slow = SlowSet(set)
    slow.listenToTicks()
    var output = Output(stems: music.ports.count, buses: set.busCount)
    var left = offers[...]
    for (line, entry) in zip(lines, entries) {
      if let problem = offerProblem(&left, before: entry.place, &slow, &output) { return problem }
      slow.advance(to: line.frame, &output)
      if entry.isTrigger {
        slow.receiveTrigger(entry.action, line.stem)
      } else if entry.answer != nil {
        slow.receiveOther(named: entry.named)
      }
      let answer = slow.receive(entry.action, line.stem)
      if let problem = slow.triggerProblem { return "slowly: \(problem)" }
      guard let expected = entry.answer else { continue }
      if answer != expected { return "\(JournalLines.text(line)) is \(expected), slowly \(answer)" }
    }
    if let problem = offerProblem(&left, before: .max, &slow, &output) { return problem }
    slow.advance(to: end, &output)
    if let problem = slow.triggerProblem { return "slowly: \(problem)" }
    // A port may have -0 where a negative sample meets a gain of 0; the slow stem too, but not in the same places.
    if let difference = music.withoutNegativeZeros.difference(from: output.withoutNegativeZeros) {
      return "slowly: \(difference)"
    }
    return difference(ticks, slow.ticks?.sent ?? []).map { "slowly: \($0)" }
  }

  /// Offers the reference what the driver has offered the engine before an event.
  /// - Parameter left: What is left to be offered.
  private func offerProblem(
    _ left: inout ArraySlice<TriggerOffer>, before event: Int, _ slow: inout SlowSet, _ output: inout Output
  ) -> String? {
    while let offer = left.first, offer.place <= event {
      left.removeFirst()
      slow.advance(to: offer.frame, &output)
      let isTaken = slow.take(offer)
      if isTaken != offer.isTaken { return "\(offer), slowly \(isTaken ? "taken" : "not taken")" }
    }
    return nil
  }
}

extension SlowSet {
  /// Delivers everything before a frame.
  fileprivate mutating func advance(to frame: FramePosition, _ output: inout Output) {
    while self.frame < frame { deliver(into: &output) }
  }
}
