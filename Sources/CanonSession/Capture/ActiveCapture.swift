import CanonEngine
import CanonStems

/// A capture that is under way: the samples, and the tap that fills them.
///
/// - Thread: that of the performance; the audio thread has the tap
final class ActiveCapture {
  let status: CaptureStatus
  let asker: Asker
  let span: CaptureSpan
  let sound: CapturedSounds.Sound
  /// The name of its file in the set's folder, which nobody has written.
  let file: String
  /// The frame of the music's first downbeat when it began.
  let origin: FramePosition
  /// The program in which the stem plays it; nil until there is one.
  var program: Int?
  /// The samples to which is added; nil for a new stem.
  let added: StemBuffer?
  /// The panics before it.
  let panics: Int
  /// The number of the start that waits.
  var start: Int?
  /// The file that the stem played before it was given what is added; nil until then.
  var former: String?
  private let tap: UnsafeMutablePointer<CaptureTap>
  /// Whether a callback may still use the tap, which then stays for ever, and the samples with it.
  private var isStuck = false

  init(
    _ status: CaptureStatus, into sound: CapturedSounds.Sound, as file: String, of span: CaptureSpan,
    join: FrameCount, adding added: StemBuffer?, origin: FramePosition, panics: Int, by asker: Asker
  ) {
    (self.status, self.asker, self.span, self.sound) = (status, asker, span, sound)
    (self.file, self.added, self.origin, self.panics) = (file, added, origin, panics)
    tap = .allocate(capacity: 1)
    tap.initialize(
      to: CaptureTap(
        into: sound.buffer, from: span.from + status.latency, origin: origin, rate: Int64(sound.rate.hertz),
        join: join))
  }

  deinit {
    if isStuck {
      _ = Unmanaged.passRetained(sound.buffer)
      return
    }
    tap.deinitialize(count: 1)
    tap.deallocate()
  }

  /// Whether the last frame has come in.
  var hasEnded: Bool { tap.pointee.hasEnded }

  /// In seconds: its length, and how much of that has not come in.
  var seconds: Double { sound.rate.seconds(sound.buffer.layout.loop) }
  var missing: Double { sound.rate.seconds(tap.pointee.missing) }

  /// Lets the audio thread capture.
  func connect(to slot: TapSlot) { put(tap, in: slot) }

  /// Ends that.
  func disconnect(from slot: TapSlot) { put(nil, in: slot) }

  private func put(_ tap: UnsafeMutablePointer<CaptureTap>?, in slot: TapSlot) {
    if !slot.put(capture: tap, waiting: TapSlot.patience()) { isStuck = true }
  }
}
