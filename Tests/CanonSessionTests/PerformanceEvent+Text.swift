import CanonControl
import CanonEngine
import CanonLiveSupport
import Foundation

@testable import CanonSession

extension Performance {
  /// Every event of the performance, which this ends, as `@FRAME STEM WHAT`; without the start of base and clock.
  func told() async -> [String] {
    await allEvents().map { $0.text(in: self) }.filter { $0 != "rolling" && !$0.hasSuffix("by clock") }
  }
}

extension PerformanceEvent {
  fileprivate func text(in session: Performance) -> String {
    func id(_ stem: StemIndex) -> String { session.set[stem].id }
    switch self {
    case .rolling: return "rolling"
    case .answered(let stem, let answer, let status, let at, _):
      return "@\(at) \(id(stem)) \(answer): \(status.text)"
    case .changed(let stem, let status, let at, let source):
      return "@\(at) \(id(stem)) \(status.text) by \(source.word)"
    case .level(let stem, let gain, let pan, let at, _, _):
      return "@\(at) \(id(stem))" + (gain.map { " gain \($0.value)" } ?? "")
        + (pan.map { " pan \($0.value)" } ?? "")
    case .master(let gain, let at, _, _): return "@\(at) master gain \(gain.value)"
    case .solo(let stem, let mode, let at, _): return "@\(at) \(id(stem)) solo \(mode.word)"
    case .paused(let stem, let isOn, let at, _):
      return "@\(at) \(stem.map { id($0) } ?? "all") \(isOn ? "paused" : "resumed")"
    case .pausing(let stem, let isOn, let at, let source):
      let what =
        at.map { "\(isOn ? "pauses" : "resumes") @\($0)" } ?? "\(isOn ? "pause" : "resume") unchanged"
      return "\(stem.map { id($0) } ?? "all") \(what) by \(source.word)"
    case .panic(let at, _): return "@\(at) panic"
    case .replaced(let stem, let file, let at, _): return "@\(at) \(id(stem)) plays \(file)"
    case .opened(let stem, _): return "\(id(stem)) opened"
    case .shut(let stem, _): return "\(id(stem)) shut"
    case .frozen(let place, let at, let source): return "@\(at) frozen @\(place) by \(source.word)"
    case .goesOn(let place, let at, let source): return "@\(at) goes on @\(place) by \(source.word)"
    case .section(let section, let at, let source):
      let places = section.map { "\(SectionSpan($0))" } ?? "off"
      return "@\(at) section \(places) by \(source.word)"
    case .entered(let section, let at): return "@\(at) in \(section.id)"
    case .cue(let change, let at, let source):
      let what =
        switch change {
        case .listens(let stem, let isOn): "cue \(id(stem)) \(isOn ? "on" : "off")"
        case .click(let isOn): "click \(isOn ? "on" : "off")"
        case .countIn(let bars): "count-in \(bars ?? 0)"
        case .sends(let stem, let bus, let gain): "\(id(stem)) to \(bus) \(gain.value)"
        }
      return "@\(at) \(what) by \(source.word)"
    case .marked(let mark, let source): return "mark \(mark.number) @\(mark.place) by \(source.word)"
    case .unmarked(let mark, let source): return "no mark \(mark.number) by \(source.word)"
    case .seeks(let place, let at, let source): return "@\(at) seeks @\(place) by \(source.word)"
    case .waits(let waiting): return "\(waiting.number) waits for @\(waiting.at): \(waiting.command)"
    case .waitingEnded(let commands, let end):
      let why =
        switch end {
        case .cancelled(let source): "cancelled by \(source.word)"
        case .panic: "panic"
        case .refused(let problem): problem.message
        }
      return commands.map { "\($0.number)" }.joined(separator: ", ") + " ended: \(why)"
    case .reloading(let at, _, let piece?, let source):
      return "piece \(piece.number) @\(at) by \(source.word)"
    case .reloading(let at, _, nil, let source): return "reloads @\(at) by \(source.word)"
    case .reloaded(let changes, _, let at, let source):
      let parts = [("+", changes.added), ("-", changes.removed), ("~", changes.changed)]
      return
        "@\(at) reloaded\(parts.flatMap { sign, ids in ids.map { " \(sign)\($0)" } }.joined()) by \(source.word)"
    case .skipped(let from, let frames): return "@\(from) skip \(frames)"
    case .refused(let problem, let source): return "refused by \(source.word): \(problem.message)"
    case .driver(let event): return "\(event)"
    case .note(let note): return note.text(.english)
    }
  }
}

extension StemStatus {
  /// `wait`, or with what is pending: `play, stop @11520 by group`.
  var text: String {
    guard let next, let change = pending else { return state.word }
    return "\(state.word), \(next.word) @\(change.at) by \(change.by.word)"
  }
}

extension TestFolder {
  /// The lines of a journal below its header.
  func journal(_ name: String = "evening.journal") throws -> [String] {
    try String(contentsOfFile: file(name), encoding: .utf8).split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("#") }
  }
}
