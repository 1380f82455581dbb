/// A second engine, which delivers nothing. It receives the same commands on the frames that the first one's answers name, so control
/// knows what each stem gives to its port on every frame, by the engine's own rules (Documentation/Engine.md).
///
/// The audio thread does nothing for it. It lags behind until control has read the engine's events.
///
/// Sendable because only the control thread that owns the handle uses it.
@safe package final class EngineMirror: @unchecked Sendable {
  var engine: Engine
  /// The second engine's own reports, of which only those of editions are needed.
  var events: EventReader
  /// The memory of the edition that plays here, and of those that wait, by their commands.
  var edition: EditionStorage
  var editions: [CommandTicket: EditionStorage] = [:]
  /// The commands that the first engine has not answered.
  private var sent = SentCommands()
  var buffers = GivenBuffers()
  /// Samples that the first engine no longer reads, with the frame from which this one does not either.
  var left: [(buffer: StemBuffer, until: FramePosition)] = []
  /// What the stem at each place gives to its port.
  var sounds: [[StemSound]] = []
  /// Whether the music stands.
  var isSilent = false
  /// Stems may have changed on the frame on which the second engine is. They are noted before it leaves that: a command of thousands of
  /// stems is thousands of answers.
  var hasChanged: (any: Bool, all: Bool) = (false, false)
  /// The answer of the first engine to the command that the second one receives.
  var expected: (ticket: CommandTicket, answer: EngineEvent.Answer)?
  /// Whether the second engine has answered otherwise than the first one. Then nothing is known any more.
  package internal(set) var differs = false
  /// The frames for which sounds are kept when others have followed them; 0 until somebody looks, because they keep samples in memory.
  var kept: FrameCount = 0

  init(_ configuration: EngineConfiguration) {
    edition = EditionStorage(configuration, keepsMix: false)
    // As many events as stems can cause on one frame.
    var room = 1024
    while room < Engine.eventsPerCommand * configuration.stems.count + 64 { room *= 2 }
    let ends = RingEnds(commands: 1, events: room)
    engine = unsafe Engine(
      edition.ref.plan.pointee, commands: ends.commandReader, events: ends.eventWriter,
      clock: EngineMirror.clock.shared, waiting: 1, instructions: configuration.instructions)
    events = ends.eventReader
  }

  /// The clock that mirrors have instead of one: they publish nothing.
  private static let clock = EngineClock()

  // MARK: - Commands

  /// Notes a command that is sent to the first engine.
  func note(_ command: EngineCommand) { unsafe sent.add(command) }

  /// Notes an edition that is sent to the first engine.
  /// - Parameter storage: The memory that the edition has here.
  func note(_ storage: EditionStorage, by ticket: CommandTicket) { editions[ticket] = storage }

  /// Does what an event of the first engine tells, and all that is due by then.
  /// - Parameter event: It names places.
  func heed(_ event: EngineEvent) {
    switch event {
    case .answered(let ticket, _, let answer, _, let frame): answered(ticket, answer, at: frame)
    case .triggered(let ticket, let place, let request, let quantum, _, let asker):
      let action = unsafe EngineCommand.Action.request(
        request, quantum, permission: .whileOpen, from: nil, fading: 0)
      unsafe note(
        EngineCommand(
          ticket: ticket, stem: place, by: asker, at: .min, edition: engine.edition, action: action))
    case .skipped(let from, let frames): skip(from, frames)
    case .clockChanged(let change, let frame): synchronize(to: change, at: frame)
    case .supplied(let place, let supply, let frame): self.supply(place.int, supply, at: frame)
    case .replaced(_, let place, let frame): keep(place.int, until: frame)
    case .handedOver(_, let frame, _): for place in sounds.indices { keep(place, until: frame) }
    case .scheduled, .changed, .chosen, .began, .kept, .held, .relocates, .relocated, .halted, .stood,
      .rolled, .superseded, .leftSilent:
      break
    }
  }

  /// Keeps the samples of the stem at a place, which the first engine no longer reads, until the second one is there too. It must not go there
  /// before: a skip is answered after what is due on its frames.
  private func keep(_ place: Int, until frame: FramePosition) {
    guard place < engine.stemCount, frame > engine.position,
      let buffer = unsafe buffers[engine.memory.players[place].samples]
    else { return }
    left.append((buffer, frame))
  }

  private func answered(_ ticket: CommandTicket, _ answer: EngineEvent.Answer, at frame: FramePosition) {
    guard let (command, needs) = unsafe sent.take(ticket), answer != .ended else { return }
    advance(to: frame)
    for place in unsafe needs.indices { unsafe engine.receive(needs[place]) }
    expected = (ticket, answer)
    unsafe receive(command)
    if !differs, answer == .tooFar || answer == .outdated { editions[ticket] = nil }
  }

  private func receive(_ command: EngineCommand) {
    let isSkip = unsafe command.isSkip
    if isSkip { beginGap() }
    if case .edition(_, let quantum) = unsafe command.action, let storage = unsafe editions[command.ticket] {
      unsafe engine.receive(command.with(.edition(storage.ref, quantum)))
    } else {
      unsafe engine.receive(command)
    }
    engine.reachBoundaries()
    settle(isForAll: isSkip)
  }

  /// Does what the first engine has done because of the clock that it follows.
  private func synchronize(to change: ClockChange, at frame: FramePosition) {
    advance(to: frame)
    engine.catchUp()
    switch change {
    case .halt(let place): _ = engine.halt(at: place)
    case .roll(let place): _ = engine.roll(from: place)
    case .seek(let place, _): engine.plan(seek: place)
    }
    engine.reachBoundaries()
    settle()
  }

  /// Does what the first engine has done because samples are late, or there.
  private func supply(_ place: Int, _ supply: SampleSupply, at frame: FramePosition) {
    advance(to: frame)
    guard place < engine.stemCount else { return }
    _ = engine.supply(place, supply)
    settle()
  }

  // MARK: - Time

  /// Does what is due up to a frame, on which the stems are then known.
  /// - Parameter frame: A frame that the first engine has reached. Earlier ones change nothing.
  package func advance(to frame: FramePosition) {
    guard engine.isRolling, frame > engine.position else { return }
    if !engine.isHalted {
      engine.haltBeforeFirst()
      if engine.isHalted { settle() }
    }
    engine.hasDelivered = true
    while engine.position < frame {
      if engine.isHalted {
        noteChanges()
        engine.position = frame
        return
      }
      noteChanges()
      engine.position = max(min(engine.agenda, frame), engine.position + 1)
      if engine.agenda > engine.position { continue }
      engine.reachBoundaries()
      settle()
    }
  }

  /// Passes over frames that nobody received.
  private func skip(_ from: FramePosition, _ frames: FrameCount) {
    advance(to: from)
    // A skip may be reported late; then only what is left of it is passed over.
    let left = from + frames - engine.position
    guard engine.canJump(left) else { return }
    beginGap()
    engine.jump(left)
    settle(isForAll: true)
  }
}
