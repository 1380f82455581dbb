/// What notes, their ends and programs of 16 channels trigger. Controllers are pressed when their value passes the middle, which only
/// control follows, so they have no place.
///
/// Sendable because it is written before it is handed over.
@safe public final class TriggerTable: @unchecked Sendable {
  let slots: UnsafeMutablePointer<Trigger?>

  /// A message and what it triggers.
  public struct Entry: Sendable {
    let place: Int
    let trigger: Trigger

    /// - Parameters:
    ///   - status: Of a note (0x90 to 0x9F), its end (0x80 to 0x8F) or a program (0xC0 to 0xCF). Any other message triggers nothing.
    ///   - number: 0 to 127.
    public init(status: UInt8, number: UInt8, _ trigger: Trigger) {
      let count: UInt8 = status & 0xF0 == 0xC0 ? 2 : 3
      place = MIDIEvent(frame: 0, status: status, data1: number, data2: 127, count: count).place
      self.trigger = trigger
    }
  }

  public init(_ entries: [Entry]) {
    unsafe slots = .allocate(capacity: MIDIEvent.places)
    unsafe slots.initialize(repeating: nil, count: MIDIEvent.places)
    for entry in entries where entry.place >= 0 { unsafe slots[entry.place] = entry.trigger }
  }

  deinit { unsafe slots.deallocate() }
}
