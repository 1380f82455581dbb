import CanonControl
import CanonFiles
import CanonJack
import CanonNetwork
import CanonOSC
import CanonSchedule
import CanonSession
import CanonSocket
import CanonTerminal
import CanonWeb
import Foundation

/// The surfaces of `canon play`.
extension Play {
  /// Whether the terminal supports only line output.
  var isDumb: Bool { getenv("TERM").map { String(cString: $0) } == "dumb" }

  /// How far the stems are read, for a person who waits for them line by line.
  var loadingLine: LoadingLine? { json || headless || quiet ? nil : language.loadingLine }

  /// The full screen if the terminal supports it, else line mode.
  func surface(
    _ desk: Desk, _ isTerminal: Bool, isScreen: Bool, _ loading: LoadingLine?, invites: Bool
  ) async throws -> any Surface {
    if headless { return Headless(json: json, language.surface) }
    if isScreen {
      do {
        var options = screen.options(language.text)
        if invites { options.view = .pair(.play) }
        let screen = try await FullScreen(desk, options)
        loading?.end()
        return screen
      } catch {
        Output.note("canon: " + error.text(language.text))
      }
    }
    var options = LineMode.Options()
    (options.json, options.isQuiet) = (json, quiet)
    options.isInteractive = isTerminal && !json
    options.canErase = !isDumb
    options.draws = options.isInteractive && draws
    options.languages = language.surface
    options.loading = loading
    return LineMode(desk, options)
  }

  /// Another name than that of any other canon, under PipeWire; nil if canon plays elsewhere, and if none can be claimed.
  func claimName() -> NameClaim? {
    guard ServerLadder.isThroughPipeWire else { return nil }
    return try? NameClaim(name, in: .usual(environment: ProcessInfo.processInfo.environment))
  }

  /// The surface for OSC; nil if it was not asked for.
  /// - Throws: The reason why canon cannot listen there: who has asked for it counts on it.
  func oscServer(_ desk: Desk) async throws(NetworkProblem) -> OSCServer? {
    guard let place = osc.flatMap(NetworkPlace.init) else { return nil }
    let settings = OSCSettings(language: language.text) { Instant.now().secondsSince1970 }
    return try await OSCServer.open(desk, at: place, settings)
  }

  /// Where the page is served; nil without one, and for a text that is no address.
  var webPlace: NetworkPlace? {
    web || webAddress != nil || webPairing
      ? NetworkPlace(address: webAddress, usualPort: WebServer.usualPort) : nil
  }

  /// The surface for browsers; nil if it was not asked for.
  /// - Throws: The reason why canon cannot listen there.
  func webServer(_ desk: Desk) async throws(NetworkProblem) -> WebServer? {
    guard let place = webPlace else { return nil }
    let folder = UserFolder.state.path(ProcessInfo.processInfo.environment)
    return try await WebServer.open(desk, at: place, pairs: webPairing, keptIn: folder)
  }

  /// Whether the terminal shows block characters.
  private var draws: Bool { !screen.options(language.text).style.isASCII }

  /// Shows people at line mode how to pair a browser.
  func showInvitation(_ desk: Desk) async {
    if quiet { return }
    for line in await desk.text(.pair(.play), language.text, draws: draws) { Output.note(line) }
  }

  /// The control socket; canon also plays without it.
  /// - Parameter requested: Another name than the user's only if that is taken.
  func controlSocket(_ desk: Desk, named requested: String) async -> ControlSocket? {
    if noControl { return nil }
    do {
      let socket = try await ControlSocket.open(
        desk, name: requested, in: .usual(environment: ProcessInfo.processInfo.environment))
      // The name is reported if it differs from the requested one, even without a greeting.
      if socket.name != name { await desk.note(.control(socket.name)) }
      if headless && socket.name == name {
        Output.note("canon: " + Note.control(socket.name).text(language.text))
      }
      return socket
    } catch {
      Output.note("canon: \(error.text(language.text))")
      return nil
    }
  }
}
