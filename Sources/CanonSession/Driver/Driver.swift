import CanonEngine

/// Calls a performance's engine, for example for a JACK server or a rendering; tests have their own drivers.
public protocol Driver: ~Copyable {
  /// Plays until the driver's end: it was stopped, or everything is rendered.
  /// - Throws: An error if the driver cannot begin to play.
  mutating func run(_ seat: Seat) async throws
}

/// A driver's place at a performance. It supplies the engine and receives reports; the performance does not wait for the driver.
///
/// - Thread: any control thread
public struct Seat: Sendable {
  package let performance: Performance

  init(_ performance: Performance) { self.performance = performance }

  /// The engine for a sample rate (``Performance/makeEngine(at:)``). The engine that the seat gave before must not run any
  /// more.
  public func engine(at rate: SampleRate) async throws -> Engine {
    try await performance.makeEngine(at: rate)
  }

  /// Starts the clock: the next period delivers the first downbeat.
  public func roll() async { await performance.roll() }

  /// The engine's clock; nil before the first engine.
  public var clock: EngineClock? { get async { await performance.clock } }

  /// How often the driver should look whether something has happened.
  package var pace: Pace { get async { await performance.pace() } }

  /// Wakes the driver when outputs or inputs are to be offered.
  package var bell: Bell { performance.driverBell }

  /// Reports an event outside the performance, such as the loss of the server.
  public func report(_ event: DriverEvent) async { await performance.report(event) }

  /// Reports the server's health, at least once a second; nil if there is no server.
  public func report(health: ServerHealth?) async { await performance.report(health: health) }

  /// Reports what goes where, whenever that changes. The loss of the server ends it; what people have connected and cut is remembered.
  public func report(ports: PortMap) async { await performance.report(ports: ports) }

  /// Reports which frame the server plays, from time to time: by it another canon can go on.
  public func report(_ place: ClockPlace) async { await performance.report(place) }

  /// The evening with which the first engine is to go on, until its clock has moved to the evening's position; nil for a fresh start.
  public var evening: Evening? { get async { await performance.eveningToReach } }

  /// Records that the driver left the graph on purpose: it faded the output out (``FadeOut``), and was silent after that.
  /// - Parameters:
  ///   - frame: Where the fade began.
  ///   - frames: How many frames the engine then moved on, before it was no longer called.
  public func left(at frame: FramePosition, for frames: FrameCount) async {
    await performance.left(at: frame, for: frames)
  }

  /// Silences the performance because its output device has gone, or ends that. The clock runs on.
  public func setDevice(isAway: Bool) async {
    if isAway { await performance.pauseWithoutDevice() } else { await performance.resumeWithDevice() }
  }

  /// Publishes a note of the driver for people.
  public func note(_ note: ServerNote) async { await performance.note(.server(note)) }

  /// The set's title.
  public var title: String { performance.set.title }
  /// Whether the stems have ports. They have none if the set has more stems than a JACK client can have ports for.
  public var hasStemPorts: Bool { performance.set.hasStemPorts }

  /// The outputs to offer beside the master's. They change when the set is read again.
  public var outputs: OutputOrder { get async { await performance.outputs } }

  /// Which of them must be there before the music begins. The others follow behind it.
  public var firstOutputs: FirstOutputs { get async { await performance.firstOutputs } }

  /// The inputs to offer; nil for none.
  public var inputs: InputOrder? { get async { await performance.inputs } }

  /// Says how an order of inputs was followed.
  public func offers(_ offer: InputOffer) async { await performance.offers(offer) }

  /// Records what the driver delivers, and captures what comes in.
  public var recorder: Recorder { performance.recorder }

  /// Says that the outputs of an order are offered; nil for none, 0 while a new client has its first ones.
  /// - Parameter missing: The name of the first port that could not be had.
  public func offers(_ number: Int?, missing: String? = nil) async {
    await performance.offers(number, missing: missing)
  }
}

extension Performance {
  /// The place for a driver. One driver at a time uses it.
  public nonisolated var seat: Seat { Seat(self) }

  func left(at frame: FramePosition, for frames: FrameCount) { scribe.record(.left(frames), at: frame) }

  func report(health: ServerHealth?) { self.health = health }

  func report(ports: PortMap) {
    self.ports = ports
    wiring = ports.kept
  }

  func report(_ place: ClockPlace) { self.place = place }
}
