/// The control half of an engine: commands in, events out.
///
/// Commands gather here and leave together with ``send()``; the engine receives all of one sending on the same
/// frame. Owned by one control thread at a time.
///
/// - Thread: control
@safe public struct EngineHandle: ~Copyable, Sendable {
  /// The most commands that any engine receives on one frame; one with many stems takes more.
  public static let commandCapacity = 4096

  public let clock: EngineClock
  private var commands: CommandWriter
  private var events: EventReader
  private var gathered: [EngineCommand] = unsafe []
  private var lastTicket: UInt64 = 0
  /// The samples each stem has, as far as was sent.
  private var buffers: [StemBuffer?]
  /// Samples that the engine may still read.
  private var retired: [Retired] = []

  /// What the engine reads of a stem's loop at most, in frames; one for each.
  private let framesPerLoop: [FrameCount]
  /// The most commands that the queue holds.
  private let capacity: Int

  init(
    framesPerLoop: [FrameCount], capacity: Int, commands: consuming CommandWriter,
    events: consuming EventReader, clock: EngineClock
  ) {
    self.framesPerLoop = framesPerLoop
    self.capacity = capacity
    buffers = Array(repeating: nil, count: framesPerLoop.count)
    self.commands = commands
    self.events = events
    self.clock = clock
  }

  // MARK: - Commands

  /// Starts the permit's stem: it plays from the boundary on.
  /// - Parameter from: The boundary that the start counts as, where it is another: a performance that is brought back.
  public mutating func start(
    _ permit: consuming StartPermit, quantum: Quantum, from: FramePosition? = nil, by source: Asker
  ) -> CommandTicket {
    gather(permit.needed, source)
    return request(.start, permit.stem, quantum, permitted: true, from: from, source)
  }

  /// Unmutes the permit's stem, if it is muted.
  public mutating func unmute(
    _ permit: consuming StartPermit, quantum: Quantum, by source: Asker
  ) -> CommandTicket {
    gather(permit.needed, source)
    return request(.unmute, permit.stem, quantum, permitted: true, source)
  }

  /// Presses the permit's stem, whatever that leads to.
  /// - Parameter quantum: nil lets the engine take the stem's own for what the press leads to on the frame on which it is
  ///   received (``QuantumDefaults/ofPress(_:)``); it says which (``EngineEvent/chosen(_:_:_:at:)``).
  public mutating func press(
    _ permit: consuming StartPermit, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    gather(permit.needed, source)
    return request(.press, permit.stem, quantum, permitted: true, source)
  }

  /// Presses a stem for which there is no permit: it can be muted and its pending change cancelled, no more.
  public mutating func pressTowardsSilence(
    _ stem: StemIndex, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    request(.press, stem, quantum, permitted: false, source)
  }

  public mutating func stop(_ stem: StemIndex, quantum: Quantum, by source: Asker) -> CommandTicket {
    request(.stop, stem, quantum, permitted: false, source)
  }

  public mutating func mute(_ stem: StemIndex, quantum: Quantum, by source: Asker) -> CommandTicket {
    request(.mute, stem, quantum, permitted: false, source)
  }

  public mutating func cancel(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    request(.cancel, stem, .now, permitted: false, source)
  }

  /// Fades the stem out from the boundary on, over `length` frames (at most ``longestFade``, at least the usual ramp), and
  /// mutes it there.
  public mutating func fadeOut(
    _ stem: StemIndex, quantum: Quantum, over length: FrameCount, by source: Asker
  ) -> CommandTicket {
    request(.mute, stem, quantum, permitted: false, fading: Self.fade(length), source)
  }

  /// Starts, or unmutes, the permit's stem on the boundary, and fades it in from silence, as ``fadeOut(_:quantum:over:by:)``.
  public mutating func fadeIn(
    _ permit: consuming StartPermit, quantum: Quantum, over length: FrameCount, by source: Asker
  ) -> CommandTicket {
    gather(permit.needed, source)
    return request(.start, permit.stem, quantum, permitted: true, fading: Self.fade(length), source)
  }

  /// A fade has a frame at least, even where the usual ramp has none.
  private static func fade(_ length: FrameCount) -> FrameCount { min(max(1, length), longestFade) }

  /// Silences a stem without stopping it, until it is resumed, started or unmuted.
  public mutating func pause(
    _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .hold(true, quantum))
  }

  public mutating func resume(
    _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .hold(false, quantum))
  }

  /// Pauses all stems on one frame, or resumes them: for all of them ``Quantum/Unit/stem`` is the set's loop.
  public mutating func pauseAll(
    _ isPaused: Bool, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .holdAll(isPaused, Self.ofTheSet(quantum)))
  }

  /// What is no stem's has no loop of its own.
  private static func ofTheSet(_ quantum: Quantum) -> Quantum {
    quantum.unit == .stem ? Quantum(.loop, count: Int(quantum.count)) ?? .loop : quantum
  }

  /// Stops every stem on the frame of receipt, silent 5 ms later; what is pending, fades, pauses, ends too.
  public mutating func panic(by source: Asker) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .panic)
  }

  /// Lets follow actions start the permit's stem, from now on.
  public mutating func open(_ permit: consuming StartPermit, by source: Asker) -> CommandTicket {
    gather(permit.needed, source)
    return unsafe gather(permit.stem, source, .open(true))
  }

  /// Takes back what ``open(_:by:)`` has given.
  public mutating func close(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .open(false))
  }

  // MARK: - Mixer

  /// Sets the gain of a stem, on the boundary, reached after `length` frames: at most ``longestFade``, and at least the
  /// usual ramp, so that nothing clicks.
  public mutating func setGain(
    _ gain: Gain, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .gain(gain, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Sets the pan of a stem, as ``setGain(_:of:quantum:over:by:)``. Neither disturbs the other's movement.
  public mutating func setPan(
    _ pan: PanFactors, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .pan(pan, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Sets the gain of the sum of all stems, as ``setGain(_:of:quantum:over:by:)``.
  public mutating func setMaster(
    _ gain: Gain, quantum: Quantum = .now, over length: FrameCount = 0, by source: Asker
  ) -> CommandTicket {
    unsafe gather(
      StemIndex(0), source,
      .master(gain, Self.ofTheSet(quantum), length: min(max(0, length), Self.longestFade)))
  }

  /// The most frames that a fade may take: 46 minutes at the highest rate, 6 hours at 48 kHz.
  public static let longestFade: FrameCount = 1 << 30

  public mutating func solo(
    _ mode: SoloMode, _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .solo(mode, quantum))
  }

  // MARK: - Samples

  /// Gives the engine the samples of a stem, or exchanges them on the boundary; the old ones are freed once it has let
  /// go.
  /// - Precondition: The buffer's loop holds at least ``GridLine/longestDistance`` frames of the stem's.
  @discardableResult public mutating func setSamples(
    _ buffer: StemBuffer, of stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    precondition(buffer.layout.loop >= framesPerLoop[stem.int])
    let ticket = unsafe gather(stem, source, .samples(buffer.ref, quantum))
    retire(stem, ticket, isCertain: quantum == .now)
    buffers[stem.int] = buffer
    return ticket
  }

  /// Takes a stem's samples away, at once.
  @discardableResult public mutating func removeSamples(
    of stem: StemIndex, by source: Asker
  ) -> CommandTicket {
    let ticket = unsafe gather(stem, source, .noSamples)
    retire(stem, ticket, isRemoval: true)
    buffers[stem.int] = nil
    return ticket
  }

  /// - Parameter isCertain: Whether the engine cannot refuse.
  private mutating func retire(
    _ stem: StemIndex, _ ticket: CommandTicket, isRemoval: Bool = false, isCertain: Bool = true
  ) {
    if isCertain, buffers[stem.int] == nil { return }
    retired.append(Retired(stem, ticket, isRemoval: isRemoval, buffers[stem.int]))
  }

  public var stemCount: Int { buffers.count }

  /// The samples of a stem; nil while it has none.
  public func buffer(of stem: StemIndex) -> StemBuffer? { buffers[stem.int] }

  public func hasSamples(_ stem: StemIndex) -> Bool { buffers[stem.int] != nil }

  /// Starts the clock: the next period begins with the first downbeat.
  public mutating func roll(by source: Asker) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .roll)
  }

  /// Moves the clock on.
  /// - Parameter frames: 0 or more.
  public mutating func skip(_ frames: FrameCount, by source: Asker) -> CommandTicket {
    unsafe gather(StemIndex(0), source, .skip(frames))
  }

  /// Sends what has gathered, all or nothing.
  /// - Returns: false when the queue has no room: read events (the engine may be waiting for that), try again.
  public mutating func send() -> Bool {
    while unsafe !gathered.isEmpty {
      // More than the queue can ever hold goes in parts, each on a frame of its own.
      let part = unsafe gathered.prefix(capacity)
      guard unsafe commands.write(part) else { return false }
      unsafe gathered.removeFirst(part.count)
    }
    return true
  }

  private mutating func request(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, permitted: Bool,
    from: FramePosition? = nil, fading length: FrameCount = 0, _ source: Asker
  ) -> CommandTicket {
    unsafe gather(
      stem, source, .request(request, quantum, permitted: permitted, from: from, fading: length))
  }

  /// What the next command relies on.
  private mutating func gather(_ needed: [StemIndex], _ source: Asker) {
    for stem in needed { _ = unsafe gather(stem, source, .need) }
  }

  private mutating func gather(
    _ stem: StemIndex, _ source: Asker, _ action: EngineCommand.Action
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
    switch event {
    case .exchanged(let ticket, let stem, _)?: release(stem, upTo: ticket)
    case .kept(let ticket, let stem, _)?: keep(stem, insteadOf: ticket)
    case .answered(let ticket, let stem, _, _, _)? where isRemoval(ticket): release(stem, upTo: ticket)
    case .answered(let ticket, let stem, .tooFar, _, _)?: takeBack(stem, ticket)
    default: break
    }
    return event
  }

  private func isRemoval(_ ticket: CommandTicket) -> Bool {
    retired.contains { $0.ticket == ticket && $0.isRemoval }
  }

  /// The engine has refused the samples that came with this ticket, and never reads them: those before them stay, until
  /// others replace them.
  private mutating func takeBack(_ stem: StemIndex, _ ticket: CommandTicket) {
    guard let place = retired.firstIndex(where: { $0.ticket == ticket }) else { return }
    let kept = retired.remove(at: place).buffer
    if let next = retired[place...].firstIndex(where: { $0.stem == stem }) {
      retired[next].buffer = kept
    } else {
      buffers[stem.int] = kept
    }
  }

  /// The engine has given up the exchange with this ticket, and before it those that others took the place of: it reads
  /// what it read before all of them.
  private mutating func keep(_ stem: StemIndex, insteadOf ticket: CommandTicket) {
    guard
      let kept = retired.first(where: { $0.stem == stem && $0.ticket.rawValue <= ticket.rawValue })?.buffer
    else { return }
    release(stem, upTo: ticket)
    if let next = retired.firstIndex(where: { $0.stem == stem }) {
      retired[next].buffer = kept
    } else {
      buffers[stem.int] = kept
    }
  }

  /// The samples that the command with this ticket, or an earlier one, has replaced are no longer read.
  private mutating func release(_ stem: StemIndex, upTo ticket: CommandTicket) {
    retired.removeAll { $0.stem == stem && $0.ticket.rawValue <= ticket.rawValue }
  }
}

/// Samples that a command has replaced or taken away: the engine may read them until it reads those that came with this
/// ticket or a later one, or until it has received the command that takes them away.
private struct Retired {
  let stem: StemIndex
  let ticket: CommandTicket
  let isRemoval: Bool
  /// nil if there were none.
  var buffer: StemBuffer?

  init(_ stem: StemIndex, _ ticket: CommandTicket, isRemoval: Bool, _ buffer: StemBuffer?) {
    self.stem = stem
    self.ticket = ticket
    self.isRemoval = isRemoval
    self.buffer = buffer
  }
}
