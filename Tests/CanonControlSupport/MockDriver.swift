import CanonEngine
import CanonSession

/// A driver without a server: it delivers periods and loses its server on request.
public actor MockDriver: Driver {
  private let rates: [SampleRate]
  private let period: Int32
  private var engine: Engine?
  private var seat: Seat?
  /// The left channel of the master so far.
  public private(set) var master: [Float] = []

  /// - Parameter rates: The sample rates of the servers that it finds, one after the other.
  public init(rates: [SampleRate], period: Int32 = 64) { (self.rates, self.period) = (rates, period) }

  /// Finds the first server and starts the clock. Returns at once; ``deliver(_:)`` delivers periods.
  public func run(_ seat: Seat) async throws {
    self.seat = seat
    try await begin(at: rates[0])
  }

  /// Replaces the server by another one.
  public func changeServer(to number: Int) async throws {
    await seat?.report(.lost(.ended))
    await seat?.report(health: nil)
    try await begin(at: rates[number])
  }

  private func begin(at rate: SampleRate) async throws {
    engine = try await seat?.engine(at: rate)
    await seat?.roll()
    await seat?.report(
      .connected(
        ServerInfo(
          name: "mock", implementation: "mock", clientName: "canon", sampleRate: rate, period: Int(period),
          connections: [], ownBackend: nil)))
    await seat?.report(health: ServerHealth(load: 1, period: Int(period), connections: []))
  }

  /// Delivers this number of periods.
  public func deliver(_ periods: Int) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * Int(period))
    defer { memory.deallocate() }
    for _ in 0..<periods {
      engine?.process(frames: period, master: OutputPair(left: memory, right: memory + Int(period)))
      master += UnsafeBufferPointer(start: memory, count: Int(period))
    }
  }
}
