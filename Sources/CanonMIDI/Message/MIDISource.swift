/// A pad, key, pedal, knob or program of a device.
struct MIDISource: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable { case note, control, program }

  let kind: Kind
  /// 1 to 16; nil for all channels.
  var channel: Int?
  /// 0 to 127.
  let number: Int

  static let channels = 1...16
  static let numbers = 0...127
  /// A controller is pressed from this value on.
  static let middle = 64

  /// - Parameter key: The key of a table in `midi.toml`: `36`, or `10:36` with a channel.
  init?(_ kind: Kind, key: String) {
    let parts = key.split(separator: ":", omittingEmptySubsequences: false).map(Self.number)
    guard (1...2).contains(parts.count), let last = parts.last, let number = last,
      Self.numbers.contains(number)
    else { return nil }
    if parts.count == 2 {
      guard let channel = parts[0], Self.channels.contains(channel) else { return nil }
      self.channel = channel
    }
    (self.kind, self.number) = (kind, number)
  }

  init(kind: Kind, channel: Int?, number: Int) {
    (self.kind, self.channel, self.number) = (kind, channel, number)
  }

  /// The same place on any channel.
  var onAnyChannel: MIDISource { MIDISource(kind: kind, channel: nil, number: number) }

  /// As a table's key.
  var key: String { (channel.map { "\($0):" } ?? "") + "\(number)" }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } && text.count <= 3 ? Int(text) : nil
  }
}
