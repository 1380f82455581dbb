/// The control half of an engine: commands in, events out.
///
/// The handle collects commands, and ``send()`` sends them together: the engine receives all of them on the same
/// frame. One control thread at a time owns it.
///
/// - Thread: control
@safe public struct EngineHandle: ~Copyable, Sendable {
  /// The number of commands that every engine can receive on one frame; an engine with many stems receives more.
  public static let commandCapacity = 4096

  public let clock: EngineClock
  private var commands: CommandWriter
  private var events: EventReader
  private var gathered: [EngineCommand] = unsafe []
  private var lastTicket: UInt64 = 0
  private var samples: GivenSamples

  /// The edition that plays, as far as control has read.
  private var edition: EditionStorage
  /// The editions that the engine has not answered for, or not taken yet.
  private var editions: [CommandTicket: GivenEdition] = [:]
  private var lastEdition: Int64 = 0
  /// The number of commands that the queue can hold.
  private let capacity: Int

  /// The frame on which the commands given from now on count as received: they wait for it, if it is later than that of their
  /// arrival. nil for that of their arrival; samples are given and removed only with nil.
  public var receipt: FramePosition?
  /// The number of commands that can still be made to wait for their frames; a command counts once, and once for each stem that it
  /// needs.
  public private(set) var waitingRoom: Int
  /// ``waitingRoom`` while no command waits.
  public let waitingCapacity: Int
  /// The room that each command takes that may wait.
  private var waiting: [CommandTicket: Int] = [:]
  /// The number of stems that the command being given needs.
  private var neededBefore = 0

  init(
    edition: EditionStorage, capacity: Int, waiting: Int, commands: consuming CommandWriter,
    events: consuming EventReader, clock: EngineClock
  ) {
    self.edition = edition
    self.capacity = capacity
    (waitingRoom, waitingCapacity) = (waiting, waiting)
    samples = GivenSamples(places: edition.stems.count)
    self.commands = commands
    self.events = events
    self.clock = clock
  }

  // MARK: - Commands

  /// Starts the permit's stem: it plays from the boundary on.
  /// - Parameter from: The boundary the start counts for, if it is a different one: for a performance being restored.
  public mutating func start(
    _ permit: consuming StartPermit, quantum: Quantum, from: FramePosition? = nil, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.start, permit.stem, quantum, permission: .permit, from: from, source)
  }

  /// Unmutes the permit's stem, if it is muted.
  public mutating func unmute(
    _ permit: consuming StartPermit, quantum: Quantum, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.unmute, permit.stem, quantum, permission: .permit, source)
  }

  /// Presses the permit's stem, whatever that leads to.
  /// - Parameter quantum: With nil the engine takes the stem's own quantum for the change that the press leads to on the
  ///   frame of receipt (``QuantumDefaults/ofPress(_:)``), and reports it (``EngineEvent/chosen(_:_:_:at:)``).
  public mutating func press(
    _ permit: consuming StartPermit, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.press, permit.stem, quantum, permission: .permit, source)
  }

  /// Presses a stem without a permit: the press can only mute it or cancel its pending change.
  public mutating func pressTowardsSilence(
    _ stem: StemIndex, quantum: Quantum?, by source: Asker
  ) -> CommandTicket {
    request(.press, stem, quantum, permission: .none, source)
  }

  public mutating func stop(_ stem: StemIndex, quantum: Quantum, by source: Asker) -> CommandTicket {
    request(.stop, stem, quantum, permission: .none, source)
  }

  public mutating func mute(_ stem: StemIndex, quantum: Quantum, by source: Asker) -> CommandTicket {
    request(.mute, stem, quantum, permission: .none, source)
  }

  public mutating func cancel(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    request(.cancel, stem, .now, permission: .none, source)
  }

  /// Fades the stem out from the boundary on, over `length` frames (at most ``longestFade``, at least the usual ramp), and
  /// mutes it at the end.
  public mutating func fadeOut(
    _ stem: StemIndex, quantum: Quantum, over length: FrameCount, by source: Asker
  ) -> CommandTicket {
    request(.mute, stem, quantum, permission: .none, fading: Self.fade(length), source)
  }

  /// Starts or unmutes the permit's stem on the boundary and fades it in from silence over `length` frames, within the
  /// limits of ``fadeOut(_:quantum:over:by:)``.
  public mutating func fadeIn(
    _ permit: consuming StartPermit, quantum: Quantum, over length: FrameCount, by source: Asker
  ) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return request(.start, permit.stem, quantum, permission: .permit, fading: Self.fade(length), source)
  }

  /// Sets the level, at most 1, to which a stem has faded, in a performance that is restored. It changes only a stem that plays and
  /// has no pending change.
  public mutating func setFade(_ level: Gain, of stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .faded(level))
  }

  /// Makes a request that may begin sound and that waits for its frame (``receipt``). It has no permit, because no permit is for the
  /// future: on its frame the engine carries it out only if the stem is open (``open(_:by:)``), and if all stems that its door needs
  /// play, with no change pending.
  /// - Parameters:
  ///   - quantum: nil only for a press, as in ``press(_:quantum:by:)``.
  ///   - length: The length of the fade in that a start begins; nil for none.
  public mutating func requestWhileOpen(
    _ request: StemRequest, _ stem: StemIndex, needing needed: [StemIndex], quantum: Quantum?,
    from: FramePosition? = nil, fadingOver length: FrameCount? = nil, by source: Asker
  ) -> CommandTicket {
    gather(needed, source)
    return self.request(
      request, stem, quantum, permission: .whileOpen, from: from, fading: length.map(Self.fade) ?? 0, source)
  }

  /// Ends the commands with tickets of this range that still wait for their frames. The answer of each says what happened.
  public mutating func revoke(_ tickets: ClosedRange<UInt64>, by source: Asker) {
    // The stems that the first command needs have the tickets before its own.
    let room = waiting[CommandTicket(rawValue: tickets.lowerBound)] ?? 1
    let first = CommandTicket(rawValue: tickets.lowerBound - UInt64(room - 1))
    let receipt = receipt
    self.receipt = nil
    _ = unsafe gatherForAll(source, .revoke(first, CommandTicket(rawValue: tickets.upperBound)))
    self.receipt = receipt
  }

  /// A fade has at least one frame, even if the usual ramp has none.
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

  /// Pauses or resumes all stems on one frame. ``Quantum/Unit/stem`` means the set's loop.
  public mutating func pauseAll(
    _ isPaused: Bool, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gatherForAll(source, .holdAll(isPaused, quantum.ofTheSet))
  }

  /// Stops every stem on the frame of receipt; all are silent 5 ms later. Pending changes, fades and pauses end too.
  public mutating func panic(by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .panic)
  }

  /// Allows follow actions to start the permit's stem from now on.
  public mutating func open(_ permit: consuming StartPermit, by source: Asker) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return unsafe gather(permit.stem, source, .open(true))
  }

  /// Revokes ``open(_:by:)``.
  public mutating func close(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .open(false))
  }

  // MARK: - Mixer

  /// Moves the gain of a stem, from the boundary on, over `length` frames: at most ``longestFade``, and at least the
  /// usual ramp, which avoids clicks.
  public mutating func setGain(
    _ gain: Gain, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .gain(gain, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Moves the pan of a stem, as ``setGain(_:of:quantum:over:by:)`` moves the gain. The two are independent.
  public mutating func setPan(
    _ pan: PanFactors, of stem: StemIndex, quantum: Quantum = .now, over length: FrameCount = 0,
    by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .pan(pan, quantum, length: min(max(0, length), Self.longestFade)))
  }

  /// Moves the gain of the sum of all stems, as ``setGain(_:of:quantum:over:by:)`` moves a stem's.
  public mutating func setMaster(
    _ gain: Gain, quantum: Quantum = .now, over length: FrameCount = 0, by source: Asker
  ) -> CommandTicket {
    unsafe gatherForAll(
      source,
      .master(gain, quantum.ofTheSet, length: min(max(0, length), Self.longestFade)))
  }

  /// The most frames that a fade may take: 46 minutes at the highest rate, 6 hours at 48 kHz.
  public static let longestFade: FrameCount = 1 << 30

  public mutating func solo(
    _ mode: SoloMode, _ stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .solo(mode, quantum))
  }

  // MARK: - Samples

  /// Gives the engine the samples of a stem, or exchanges them on the boundary. The old ones are freed when the engine no
  /// longer reads them.
  /// - Precondition: The buffer's loop has at least ``GridLine/longestDistance`` frames of the stem's line.
  @discardableResult public mutating func setSamples(
    _ buffer: StemBuffer, of stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    precondition(edition.configuration.hasRoom(for: stem, in: buffer) && receipt == nil)
    let ticket = unsafe gather(stem, source, .samples(buffer.ref, quantum))
    samples.exchange(edition.places[stem.int], for: buffer, by: ticket)
    return ticket
  }

  /// Removes a stem's samples at once.
  @discardableResult public mutating func removeSamples(
    of stem: StemIndex, by source: Asker
  ) -> CommandTicket {
    precondition(receipt == nil)
    let ticket = unsafe gather(stem, source, .noSamples)
    samples.remove(edition.places[stem.int], by: ticket)
    return ticket
  }

  /// The number of stems of the playing edition.
  public var stemCount: Int { edition.places.count }

  /// The place of a stem of the playing edition: the number of its port (``Engine/process(frames:following:master:ports:buses:)``).
  public func place(of stem: StemIndex) -> Int { edition.place(of: stem) }

  /// The places that the stems of the next edition will have, unless another edition plays by then.
  public func places(after stems: [EditionStem]) -> [Int] { edition.places(after: stems.map(\.continues)) }

  /// The samples of a stem; nil while it has none.
  public func buffer(of stem: StemIndex) -> StemBuffer? { samples[edition.places[stem.int]] }

  public func hasSamples(_ stem: StemIndex) -> Bool { buffer(of: stem) != nil }

  // MARK: - Editions

  /// Hands over to another edition, on the first boundary that leaves time for the usual ramp; at once before the clock runs.
  ///
  /// Each stem that goes on keeps its status, its pending change, its gain and pan (unless the edition has edited them), its solo and
  /// its pause mark. Those that change fall silent over the usual ramp before, and rise in phase. A stem that is not in the new edition
  /// stops. The stems of all commands given before the hand-over was read (``EngineEvent/handedOver(_:at:origin:)``) are those of the
  /// edition before; what is outdated by it is answered so.
  ///
  /// An edition that waits already gives way to this one.
  /// - Throws: The reason why there can be no such edition. Nothing was changed.
  public mutating func handOver(
    to new: Edition, quantum: Quantum, by source: Asker
  ) throws(EditionProblem) -> CommandTicket {
    precondition(receipt == nil)
    lastEdition += 1
    let storage = try EditionStorage(new, number: lastEdition, after: edition)
    for (stem, origin) in new.stems.enumerated() {
      guard let buffer = origin.samples else { continue }
      guard new.configuration.hasRoom(for: StemIndex(stem), in: buffer) else {
        throw .shortSamples(StemIndex(stem))
      }
    }
    let ticket = unsafe gatherForAll(source, .edition(storage.ref, quantum.ofTheSet))
    editions[ticket] = GivenEdition(storage: storage, samples: new.stems.map(\.samples))
    return ticket
  }

  private mutating func take(_ ticket: CommandTicket) {
    guard let given = editions.removeValue(forKey: ticket) else { return }
    samples.take(given.storage, given.samples, after: edition)
    edition = given.storage
  }

  /// Starts the clock: the period that receives this begins with the first downbeat. After a halt the clock runs on.
  /// - Parameter place: Where the music goes on after a halt; nil for where it stands.
  public mutating func roll(from place: FramePosition? = nil, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .roll(place))
  }

  /// Lets the music stand still: all stems fall silent over the usual ramp, and everything is kept until the clock runs on.
  /// - Parameter place: Where the music stands then; nil for where it is by itself.
  public mutating func halt(at place: FramePosition? = nil, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .halt(place))
  }

  /// Moves the clock forward.
  /// - Parameter frames: 0 or more.
  public mutating func skip(_ frames: FrameCount, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .skip(frames))
  }

  /// Moves the music to another place: all stems fall silent over the usual ramp, and rise there in phase.
  public mutating func seek(_ target: SeekTarget, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .seek(target))
  }

  /// Sends the collected commands, all or nothing.
  /// - Returns: false when the queue has no room. Read events, because the engine may wait for room in their queue, and
  ///   try again.
  public mutating func send() -> Bool {
    while unsafe !gathered.isEmpty {
      // More commands than the queue can hold are sent in parts, each received on a frame of its own.
      let part = unsafe gathered.prefix(capacity)
      guard unsafe commands.write(part) else { return false }
      unsafe gathered.removeFirst(part.count)
    }
    return true
  }

  private mutating func request(
    _ request: StemRequest, _ stem: StemIndex, _ quantum: Quantum?, permission: EngineCommand.Permission,
    from: FramePosition? = nil, fading length: FrameCount = 0, _ source: Asker
  ) -> CommandTicket {
    unsafe gather(
      stem, source, .request(request, quantum, permission: permission, from: from, fading: length))
  }

  /// No permit is for the future.
  private mutating func gatherNeeds(of permit: borrowing StartPermit, _ source: Asker) {
    precondition(receipt == nil)
    gather(permit.needed, source)
  }

  /// The stems that the next command relies on.
  private mutating func gather(_ needed: [StemIndex], _ source: Asker) {
    for stem in needed { _ = unsafe gather(stem, source, .need) }
  }

  private mutating func gather(
    _ stem: StemIndex, _ source: Asker, _ action: EngineCommand.Action
  ) -> CommandTicket {
    unsafe gather(at: edition.place(of: stem), source, action)
  }

  /// Commands for all stems name the first place, whatever is there.
  private mutating func gatherForAll(_ source: Asker, _ action: EngineCommand.Action) -> CommandTicket {
    unsafe gather(at: 0, source, action)
  }

  private mutating func gather(
    at place: Int, _ source: Asker, _ action: EngineCommand.Action
  ) -> CommandTicket {
    lastTicket += 1
    let ticket = CommandTicket(rawValue: lastTicket)
    unsafe gathered.append(
      EngineCommand(
        ticket: ticket, stem: StemIndex(place), by: source, at: receipt ?? .min,
        edition: edition.number, action: action))
    if case .need = unsafe action {
      neededBefore += 1
    } else {
      if receipt != nil {
        waiting[ticket] = 1 + neededBefore
        waitingRoom -= 1 + neededBefore
      }
      neededBefore = 0
    }
    return ticket
  }

  // MARK: - Events

  /// The next event, or nil when there is none. Its stem is one of the edition that plays after it; an answer for a stem that has left
  /// names the first one.
  public mutating func nextEvent() -> EngineEvent? {
    guard let event = events.next() else { return nil }
    heed(event)
    let stems = edition.stems
    return event.translated { place in StemIndex(stems[place] ?? 0) }
  }

  /// - Parameter event: It names places.
  private mutating func heed(_ event: EngineEvent) {
    if case .answered(let ticket, _, _, _, _) = event, let room = waiting.removeValue(forKey: ticket) {
      waitingRoom += room
    }
    samples.heed(event)
    switch event {
    case .answered(let ticket, _, .tooFar, _, _), .answered(let ticket, _, .outdated, _, _):
      editions[ticket] = nil
    case .handedOver(let ticket, _, _): take(ticket)
    case .superseded(let ticket, _): editions[ticket] = nil
    default: break
    }
  }
}

/// An edition that was given to the engine, and new samples for its stems.
private struct GivenEdition {
  let storage: EditionStorage
  let samples: [StemBuffer?]
}

extension EngineConfiguration {
  /// Whether the samples are as long as the loop of the stem.
  package func hasRoom(for stem: StemIndex, in buffer: StemBuffer) -> Bool {
    buffer.layout.loop >= (stems[stem.int].line ?? grid.loop).longestDistance
  }
}
