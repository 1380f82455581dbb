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
  /// What each stem gives to its port, as far as control has read the engine's events.
  package let mirror: EngineMirror
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
  private(set) var waiting: [CommandTicket: Int] = [:]
  /// The number of stems that the command being given needs.
  private var neededBefore = 0

  init(
    edition: EditionStorage, capacity: Int, waiting: Int, commands: consuming CommandWriter,
    events: consuming EventReader, clock: EngineClock, mirror: EngineMirror
  ) {
    self.mirror = mirror
    self.edition = edition
    self.capacity = capacity
    (waitingRoom, waitingCapacity) = (waiting, waiting)
    samples = GivenSamples(places: edition.stems.count)
    self.commands = commands
    self.events = events
    self.clock = clock
  }

  // MARK: - Samples

  /// Gives the engine the samples of a stem, or replaces them on the boundary. The old ones are freed when the engine no
  /// longer reads them.
  /// - Precondition: The buffer's loop has at least ``GridLine/longestDistance`` frames of the stem's line.
  @discardableResult public mutating func setSamples(
    _ buffer: StemBuffer, of stem: StemIndex, quantum: Quantum = .now, by source: Asker
  ) -> CommandTicket {
    precondition(edition.configuration.hasRoom(for: stem, in: buffer) && receipt == nil)
    let ticket = unsafe gather(stem, source, .samples(buffer.ref, quantum))
    mirror.buffers.note(buffer)
    samples.replace(edition.places[stem.int], for: buffer, by: ticket)
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

  /// The places of the stems of the playing edition.
  package var places: [Int] { edition.places }

  /// The places that the stems of the next edition will have, unless another edition plays by then.
  /// - Parameters:
  ///   - origins: The stem that each of them continues; nil for a new one.
  ///   - replaced: The stem whose place a new one takes; nil for none. Empty if none takes any.
  public func places(after origins: [StemIndex?], replacing replaced: [StemIndex?] = []) -> [Int] {
    edition.places(after: origins, replacing: replaced)
  }

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
  /// If another piece begins in it (``Edition/Music``), the music is at its first downbeat from the hand-over on, or so many frames later, and
  /// plays the stems that ``Edition/start(_:)`` names.
  ///
  /// An edition that waits already gives way to this one.
  /// - Throws: The reason why there can be no such edition. Nothing was changed.
  public mutating func handOver(
    to new: Edition, quantum: Quantum, by source: Asker
  ) throws(EditionProblem) -> CommandTicket {
    precondition(receipt == nil)
    lastEdition += 1
    let storage = try EditionStorage(new, number: lastEdition, after: edition)
    let mirrored = try EditionStorage(new, number: lastEdition, after: edition, keepsMix: false)
    for (stem, origin) in new.stems.enumerated() {
      guard let buffer = origin.samples else { continue }
      guard new.configuration.hasRoom(for: StemIndex(stem), in: buffer) else {
        throw .shortSamples(StemIndex(stem))
      }
    }
    let ticket = unsafe gatherForAll(source, .edition(storage.ref, quantum.ofTheSet))
    mirror.note(mirrored, by: ticket)
    for case let buffer? in new.stems.map(\.samples) { mirror.buffers.note(buffer) }
    editions[ticket] = GivenEdition(storage: storage, samples: new.stems.map(\.samples))
    return ticket
  }

  private mutating func noteHandOver(_ ticket: CommandTicket) {
    guard let given = editions.removeValue(forKey: ticket) else { return }
    samples.handOver(to: given.storage, given.samples, after: edition)
    edition = given.storage
  }

  /// The number of the edition that plays, as far as control has read.
  var playingEdition: Int64 { edition.number }

  // MARK: - Sending

  /// Sends the collected commands, all or nothing.
  /// - Returns: false when the queue has no room. Read events, because the engine may wait for room in their queue, and
  ///   try again.
  public mutating func send() -> Bool {
    if unsafe gathered.isEmpty { return true }
    // Nearly always all have room, and the memory stays for the next ones.
    if unsafe gathered.count <= capacity {
      guard unsafe commands.write(gathered[...]) else { return false }
      unsafe gathered.removeAll(keepingCapacity: true)
      return true
    }
    while unsafe !gathered.isEmpty {
      // More commands than the queue can hold are sent in parts, each received on a frame of its own.
      let part = unsafe gathered.prefix(capacity)
      guard unsafe commands.write(part) else { return false }
      unsafe gathered.removeFirst(part.count)
    }
    return true
  }

  /// The stems that the next command relies on.
  mutating func gather(_ needed: [StemIndex], _ source: Asker) {
    for stem in needed { _ = unsafe gather(stem, source, .need) }
  }

  mutating func gather(
    _ stem: StemIndex, _ source: Asker, _ action: EngineCommand.Action
  ) -> CommandTicket {
    unsafe gather(at: edition.place(of: stem), source, action)
  }

  /// Commands for all stems name the first place, whatever is there.
  mutating func gatherForAll(_ source: Asker, _ action: EngineCommand.Action) -> CommandTicket {
    unsafe gather(at: 0, source, action)
  }

  mutating func gather(
    at place: Int, _ source: Asker, _ action: EngineCommand.Action
  ) -> CommandTicket {
    lastTicket += 1
    let ticket = CommandTicket(rawValue: lastTicket)
    let command = unsafe EngineCommand(
      ticket: ticket, stem: StemIndex(place), by: source, at: receipt ?? .min,
      edition: edition.number, action: action)
    unsafe gathered.append(command)
    unsafe mirror.note(command)
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
    let position = clock.position
    guard let event = events.next() else {
      // Everything is known of the frames before.
      mirror.advance(to: position)
      return nil
    }
    heed(event)
    let stems = edition.stems
    return event.translated { place in StemIndex(stems[place] ?? 0) }
  }

  /// - Parameter event: It names places.
  private mutating func heed(_ event: EngineEvent) {
    if !waiting.isEmpty, case .answered(let ticket, _, _, _, _) = event,
      let room = waiting.removeValue(forKey: ticket)
    {
      waitingRoom += room
    }
    // The mirror comes first, because samples that the engine no longer reads are freed then.
    mirror.heed(event)
    samples.heed(event)
    switch event {
    case .answered(let ticket, _, .tooFar, _, _), .answered(let ticket, _, .outdated, _, _):
      editions[ticket] = nil
    case .handedOver(let ticket, _, _): noteHandOver(ticket)
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
