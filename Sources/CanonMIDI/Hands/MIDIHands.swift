import CanonSession

/// What the hands on a device do, message by message: when a button is pressed, and where knobs are.
struct MIDIHands: Sendable {
  private var actions: [MIDISource: MIDIAction]
  /// The buttons that are held down.
  private var held: Set<MIDISource> = []
  /// The last value of each controller.
  private var values: [MIDISource: Int] = [:]
  /// The last position of each knob.
  private var positions: [MIDISource: Int] = [:]
  /// The knobs whose value is that of their parameter: they have picked it up.
  private var pickedUp: [MIDISource: Double] = [:]

  init(_ actions: [MIDISource: MIDIAction] = [:]) { self.actions = actions }

  /// Does something else from now on; what is held down stays so.
  mutating func adopt(_ actions: [MIDISource: MIDIAction]) {
    // A knob of another parameter has yet to pick it up.
    if actions != self.actions { pickedUp = [:] }
    self.actions = actions
  }

  /// Forgets what is held down and where knobs are, because messages may have been missed.
  /// - Returns: What letting go asks for.
  mutating func letGo() -> [ControlCommand] {
    defer { (held, values, positions, pickedUp) = ([], [:], [:], [:]) }
    return held.sorted { ($0.number, $0.channel ?? 0) < ($1.number, $1.channel ?? 0) }.compactMap { source in
      if case .button(_, let release)? = actions.action(of: source) { release } else { nil }
    }
  }

  /// Whether a message begins a press, which a knob never does. A pedal on its way tells several values.
  mutating func begins(_ message: MIDIMessage) -> Bool {
    guard case .control(_, _, let value) = message else { return message.isPress }
    let last = values.updateValue(value, forKey: message.source) ?? 0
    return message.isPress && last < MIDISource.middle && fader(of: message) == nil
  }

  /// Takes note that something is held down whose press was another's.
  mutating func hold(_ source: MIDISource) { held.insert(source) }

  /// The fader that a message moves; nil if it moves none.
  func fader(of message: MIDIMessage) -> MIDIFader? {
    if case .fader(let fader)? = actions.action(of: message.source) { fader } else { nil }
  }

  /// What a message asks for.
  /// - Parameter current: The value that the parameter of its fader has, or is going to: decibels, or a pan. Silence is minus infinity.
  mutating func command(for message: MIDIMessage, current: Double) -> ControlCommand? {
    let source = message.source
    switch actions.action(of: source) {
    case .button(let press, let release): return button(source, message, press, release)
    case .fader(let fader):
      if let encoding = fader.encoding {
        let value = fader.value(encoding.steps(message.value), from: current)
        return value == current ? nil : fader.command(value)
      }
      return knob(source, message.value, fader, current)
    case nil: return nil
    }
  }

  private mutating func button(
    _ source: MIDISource, _ message: MIDIMessage, _ press: ControlCommand, _ release: ControlCommand?
  ) -> ControlCommand? {
    // A program change has no release.
    if source.kind == .program { return press }
    let isDown = source.kind == .note ? message.value > 0 : message.value >= MIDISource.middle
    guard isDown else { return held.remove(source) != nil ? release : nil }
    // Every note is struck; a pedal on its way down tells several values.
    return held.insert(source).inserted || source.kind == .note ? press : nil
  }

  /// A knob moves its parameter once it has reached the value that the parameter has, so that nothing jumps.
  private mutating func knob(
    _ source: MIDISource, _ position: Int, _ fader: MIDIFader, _ current: Double
  ) -> ControlCommand? {
    let (value, last) = (fader.value(at: position), positions.updateValue(position, forKey: source))
    let follows = pickedUp[source] == current || passes(current, from: last, to: position, fader)
    pickedUp[source] = follows ? value : nil
    return follows && value != current ? fader.command(value) : nil
  }

  private func passes(_ current: Double, from last: Int?, to position: Int, _ fader: MIDIFader) -> Bool {
    let new = fader.value(at: position)
    // Within one step it is there.
    let near =
      [position - 1, position + 1].filter { (0...127).contains($0) }.map { fader.value(at: $0) } + [new]
    if near.min()! <= current && current <= near.max()! { return true }
    guard let last else { return false }
    let old = fader.value(at: last)
    return min(old, new) <= current && current <= max(old, new)
  }
}
