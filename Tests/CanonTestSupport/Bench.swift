import CanonEngine

/// An engine on a test bench: small stems, no server, no files. Commands arrive on the frame that the test
/// names.
public struct Bench: ~Copyable {
  public var engine: Engine
  public var handle: EngineHandle
  public private(set) var position: FramePosition = 0
  /// Every event so far.
  public private(set) var events: [EngineEvent] = []
  /// The sounds that each stem may be given (``RandomPerformance/Action/samples(_:_:)``).
  public var sounds: [[StemBuffer]] = []
  /// The editions that the engine may be handed over to (``RandomPerformance/Action/edition(_:_:)``).
  public var editions: [TestEdition] = []
  /// The numbers of the stems of the playing edition, in their order: tests name stems by them.
  public private(set) var ids: [Int]
  /// The numbers of the stems that have begun to wait for their samples, or no longer wait, in the order of their events.
  public private(set) var supplied: [Int] = []
  private var given: [CommandTicket: TestEdition] = [:]
  /// What the playing edition is like.
  private(set) var configuration: EngineConfiguration
  /// Whether a door does the next action, and the stems on which its permit relies.
  var isDoors = false
  var relied: [Int] = []
  /// The number of ports, one for each place of a stem.
  public var portCount: Int
  /// The number of buses that are delivered; those that the playing edition does not have are silent.
  public var busCount: Int
  /// The clock that is followed next; free after that.
  public var nextClock = PeriodClock.free
  /// How many frames are delivered before that.
  public var framesToClock = 0
  /// The actions of ``perform(_:_:)``, with their tickets.
  public private(set) var asked: [(ticket: CommandTicket, stem: Int, action: RandomPerformance.Action)] = []
  /// What the driver has offered the engine.
  public internal(set) var offers: [TriggerOffer] = []
  /// The last trigger that was made.
  var madeTrigger: MadeTrigger?
  /// How often all triggers were ended.
  var endingCount = 0
  /// The number of editions that have taken over.
  private(set) var editionCount = 0
  /// The frames on which commands are received that were given for later.
  public private(set) var receipts: [CommandTicket: FramePosition] = [:]
  /// Whether the ports are delivered, and below whether the buses are. Undelivered samples stay NaN.
  public var hasPorts = true
  /// What the engine has told of the music's time since ``listenToTicks()``.
  public var ticks: [Tick] { listener?.ticks ?? [] }
  private var listener: TickListener?
  public var hasBuses = true
  /// Whether everything is decided first and mixed then, from copies of the engine's state, as in a rendering. The MIDI clock is not told of such
  /// periods.
  public var mixesLater = false

  /// - Parameters:
  ///   - stems: The samples of each stem, mono, one loop long.
  ///   - loop: The loop; by default it is as long as the first stem.
  ///   - pans: One for each stem; by default all leave the samples unchanged.
  ///   - rampMilliseconds: 0 unless the test is about ramps, so that samples stay countable.
  public static func make(
    stems: [[Float]], loop: GridLine? = nil, bars: Int = 1, beats: Int = 4, pans: [PanFactors]? = nil,
    sampleRate: SampleRate = .studio, rampMilliseconds: Double = 0, rolling: Bool = true
  ) -> Bench {
    let line = loop ?? GridLine(numerator: Int64(stems[0].count), denominator: 1)!
    let configuration = EngineConfiguration(
      grid: Grid(loop: line, barsPerLoop: bars, beatsPerLoop: beats)!, sampleRate: sampleRate,
      stems: (pans ?? stems.map { _ in .centre }).map { StemConfiguration(pan: $0) },
      rampMilliseconds: rampMilliseconds)
    return make(configuration, sounds: stems.map { StemBuffer($0) }, rolling: rolling)
  }

  /// - Parameters:
  ///   - sounds: The samples of each stem; nil for none.
  ///   - commands: The room of the queue. An engine with a short one is made in less time.
  public static func make(
    _ configuration: EngineConfiguration, sounds: [StemBuffer?] = [], rolling: Bool = true,
    commands: Int = EngineHandle.commandCapacity
  ) -> Bench {
    let parts = EngineParts(configuration, commands: commands)
    var bench = Bench(engine: parts.engine, handle: parts.handle, configuration)
    for (index, buffer) in sounds.enumerated() {
      if let buffer { bench.handle.setSamples(buffer, of: StemIndex(index), by: .clock) }
    }
    if rolling { _ = bench.handle.roll(by: .clock) }
    return bench
  }

  /// One stem that has begun with the clock and plays.
  /// - Parameter frames: The frames that were delivered since.
  public static func playing(
    _ sound: StemBuffer, _ configuration: EngineConfiguration, after frames: Int
  ) -> Bench {
    var bench = make(configuration, sounds: [sound])
    bench.ask(.start, quantum: .now)
    return bench.after(frames)
  }

  private init(
    engine: consuming Engine, handle: consuming EngineHandle, _ configuration: EngineConfiguration
  ) {
    self.configuration = configuration
    ids = Array(0..<engine.stemCount)
    (portCount, busCount) = (engine.stemCount, engine.busCount)
    self.engine = engine
    self.handle = handle
  }

  /// Sends the collected commands, delivers `frames` frames in periods of the given lengths, and reads the events.
  @discardableResult
  public mutating func run(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    send()
    let output = deliver(frames, periods: periods)
    readEvents()
    return output
  }

  /// The bench after ``run(_:periods:)``.
  public consuming func after(_ frames: Int) -> Bench {
    run(frames)
    return self
  }

  public mutating func send() {
    let sent = handle.send()
    precondition(sent)
  }

  /// Does only the audio thread's part of ``run(_:periods:)``, as if control did not run.
  @discardableResult
  public mutating func deliver(_ frames: Int, periods: Periods = .constant(1024)) -> Output {
    var periods = periods
    let (stems, buses) = (portCount, busCount)
    let channels = 2 * (1 + stems + buses)
    // The memory is NaN at first, so that a frame that is not written is found.
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: max(1, channels * frames))
    memory.initialize(repeating: .nan, count: channels * frames)
    defer { memory.deallocate() }
    let pairs = UnsafeMutablePointer<OutputPair?>.allocate(capacity: channels / 2)
    defer { pairs.deallocate() }
    func point(to frame: Int) {
      for k in 0..<(channels / 2) {
        pairs[k] = OutputPair(
          left: memory + 2 * k * frames + frame, right: memory + (2 * k + 1) * frames + frame)
      }
    }
    let ports = hasPorts ? OutputPairs(pairs + 1, count: stems) : nil
    let sums = hasBuses ? OutputPairs(pairs + 1 + stems, count: buses) : nil
    var decided: [DecidedRun] = []
    var done = 0
    while done < frames {
      let length = min(frames - done, periods.next())
      if mixesLater, framesToClock >= length || nextClock == .free {
        decided += DecidedRun.next(length, after: done, &engine)
        framesToClock = max(0, framesToClock - length)
        done += length
        continue
      }
      point(to: done)
      let isInside = framesToClock < length
      engine.process(
        frames: Int32(length), following: isInside ? nextClock : .free,
        after: Int32(isInside ? framesToClock : 0),
        master: pairs[0]!,
        ports: ports, buses: sums, ticks: listener?.clock)
      if engine.rollingPosition != nil { listener?.hear(length) }
      if isInside { nextClock = .free }
      framesToClock = isInside ? 0 : framesToClock - length
      done += length
    }
    var mixer = StateMixer()
    for run in decided.reversed() {
      if let state = run.state { mixer.load(state) }
      var mixed = 0
      while mixed < run.frames {
        let count = min(run.frames - mixed, periods.next())
        point(to: run.place + mixed)
        if run.state == nil {
          for k in 0..<(channels / 2) where k == 0 || (k <= stems ? hasPorts : hasBuses) {
            pairs[k]?.silence(Int32(count))
          }
        } else {
          mixer.mix(
            from: run.from + FramePosition(mixed), frames: Int32(count), master: pairs[0]!, ports: ports,
            buses: sums)
        }
        mixed += count
      }
    }
    position += FramePosition(frames)
    func channel(_ k: Int) -> [Float] {
      Array(UnsafeBufferPointer(start: memory + k * frames, count: frames))
    }
    var output = Output(stems: stems, buses: buses)
    output.master = channel(0)
    output.right = channel(1)
    output.ports = (0..<stems).map { channel(2 + 2 * $0) }
    output.portsRight = (0..<stems).map { channel(3 + 2 * $0) }
    output.buses = (0..<(2 * buses)).map { channel(2 + 2 * stems + $0) }
    return output
  }

  /// Notes the messages of the MIDI clock from now on.
  public mutating func listenToTicks() { listener = TickListener() }

  /// Runs a period of no frames: the engine receives the sent commands and delivers nothing.
  public mutating func idle() {
    var unused: [Float] = [.nan, .nan]
    unused.withUnsafeMutableBufferPointer { unused in
      let master = OutputPair(left: unused.baseAddress!, right: unused.baseAddress! + 1)
      engine.process(frames: 0, following: nextClock, master: master)
      nextClock = .free
    }
    precondition(unused.allSatisfy(\.isNaN))
  }

  public mutating func readEvents() {
    while let event = handle.nextEvent() {
      if case .handedOver(let ticket, _, _) = event, let edition = given[ticket] {
        (ids, configuration) = (edition.ids, edition.configuration)
        editionCount += 1
      }
      if case .triggered(let ticket, let stem, let request, let quantum, let frame, _) = event {
        asked.append((ticket, ids[stem.int], .askWhileOpen(request, quantum)))
        receipts[ticket] = frame
      }
      if case .supplied(let stem, _, _) = event { supplied.append(ids[stem.int]) }
      events.append(event)
    }
  }

  /// Moves the clock forward, as a driver does after an xrun.
  public mutating func skip(_ frames: FrameCount) {
    engine.skip(frames)
    position += frames
    readEvents()
  }

  /// Gives the engine an edition.
  mutating func give(_ edition: TestEdition, _ quantum: Quantum) -> CommandTicket {
    let keepsRequests = edition.keepsRequests && Set(ids) == Set(edition.ids)
    let isPiece = edition.music != .goesOn
    let stems = edition.ids.enumerated().map { stem, id in
      let old = ids.firstIndex(of: id).map { StemIndex($0) }
      return EditionStem(
        continuing: isPiece ? nil : old, replacing: isPiece ? old : nil,
        samples: edition.sounds[stem].map { sounds[id][$0] }, staysOpen: edition.staysOpen[stem],
        keepsRequests: keepsRequests)
    }
    var next = Edition(edition.configuration, stems: stems, music: edition.music)
    for stem in edition.starts { next.start(testPermit(StemIndex(stem))) }
    do {
      let ticket = try handle.handOver(to: next, quantum: quantum, by: .input)
      given[ticket] = edition
      return ticket
    } catch {
      preconditionFailure("\(error)")
    }
  }

  mutating func note(_ ticket: CommandTicket, _ stem: Int, _ action: RandomPerformance.Action) {
    var action = action
    if !relied.isEmpty { action = .needing(relied, action) }
    if isDoors { action = .byDoor(action) }
    asked.append((ticket, stem, action))
    if let receipt = handle.receipt { receipts[ticket] = receipt }
  }
}
