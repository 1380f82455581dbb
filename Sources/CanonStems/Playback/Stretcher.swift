import CRubberBand
import CanonEngine

/// Makes sound longer or shorter, higher or lower, with Rubber Band: its finer engine (R3), offline.
///
/// The same input gives the same bits on one machine. Stems that are stretched alike keep their beats together, because where a frame goes
/// hardly depends on what sounds: their attacks stay within a millisecond of each other.
enum Stretcher {
  /// The version of the library that canon is built with, which decides the bits.
  static var version: String { RUBBERBAND_VERSION }

  /// Frames that are given, or taken, at a time.
  private static let piece = 16_384

  /// Stretches a part of a signal.
  /// - Parameters:
  ///   - signals: One for each channel, 1 or 2.
  ///   - frames: Those of the signals, which can lie before their first frame.
  ///   - ratio: The new length, in lengths.
  ///   - pitch: The new frequency, in frequencies.
  /// - Returns: Each channel, `frames.count * ratio` frames, rounded.
  /// - Thread: any control thread (some 7 seconds of CPU time for a minute of two channels)
  static func stretch(
    _ signals: [SoundSignal], _ frames: Range<Int>, by ratio: Double, pitch: Double, at rate: SampleRate
  ) -> [[Float]] {
    let options =
      RubberBandOptionProcessOffline.rawValue | RubberBandOptionThreadingNever.rawValue
      | RubberBandOptionChannelsTogether.rawValue | RubberBandOptionEngineFiner.rawValue
    guard
      let state = rubberband_new(
        UInt32(rate.hertz), UInt32(signals.count), Int32(bitPattern: UInt32(options)), ratio, pitch)
    else { return signals.map { _ in [] } }
    defer { rubberband_delete(state) }
    rubberband_set_expected_input_duration(state, UInt32(clamping: frames.count))
    rubberband_set_max_process_size(state, UInt32(piece))
    let wanted = Int((Double(frames.count) * ratio).rounded())
    var results = signals.map { _ in [Float](unsafeUninitializedCapacity: wanted) { $1 = 0 } }
    Planes.with(signals.count, piece) { planes in
      func give(_ start: Int, _ pass: (Int, Int32) -> Void) {
        let count = min(piece, frames.upperBound - start)
        for (signal, plane) in zip(signals, planes.channels) {
          signal.copy(from: start, into: UnsafeMutableBufferPointer(rebasing: plane[..<count]))
        }
        pass(count, start + count == frames.upperBound ? 1 : 0)
      }
      for start in stride(from: frames.lowerBound, to: frames.upperBound, by: piece) {
        give(start) { rubberband_study(state, planes.read, UInt32($0), $1) }
      }
      for start in stride(from: frames.lowerBound, to: frames.upperBound, by: piece) {
        give(start) { rubberband_process(state, planes.read, UInt32($0), $1) }
        while case let count = rubberband_available(state), count > 0 {
          let got = Int(rubberband_retrieve(state, planes.write, UInt32(min(Int(count), piece))))
          for (channel, plane) in planes.channels.enumerated() {
            results[channel].append(contentsOf: plane[..<got])
          }
        }
      }
    }
    // It is exact, as far as anybody has seen; what is read afterwards does not depend on that.
    return results.map { result in
      result.count >= wanted
        ? Array(result[..<wanted]) : result + [Float](repeating: 0, count: wanted - result.count)
    }
  }

  /// Memory for each channel, and what C reads and writes it by.
  private struct Planes {
    let channels: [UnsafeMutableBufferPointer<Float>]
    let read: UnsafePointer<UnsafePointer<Float>?>
    let write: UnsafePointer<UnsafeMutablePointer<Float>?>

    static func with(_ count: Int, _ size: Int, _ body: (Planes) -> Void) {
      let samples = UnsafeMutableBufferPointer<Float>.allocate(capacity: count * size)
      samples.initialize(repeating: 0)
      defer { samples.deallocate() }
      let channels = (0..<count).map {
        UnsafeMutableBufferPointer(rebasing: samples[($0 * size)..<(($0 + 1) * size)])
      }
      let read = channels.map { UnsafePointer($0.baseAddress) }, write = channels.map(\.baseAddress)
      read.withUnsafeBufferPointer { read in
        write.withUnsafeBufferPointer { write in
          body(Planes(channels: channels, read: read.baseAddress!, write: write.baseAddress!))
        }
      }
    }
  }
}
