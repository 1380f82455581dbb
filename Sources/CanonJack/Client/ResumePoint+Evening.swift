import CJack
import CanonEngine
import CanonSession

extension ResumePoint {
  /// Where an evening goes on now. Calls libjack.
  init(_ evening: Evening, at rate: SampleRate) {
    // Microseconds instead of frames.
    let clock =
      ClockPlace.now { FramePosition(jack_get_time()) }
      ?? ClockPlace(position: FramePosition(jack_get_time()), time: .now())
    let (position, passed) = evening.place(at: clock.time, rate)
    self.init(frames: position + passed, position: position, since: UInt64(clock.position))
  }
}
