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
  static let usualRate = 48000

  public init() {}

  /// The variable by which PipeWire's libjack is asked for a period; nil leaves it as the user has set it.
  ///
  /// The rate in it must be the graph's own: libjack reports it as the graph's, whatever that is, so another one would play at the wrong
  /// pitch. There is no safe way to ask PipeWire for a rate.
  /// - Parameter rate: The graph's, in hertz.
  func pipeWireLatency(at rate: Int) -> String? { period.map { "\($0)/\(rate)" } }

  /// What a server does not do as requested; nil if it does everything.
  /// - Parameters:
  ///   - period: The server's, in frames.
  ///   - rate: The server's, in hertz.
  ///   - isOwn: Whether this canon has started the server, on the device that it has told of.
  func note(ofPeriod period: Int, rate: Int, isOwn: Bool) -> ServerNote? {
    var kept: [ServerNote.Kept] = []
    if let asked = self.period, asked != period { kept.append(.period(period, asked: asked)) }
    if let asked = self.rate, asked != rate { kept.append(.rate(rate, asked: asked)) }
    if let device, !isOwn { kept.append(.device(asked: device)) }
    return kept.isEmpty ? nil : .keptSettings(kept)
  }
}
