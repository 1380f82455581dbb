import CanonControl

/// The reason why nothing is audible, which must not be overlooked.
struct ServerAlert {
  /// A sentence, and wordings for less room.
  let wordings: [String]
  let role: Role

  /// Those for less room.
  var short: [String] { Array(wordings.dropFirst()) }

  /// nil if the master is connected.
  init?(_ context: DrawingContext) {
    guard let alert = Self.alert(context.view) else { return nil }
    wordings = context.wording.alert(alert)
    role =
      switch alert {
      case .serverAway: .error
      case .loading: .heading
      case .noServerYet, .notConnected, .noSoundCard: .warning
      }
  }

  private static func alert(_ view: ScreenView) -> ScreenAlert? {
    if let progress = view.snapshot.loading { return .loading(progress) }
    if view.snapshot.isAway { return .serverAway }
    guard let server = view.server else { return .noServerYet }
    if server.connections.isEmpty { return .notConnected }
    return server.ownBackend == "dummy" ? .noSoundCard : nil
  }
}
