import CanonEngine
import CanonTestSupport

/// What control knows from events alone, and whether it fits together.
struct Ledger {
  var answered: UInt64 = 0
  /// Changes that nobody asked this stem for.
  var consequences = 0
  var problem: String?
  private let isStrict: Bool
  private var status: [StemStatus]
  private var replaced: [UInt64]
  private var frame: FramePosition = 0

  /// - Parameter isStrict: Nothing changes but what was asked, and so no event may be late.
  init(stems: Int, isStrict: Bool = true) {
    status = Array(repeating: .stop, count: stems)
    replaced = Array(repeating: 0, count: stems)
    self.isStrict = isStrict
  }

  mutating func see(_ event: EngineEvent) {
    if isStrict, event.frame < frame { problem = problem ?? "\(event) after \(frame)" }
    switch event {
    case .answered(let ticket, let stem, _, let new, let at):
      if ticket.rawValue != answered + 1 { problem = problem ?? "ticket \(ticket) after \(answered)" }
      answered = ticket.rawValue
      status[stem.int] = new
      frame = at
    case .changed(let stem, let new, let at, let source):
      let old = status[stem.int]
      if source != .input { consequences += 1 }
      if isStrict, old.pending?.at != at || old.next != new.state || new.pending != nil {
        problem = problem ?? "\(old) changed to \(new) on \(at)"
      }
      status[stem.int] = new
      if isStrict { frame = at }
    case .replaced(let ticket, let stem, _):
      if ticket.rawValue <= replaced[stem.int] || ticket.rawValue > answered {
        problem = problem ?? "\(ticket) was replaced after \(replaced[stem.int]), answered \(answered)"
      }
      replaced[stem.int] = ticket.rawValue
    case .scheduled(let ticket, _, _):
      if ticket.rawValue != answered + 1 { problem = problem ?? "\(ticket) was scheduled after its answer" }
    case .triggered, .began, .chosen, .held, .relocates, .relocated, .halted, .stood, .rolled, .clockChanged,
      .supplied,
      .handedOver,
      .superseded, .leftSilent:
      break
    case .kept(let ticket, _, _):
      if ticket.rawValue > answered { problem = problem ?? "\(ticket) was kept after \(answered)" }
    case .skipped: problem = problem ?? "nobody skipped"
    }
  }
}
