import CanonSession

/// What the user asks of the server: which one, whether canon may start one, and how it is to run.
///
/// A private server is started accordingly, and PipeWire is asked for the period. Any other server is left as it is.
public struct ServerRequest: Hashable, Sendable {
  /// The only server to use; nil for whichever there is.
  public var server: String?
  /// Whether a private server is allowed.
  public var mayStart = true
  /// Frames for each cycle, in ``periods``; nil for no request.
  public var period: Int?
  /// Sample rate in hertz; nil for no request.
  public var rate: Int?
  /// The sound card of a private server (``SoundCards/device(named:)``); nil for the usual one.
  public var device: String?

  /// What JACK allows.
  public static let periods = 1...16384
  /// What a private server runs at without a request.
  static let usualPeriod = 256
  package static let usualRate = 48000

  public init() {}

  /// What a server does not do as requested; nil if it does everything.
  /// - Parameters:
  ///   - period: The server's, in frames.
  ///   - rate: The server's, in hertz.
  ///   - isOwn: Whether this canon has started the server, on the device that it has told of.
  ///   - latency: What the user's variable requests of PipeWire; nil for nothing, or for another server.
  func note(
    ofPeriod period: Int, rate: Int, isOwn: Bool, latency: PipeWireLatency? = nil
  ) -> ServerNote? {
    var kept: [ServerNote.Kept] = []
    if let asked = self.period, asked != period { kept.append(.period(period, asked: asked)) }
    if let asked = self.rate, asked != rate { kept.append(.rate(rate, asked: asked)) }
    // The period in the variable is requested, unless the user has given another one to canon.
    if let latency, latency.rate != rate { kept.append(.latencyRate(rate, asked: latency.text)) }
    if let device, !isOwn { kept.append(.device(asked: device)) }
    return kept.isEmpty ? nil : .keptSettings(kept)
  }
}
