import CanonSchedule
import CanonSession
import CanonTerminal
import Glibc

/// Where canon is played from.
extension Play {
  /// Of a terminal that only takes one line after the other.
  var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }

  /// The full screen at a terminal that can show one, else lines.
  func surface(
    _ session: Session, _ source: Source, _ isTerminal: Bool, isScreen: Bool, preview: Instant?,
    health: @escaping @Sendable () async -> ServerHealth?
  ) async throws -> any Surface {
    let zone = source.schedule?.zone ?? .local
    let day = preview.map(zone.textWithZone)
    if isScreen {
      do {
        return try await FullScreen(session, screen.options(preview: day), health: health)
      } catch {
        Output.note("canon: " + error.message)
      }
    }
    var options = LineMode.Options()
    (options.json, options.isQuiet) = (json, quiet)
    options.isInteractive = isTerminal && !json
    options.canErase = !isDumb
    options.preview = day
    return LineMode(session, options)
  }
}
