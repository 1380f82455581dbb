/// The reason why nothing is audible: the one thing about the server that must not be overlooked.
struct ServerAlert {
  /// A sentence.
  let text: String
  /// A wording for less room.
  let short: String
  /// A wording for the narrowest screens.
  let shortest: String
  let role: Role

  /// nil if the master is connected.
  init?(_ view: ScreenView) {
    guard !view.snapshot.isAway else {
      text = "There is no server: the music goes on when there is one."
      (short, shortest, role) = ("no server", "no server", .error)
      return
    }
    guard let server = view.server else {
      text = "No server has been found yet."
      (short, shortest, role) = ("no server yet", "no server", .warning)
      return
    }
    if server.connections.isEmpty {
      text = "Nothing is connected: no one hears this."
    } else if server.ownBackend == "dummy" {
      text = "No one hears this: canon's own server has no sound card."
    } else {
      return nil
    }
    (short, shortest, role) = ("no one hears this", "unheard", .warning)
  }
}
