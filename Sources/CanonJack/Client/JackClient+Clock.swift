import CJack
import CanonEngine
import CanonSession

/// The server's clock, as this client sees it.
extension JackClient {
  /// The frame of the performance's clock that the server plays now; nil before the first cycle, and while the server's clock is not the
  /// one of the last cycle.
  /// - Parameter near: The position of the engine. The server's clock wraps once a day.
  func place(near: FramePosition) -> ClockPlace? {
    guard let anchor = report.pointee.anchor(), anchor.number != 0 else { return nil }
    var isSame = true
    let place = ClockPlace.now {
      let frame = jack_frame_time(pointer)
      isSame = isSame && isClockOfLastCycle(frame)
      let position = anchor.position + FramePosition(frame &- anchor.frame)
      return near + FramePosition(Int32(truncatingIfNeeded: position - near))
    }
    return isSame && report.pointee.anchor()?.number == anchor.number ? place : nil
  }

  /// The time since the last cycle; zero before the first one. Does not block.
  var timeSinceCycle: Duration {
    let (last, now) = (report.pointee.lastCycle.load(ordering: .relaxed), jack_get_time())
    return last == 0 || now < last ? .zero : .microseconds(Int64(clamping: now - last))
  }

  /// Whether the server's clock, which has this frame now, goes on from the last cycle.
  private func isClockOfLastCycle(_ frame: UInt32) -> Bool {
    let last = report.pointee.lastFrame.load(ordering: .relaxed)
    let passed = jack_get_time() &- report.pointee.lastCycle.load(ordering: .relaxed)
    return ServerClock.goesOn(
      by: Int32(truncatingIfNeeded: frame &- last), within: Int64(truncatingIfNeeded: passed),
      period: period, sampleRate: sampleRate)
  }
}
