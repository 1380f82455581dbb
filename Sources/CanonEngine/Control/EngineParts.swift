/// Both halves of a new engine: the audio half for a driver, the control half for a session.
@frozen public struct EngineParts: ~Copyable {
  public let engine: Engine
  public let handle: EngineHandle

  /// - Thread: control
  public init(_ configuration: EngineConfiguration) {
    self.init(configuration, commands: EngineHandle.commandCapacity)
  }

  /// - Parameter least: The commands for which the queue has room, at least; a power of two.
  package init(_ configuration: EngineConfiguration, commands least: Int) {
    let stems = configuration.stems.count
    // Every stem can get its samples, a start and seven other commands at once.
    // The events have room for everything that a full queue of commands may cause, for the commands that wait for their frames,
    // and for what was pending before.
    var commands = least
    while commands < 9 * stems { commands *= 2 }
    let waiting = commands
    var events = 2 * commands
    while events < Engine.eventsPerCommand * (commands + waiting) + 3 * stems + 1 { events *= 2 }
    let ends = RingEnds(commands: commands, events: events)
    let clock = EngineClock()
    let edition = EditionStorage(configuration)
    engine = unsafe Engine(
      edition.ref.plan.pointee, commands: ends.commandReader, events: ends.eventWriter, clock: clock.shared,
      waiting: waiting, instructions: configuration.instructions)
    handle = EngineHandle(
      edition: edition, capacity: commands, waiting: waiting, commands: ends.commandWriter,
      events: ends.eventReader,
      clock: clock, mirror: EngineMirror(configuration))
  }
}
