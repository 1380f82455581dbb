import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSession
import Testing

/// What `--quiet` still shows.
@Suite struct EventAttentionTests {
  /// The kind of an event, with its answer if it has one.
  private static func kind(_ event: PerformanceEvent) -> String {
    let name = { (value: Any) in Mirror(reflecting: value).children.first?.label ?? "\(value)" }
    return switch event {
    case .answered(_, let answer, _, _, _): "answered \(name(answer))"
    case .driver(let event): "driver \(name(event))"
    default: name(event)
    }
  }

  @Test func refusalsDoorsProblemsAndServersAreShownAndNothingElse() throws {
    let (shown, hidden) = (
      try everyEvent().filter(\.needsAttention), try everyEvent().filter { !$0.needsAttention }
    )
    #expect(
      Set(shown.map(Self.kind)) == [
        "answered notPermitted", "answered tooFar", "opened", "shut", "refused", "waitingEnded", "note",
        "driver connected",
        "driver lost", "driver xruns", "reloaded",
      ])
    #expect(
      Set(hidden.map(Self.kind)) == [
        "answered accepted", "answered unchanged", "rolling", "changed", "level", "master", "solo",
        "replaced",
        "paused", "panic", "pausing", "skipped", "waits", "seeks", "section", "entered", "cue", "marked",
        "unmarked",
        "frozen",
        "goesOn",
        "reloading",
        "driver clock",
        "driver periodChanged", "driver registered",
      ])
  }
}
