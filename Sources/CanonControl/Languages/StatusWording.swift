import CanonEngine
import CanonSession

/// The sentences of `status`.
public protocol StatusWording {
  func now(_ title: String, at place: MusicalPlace) -> String
  func noServer(_ title: String) -> String
  var performanceIsPaused: String { get }
  var musicIsFrozen: String { get }
  /// What is being recorded, as a sentence.
  func recordingGoesOn(_ status: RecordStatus) -> String
  /// What is being captured, as a sentence.
  /// - Parameters:
  ///   - wait: Seconds until it begins; nil once it has.
  ///   - end: Seconds until it ends.
  func capturingGoesOn(_ status: CaptureStatus, in wait: Double?, until end: Double) -> String
  /// - Parameter loops: nil if the cycle is not a whole number of loops.
  func cycle(loops: Int64?, seconds: Double) -> String
  var cycleTooLong: String { get }
  /// ` (-40 dB from loop 3 (frame 2304000))`, or not received yet.
  func next(_ value: String, from place: MusicalPlace?) -> String
  func master(_ gain: String) -> String
  func levels(gain: String, pan: String) -> String
  func solo(_ mode: String) -> String
  func file(_ name: String) -> String
  func nextFile(_ name: String, from place: MusicalPlace?) -> String
  /// A state that was requested and that the engine has not received yet.
  func requested(_ state: StemState) -> String
  var stemIsPaused: String { get }
  /// A pause that is pending, or the end of one; nil while the engine has not received it.
  func stemPauses(_ isOn: Bool, at place: MusicalPlace?) -> String
  func ends(at place: MusicalPlace) -> String
  func follows(at place: MusicalPlace) -> String
  var stemIsBase: String { get }
  /// A stem's sound file could not be read.
  var stemIsUnreadable: String { get }
}
