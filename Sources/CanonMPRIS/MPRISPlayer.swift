import CanonControl
import CanonEngine
import CanonFiles
import CanonSession

/// The surface for desktops and media keys (Documentation/MPRIS.md): a player on the bus of the user's session. Without a bus it does
/// nothing, and says nothing.
public final class MPRISPlayer: Surface {
  private let desk: Desk
  private let bus: SessionBus
  private let refuse: @Sendable (PlayerRefusal) -> BusAnswer
  private let asker = Asker.named("mpris")
  /// Something has happened that desktops may show.
  private let news: AsyncStream<Void>
  private let newsGiver: AsyncStream<Void>.Continuation

  /// - Parameters:
  ///   - language: The language of refusals.
  ///   - address: The address of a bus; nil for that of the user's session.
  public init(_ desk: Desk, _ language: Language, address: String? = nil) {
    self.desk = desk
    (news, newsGiver) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    refuse = { .error(name: $0.name, text: $0.text(language)) }
    bus = SessionBus(address: address, name: MPRIS.name, path: MPRIS.path, refuse: refuse)
  }

  // MARK: - Surface

  public func show(_ feed: Feed) async {
    for await _ in feed { newsGiver.yield() }
    newsGiver.finish()
  }

  /// Answers calls until the bus ends or the task is cancelled.
  public func listen() async {
    let telling = Task { await tellChanges() }
    var commands: Task<Void, Never>?
    for await (number, call) in bus.requests {
      do throws(PlayerRefusal) {
        let request = try PlayerRequest(call)
        if let answer = try await look(request) {
          bus.answer(number, answer)
        } else if request.isUrgent {
          Task { await carryOut(request, number) }
        } else {
          commands = Task { [commands] in
            await commands?.value
            await carryOut(request, number)
          }
        }
      } catch {
        bus.answer(number, refuse(error))
      }
    }
    telling.cancel()
    await telling.value
  }

  public func flush() async { await bus.leave() }

  // MARK: - Changes

  /// No desktop needs more pictures.
  private static let shortest = Duration.milliseconds(100)

  private func tellChanges() async {
    var shown = PlayerPicture.empty
    var forecast = PositionForecast(shown, at: .now)
    var turn: Task<Void, Never>?
    for await _ in news {
      let (picture, now) = (await picture, ContinuousClock.now)
      let changes = picture.changes(since: shown)
      if !changes.isEmpty {
        bus.signal(
          BusCall.properties, "PropertiesChanged", [.text(MPRIS.player), .table(changes), .texts([])])
      }
      let isOff = forecast.isOff(picture.position, at: now)
      if isOff {
        bus.signal(MPRIS.player, "Seeked", [.integer(picture.position)])
      }
      // A change of the status tells desktops to ask for the position.
      if isOff || picture.status != shown.status {
        forecast = PositionForecast(picture, at: now)
      }
      shown = picture
      turn?.cancel()
      turn = lookAgain(after: picture)
      try? await Task.sleep(for: Self.shortest)
    }
    turn?.cancel()
  }

  /// Looks again when the loop begins again, but not more often than once a second.
  private func lookAgain(after picture: PlayerPicture) -> Task<Void, Never>? {
    guard picture.status == .playing, let length = picture.length else { return nil }
    let rest = Duration.microseconds(length - picture.position) + Self.shortest
    return Task { [newsGiver] in
      try? await Task.sleep(for: max(.seconds(1), rest))
      if !Task.isCancelled { newsGiver.yield() }
    }
  }

  private var picture: PlayerPicture {
    get async {
      let program = desk.program
      let hasScenes =
        !program.sceneNames.isEmpty || !program.sectionNames.isEmpty || program.piece != nil
      return PlayerPicture(await desk.snapshot(), hasScenes: hasScenes, preview: desk.preview)
    }
  }

  // MARK: - Calls

  /// - Returns: The answer to a request that only looks; nil for a command.
  private func look(_ request: PlayerRequest) async throws(PlayerRefusal) -> BusAnswer? {
    switch request {
    case .introspect: return .value(.text(MPRIS.introspection))
    case .properties(let interface): return .value(.table(await properties(of: interface) ?? [:]))
    case .property(let interface, let name):
      guard let value = await properties(of: interface)?[name] else {
        throw .unknownProperty("\(interface).\(name)")
      }
      return .variant(value)
    default: return nil
    }
  }

  private func properties(of interface: String) async -> [String: BusValue]? {
    switch interface {
    case MPRIS.root: MPRIS.rootProperties
    case MPRIS.player: await picture.properties
    default: nil
    }
  }

  private func carryOut(_ request: PlayerRequest, _ number: Int) async {
    guard let command = await PlayerCommand.command(for: request, on: desk) else {
      return bus.answer(number, .done)
    }
    let reply = await desk.submit(command, by: asker)
    // The engine's answer does not hold up later requests.
    Task {
      guard case .refused(let problems) = await reply() else { return bus.answer(number, .done) }
      bus.answer(number, refuse(.refused(problems)))
    }
  }
}
