/// A message of MIDI 1.0 that canon understands. Channels count from 1, as devices show them.
enum MIDIMessage: Hashable, Sendable {
  /// A velocity of 0 is a note off.
  case note(channel: Int, number: Int, velocity: Int)
  case control(channel: Int, number: Int, value: Int)
  case program(channel: Int, number: Int)

  /// - Parameter bytes: One whole message with its status byte, as JACK delivers it.
  /// - Returns: nil for any other message, and for bytes that are none.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard let status = bytes.first, status >= 0x80, bytes.dropFirst().allSatisfy({ $0 < 0x80 }) else {
      return nil
    }
    let channel = Int(status & 0x0F) + 1
    switch (status & 0xF0, bytes.count) {
    case (0x80, 3): self = .note(channel: channel, number: Int(bytes[1]), velocity: 0)
    case (0x90, 3): self = .note(channel: channel, number: Int(bytes[1]), velocity: Int(bytes[2]))
    case (0xB0, 3): self = .control(channel: channel, number: Int(bytes[1]), value: Int(bytes[2]))
    case (0xC0, 2): self = .program(channel: channel, number: Int(bytes[1]))
    default: return nil
    }
  }

  /// The place on the device that has sent it.
  var source: MIDISource {
    switch self {
    case .note(let channel, let number, _): MIDISource(kind: .note, channel: channel, number: number)
    case .control(let channel, let number, _): MIDISource(kind: .control, channel: channel, number: number)
    case .program(let channel, let number): MIDISource(kind: .program, channel: channel, number: number)
    }
  }

  /// Whether it is the beginning of a press.
  var isPress: Bool {
    switch self {
    case .note(_, _, let velocity): velocity > 0
    case .control(_, _, let value): value >= MIDISource.middle
    case .program: true
    }
  }

  /// The velocity or the value; 127 for a program change.
  var value: Int {
    switch self {
    case .note(_, _, let velocity): velocity
    case .control(_, _, let value): value
    case .program: 127
    }
  }
}
