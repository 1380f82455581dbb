/// What a call asks for.
enum PlayerRequest: Hashable, Sendable {
  case introspect
  case property(interface: String, name: String)
  case properties(interface: String)
  case setVolume(Double)
  case play
  case pause
  case playPause
  case stop
  case next
  case previous
  /// Forward by this number of microseconds, or back.
  case seek(Int64)
  /// To a place in the loop, in microseconds; only if it is that of the track which the caller means.
  case setPosition(track: String, Int64)
  /// A request that the specification lets a player ignore while `CanQuit` and `CanRaise` are false.
  case nothing

  /// - Throws: The reason why canon has no such method.
  init(_ call: BusCall) throws(PlayerRefusal) {
    let arguments = call.arguments
    switch (call.interface, call.member, arguments.first, arguments.dropFirst().first) {
    case (BusCall.introspection, "Introspect", _, _): self = .introspect
    case (BusCall.properties, "Get", .text(let interface)?, .text(let name)?):
      self = .property(interface: interface, name: name)
    case (BusCall.properties, "GetAll", .text(let interface)?, _): self = .properties(interface: interface)
    case (BusCall.properties, "Set", .text(let interface)?, .text(let name)?):
      switch (interface, name, arguments.dropFirst(2).first) {
      case (MPRIS.player, "Volume", .number(let value)?): self = .setVolume(value)
      // The only rate there is.
      case (MPRIS.player, "Rate", .number(1)?): self = .nothing
      case (MPRIS.player, _, _) where PlayerPicture.names.contains(name): throw .readOnly(name)
      case (MPRIS.root, _, _) where MPRIS.rootProperties[name] != nil: throw .readOnly(name)
      default: throw .unknownProperty(name)
      }
    case (MPRIS.root, "Raise", _, _), (MPRIS.root, "Quit", _, _): self = .nothing
    case (MPRIS.player, "Play", _, _): self = .play
    case (MPRIS.player, "Pause", _, _): self = .pause
    case (MPRIS.player, "PlayPause", _, _): self = .playPause
    case (MPRIS.player, "Stop", _, _): self = .stop
    case (MPRIS.player, "Next", _, _): self = .next
    case (MPRIS.player, "Previous", _, _): self = .previous
    case (MPRIS.player, "Seek", .integer(let offset)?, _): self = .seek(offset)
    case (MPRIS.player, "SetPosition", .path(let track)?, .integer(let position)?):
      self = .setPosition(track: track, position)
    default: throw .unknownMethod("\(call.interface).\(call.member)")
    }
  }

  /// Whether it waits for no other request: a scene before it may read files.
  var isUrgent: Bool {
    switch self {
    case .play, .pause, .playPause: true
    default: false
    }
  }
}
