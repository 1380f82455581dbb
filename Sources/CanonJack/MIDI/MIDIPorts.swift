import CanonEngine

/// What the ports for MIDI messages are for.
public struct MIDIPorts: Sendable {
  /// The ports to connect, of all MIDI ports of other clients in that direction and of those among them that belong to devices.
  public typealias Choice = @Sendable (_ all: [String], _ physical: [String]) -> [String]

  /// Where the messages of `control_in` go.
  let link: MIDILink
  private let sources: Choice
  private let clockTargets: Choice?
  /// From where the messages of `lights_out` come; nil for no such port.
  let outbox: MIDIOutbox?
  private let lightTargets: Choice
  /// Whether start, stop, continue and song positions lead the clock.
  let followsTransport: Bool

  /// - Parameters:
  ///   - sources: The outputs that `control_in` is connected to.
  ///   - clockTargets: The inputs that `clock_out` is connected to; nil for no such port.
  ///   - outbox: From where the messages of `lights_out` come; nil for no such port. It is told who receives them.
  ///   - lightTargets: The inputs that `lights_out` is connected to.
  ///   - followsTransport: Whether start, stop, continue and song positions that come in lead the clock.
  public init(
    _ link: MIDILink, sources: @escaping Choice, clockTargets: Choice? = nil, outbox: MIDIOutbox? = nil,
    lightTargets: @escaping Choice = { _, _ in [] }, followsTransport: Bool = false
  ) {
    self.followsTransport = followsTransport
    (self.link, self.sources, self.clockTargets) = (link, sources, clockTargets)
    (self.outbox, self.lightTargets) = (outbox, lightTargets)
  }

  /// What a port is connected to; nil if there is to be no such port.
  func choice(for port: MIDIPort) -> Choice? {
    switch port {
    case .control: sources
    case .clock: clockTargets
    case .lights: outbox == nil ? nil : lightTargets
    }
  }
}
