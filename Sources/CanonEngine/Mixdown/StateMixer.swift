import CanonMixing

/// Mixes the frames of ``MixState``s, with the loop with which an engine mixes: it is an engine that receives no command and decides nothing.
@safe public struct StateMixer: ~Copyable {
  private var engine: Engine
  private var clock: EngineClock
  /// The memory that the engine works with.
  private var edition: EditionStorage

  /// - Thread: any but audio
  public init() {
    (edition, clock) = (Self.edition(stems: 1, buses: 0), EngineClock())
    engine = Self.engine(edition, clock)
  }

  private static func edition(stems: Int, buses: Int) -> EditionStorage {
    // Nothing of it is heard: all that mixing reads comes from a state.
    EditionStorage(
      EngineConfiguration(
        grid: Grid(loop: GridLine(numerator: 1, denominator: 1)!, barsPerLoop: 1, beatsPerLoop: 1)!,
        sampleRate: .studio, stems: Array(repeating: StemConfiguration(), count: stems), busCount: buses),
      keepsMix: false)
  }

  private static func engine(_ edition: EditionStorage, _ clock: EngineClock) -> Engine {
    let ends = RingEnds(commands: 1, events: 1)
    var engine = unsafe Engine(
      edition.ref.plan.pointee, commands: ends.commandReader, events: ends.eventWriter, clock: clock.shared,
      waiting: 1, instructions: .best)
    engine.decides = false
    engine.isRolling = true
    engine.agenda = .max
    return engine
  }

  /// Takes a state up, whose frames are mixed from now on. The state must stay in memory as long as they are.
  /// - Thread: any but audio
  public mutating func load(_ state: MixState) {
    let (stems, buses) = (state.stemCount, state.busCount)
    if engine.stemCount != stems || engine.busCount != buses {
      let next = Self.edition(stems: stems, buses: buses)
      engine = Self.engine(next, clock)
      edition = next
    }
    let (copy, memory) = unsafe (state.copy, engine.memory)
    for place in 0..<stems {
      unsafe memory.players[place] = unsafe copy.players[place]
      unsafe memory.hasSends[place] = unsafe copy.hasSends[place]
      engine.touch(place)
    }
    for send in 0..<(stems * buses) { unsafe memory.sends[send] = unsafe copy.sends[send] }
    (engine.grid, engine.origin, engine.master) = unsafe (copy.grid, copy.origin, copy.master)
    (engine.cueBus, engine.hasCues, engine.click) = unsafe (copy.cueBus, copy.hasCues, copy.click)
    unsafe engine.clickSounds = unsafe copy.clickSounds
    // What happens next is none of its business.
    engine.agenda = .max
  }

  /// Mixes some frames of the state.
  /// - Parameters:
  ///   - position: The first frame.
  ///   - frames: 1 or more; none of them is beyond those for which the state was made.
  ///   - master: As the other outputs, as of ``Engine/process(frames:following:master:ports:buses:)``.
  /// - Thread: any
  @_noLocks public mutating func mix(
    from position: FramePosition, frames: Int32, master: OutputPair, ports: OutputPairs?, buses: OutputPairs?
  ) {
    unsafe master.silence(frames)
    unsafe buses?.silence(frames)
    unsafe ports?.silence(from: engine.stemCount, frames)
    var done: Int32 = 0
    while done < frames {
      engine.position = position &+ Int64(done)
      done &+= unsafe engine.deliver(
        atMost: frames &- done, offset: done, master: master, ports: ports, buses: buses)
    }
  }
}
