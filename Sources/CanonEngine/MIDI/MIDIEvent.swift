/// A message of MIDI 1.0 that a driver has received, with its frame. Messages of more than three bytes are not kept.
public struct MIDIEvent: Hashable, BitwiseCopyable, Sendable {
  /// The frame of the engine's clock; `.min` while that does not run.
  public let frame: FramePosition
  /// The status byte and two data bytes; those that a message does not have are 0.
  public let status: UInt8
  public let data1: UInt8
  public let data2: UInt8
  /// 1 to 3.
  public let count: UInt8
  /// Whether the engine has taken it as a trigger: control does nothing more.
  public var isTaken: Bool

  @_noLocks public init(
    frame: FramePosition, status: UInt8, data1: UInt8, data2: UInt8, count: UInt8, isTaken: Bool = false
  ) {
    self.frame = frame
    self.status = status
    self.data1 = data1
    self.data2 = data2
    self.count = count
    self.isTaken = isTaken
  }

  /// The number of places in a ``TriggerTable``: 128 notes, 128 programs and 128 ends of notes of each channel.
  static var places: Int { @_noLocks get { 6144 } }
  static var firstProgram: Int { @_noLocks get { 2048 } }
  static var firstRelease: Int { @_noLocks get { 4096 } }

  /// The place in a ``TriggerTable`` of what the message does; -1 for a message that has none, and for bytes that are no message.
  var place: Int {
    @_noLocks get {
      if (data1 | data2) & 0x80 != 0 { return -1 }
      let number = Int(status & 0x0F) &* 128 &+ Int(data1)
      let kind = status & 0xF0
      if count == 3, kind == 0x90 { return data2 > 0 ? number : Self.firstRelease &+ number }
      if count == 3, kind == 0x80 { return Self.firstRelease &+ number }
      if count == 2, kind == 0xC0 { return Self.firstProgram &+ number }
      return -1
    }
  }
}
