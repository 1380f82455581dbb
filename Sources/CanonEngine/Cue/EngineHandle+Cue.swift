/// What the player alone hears, and what stems send to buses.
extension EngineHandle {
  /// Lets the permit's stem be heard on the cue bus whenever it is silent in the music, in phase. It ends with a panic, and when the stem is
  /// closed (``close(_:by:)``).
  public mutating func cue(_ permit: consuming StartPermit, by source: Asker) -> CommandTicket {
    gatherNeeds(of: permit, source)
    return unsafe gather(permit.stem, source, .cue(true))
  }

  /// Ends ``cue(_:by:)``.
  public mutating func endCue(_ stem: StemIndex, by source: Asker) -> CommandTicket {
    unsafe gather(stem, source, .cue(false))
  }

  /// Lets the click be heard on the cue bus, on each beat of the grid.
  public mutating func click(_ isOn: Bool, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .click(isOn))
  }

  /// Puts each start that is requested while no stem plays off by whole bars, in which the click is heard.
  /// - Parameter bars: 1 ... ``mostCountInBars``; 0 for no count-in.
  public mutating func countIn(bars: Int, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .countIn(Int32(min(max(0, bars), Self.mostCountInBars))))
  }

  /// The most bars of a count-in.
  public static let mostCountInBars = 16

  /// Moves the gain with which a stem is sent to a bus, over the usual ramp.
  /// - Parameter bus: Its number; an edition that has no such bus answers ``EngineEvent/Answer/outdated``.
  public mutating func send(
    _ stem: StemIndex, to bus: Int, gain: Gain, by source: Asker
  ) -> CommandTicket {
    unsafe gather(stem, source, .send(bus: Int32(truncatingIfNeeded: bus), gain))
  }
}
