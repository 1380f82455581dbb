/// The control half of an engine: commands in, events out.
///
/// Commands gather here and leave together with ``send()``; the engine receives all of one sending on the same
/// frame. Owned by one control thread at a time.
///
/// - Thread: control
@safe public struct EngineHandle: ~Copyable, Sendable {
  /// The most commands that one sending may hold.
  public static let commandCapacity = 4096

  public let clock: EngineClock
  private var commands: CommandWriter
  private var events: EventReader
  private var gathered: [EngineCommand] = unsafe []
  private var lastTicket: UInt64 = 0
  /// The samples each stem has, as far as was sent.
  private var buffers: [StemBuffer?]
  /// Samples that the engine may still read, until it answers the command with this ticket.
  private var retired: [(ticket: CommandTicket, buffer: StemBuffer)] = []

  /// What the engine reads of a stem at most, in frames.
  private let framesPerStem: FrameCount

  init(
    stems: Int, framesPerStem: FrameCount, commands: consuming CommandWriter, events: consuming EventReader,
    clock: EngineClock
  ) {
    self.framesPerStem = framesPerStem
    buffers = Array(repeating: nil, count: stems)
    self.commands = commands
    self.events = events
    self.clock = clock
  }

  // MARK: - Commands

  /// Starts the permit's stem: it plays from the boundary on.
  public mutating func start(
    _ permit: consuming StartPermit, quantum: Quantum, by source: CommandSource
  ) -> CommandTicket {
    request(.start, permit.stem, quantum, permitted: true, source)
  }

  /// Unmutes the permit's stem, if it is muted.
  public mutating func unmute(
    _ permit: consuming StartPermit, quantum: Quantum, by source: CommandSource
  ) -> CommandTicket {
    request(.unmute, permit.stem, quantum, permitted: true, source)
  }

  /// Presses the permit's stem, whatever that leads to.
  public mutating func press(
    _ permit: consuming StartPermit, quantum: Quantum, by source: CommandSource
  ) -> CommandTicket {
    request(.press, permit.stem, quantum, permitted: true, source)
  }

  /// Presses a stem for which there is no permit: it can be muted and its pending change cancelled, no more.
  public mutating func pressTowardsSilence(
    _ stem: StemIndex, quantum: Quantum, by source: CommandSource
  ) -> CommandTicket {
    request(.press, stem, quantum, permitted: false, source)
  }

  public mutating func stop(_ stem: StemIndex, quantum: Quantum, by source: CommandSource) -> CommandTicket {
    request(.stop, stem, quantum, permitted: false, source)
  }

  public mutating func mute(_ stem: StemIndex, quantum: Quantum, by source: CommandSource) -> CommandTicket {
    request(.mute, stem, quantum, permitted: false, source)
  }

  public mutating func cancel(_ stem: StemIndex, by source: CommandSource) -> CommandTicket {
    request(.cancel, stem, .now, permitted: false, source)
  }

  public mutating func setLevel(_ level: Level, of stem: StemIndex, by source: CommandSource) -> CommandTicket
  {
    unsafe gather(stem, source, .level(level))
  }

  /// Gives the engine the samples of a stem, or takes them away; the old ones are freed once it has let go.
  /// - Precondition: The buffer holds at least ``GridLine/longestDistance`` frames of the engine's loop.
  public mutating func setSamples(_ buffer: StemBuffer?, of stem: StemIndex, by source: CommandSource) {
    if let buffer { precondition(buffer.frameCount >= framesPerStem) }
    let ticket = unsafe gather(stem, source, .samples(buffer?.ref))
    if let old = buffers[stem.int] { retired.append((ticket, old)) }
    buffers[stem.int] = buffer
  }

  public var stemCount: Int { buffers.count }

  public func hasSamples(_ stem: StemIndex) -> Bool { buffers[stem.int] != nil }

  /// Starts the clock: the next period begins with the first downbeat.
  public mutating func roll(by source: CommandSource) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .roll)
  }

  /// Moves the clock on.
  /// - Parameter frames: 0 or more.
  public mutating func skip(_ frames: FrameCount, by source: CommandSource) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .skip(frames))
  }

  /// Sends what has gathered, all or nothing.
  /// - Returns: false when the queue has no room: read events (the engine may be waiting for that), try again.
  public mutating func send() -> Bool {
    guard unsafe !gathered.isEmpty else { return true }
    guard unsafe commands.write(gathered) else { return false }
    unsafe gathered.removeAll(keepingCapacity: true)
    return true
  }

  private mutating func request(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum, permitted: Bool, _ source: CommandSource
  ) -> CommandTicket {
    unsafe gather(stem, source, .request(request, quantum, permitted: permitted))
  }

  private mutating func gather(
    _ stem: StemIndex, _ source: CommandSource, _ action: EngineCommand.Action
  ) -> CommandTicket {
    lastTicket += 1
    let ticket = CommandTicket(rawValue: lastTicket)
    unsafe gathered.append(EngineCommand(ticket: ticket, stem: stem, by: source, action: action))
    return ticket
  }

  // MARK: - Events

  /// The next event, or nil when there is none.
  public mutating func nextEvent() -> EngineEvent? {
    let event = events.next()
    if case .answered(let ticket, _, _, _, _)? = event { retired.removeAll { $0.ticket == ticket } }
    return event
  }
}
