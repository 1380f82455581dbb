/// The clock, and where the music is on it.
extension EngineHandle {
  /// Starts the clock: the period that receives this begins with the first downbeat. After a halt the clock runs on.
  /// - Parameter place: Where the music goes on after a halt; nil for where it stands.
  public mutating func roll(from place: FramePosition? = nil, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .roll(place))
  }

  /// Lets the music stand still: all stems fall silent over the usual ramp, and everything is kept until the clock runs on.
  /// - Parameter place: Where the music stands then; nil for where it is by itself.
  public mutating func halt(at place: FramePosition? = nil, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .halt(place))
  }

  /// Moves the clock forward.
  /// - Parameter frames: 0 or more.
  public mutating func skip(_ frames: FrameCount, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .skip(frames))
  }

  /// Moves the music to another place: all stems fall silent over the usual ramp, and rise there in phase.
  public mutating func seek(_ target: SeekTarget, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .seek(target))
  }

  /// Says that the music is in the gap before its piece, in a performance that is restored: nothing begins before the first downbeat,
  /// until the music moves to another place. A move to where the restored music is has to come before.
  public mutating func markGap(by source: Asker) -> CommandTicket { unsafe gatherForAll(source, .gap) }

  /// Repeats a section of the music: whenever the music comes to its end, it goes on where the section says, as after ``seek(_:by:)``. Music
  /// that is elsewhere moves to a section that takes it.
  /// - Parameter section: nil to let the music go on.
  public mutating func `repeat`(_ section: Section?, by source: Asker) -> CommandTicket {
    unsafe gatherForAll(source, .section(section))
  }
}
