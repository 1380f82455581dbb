import CanonEngine
import CanonSession
import Glibc
import NIOCore

/// What moves by itself: the place in the music, and the stems' levels.
struct WebMotion: Encodable, Hashable, Sendable {
  /// In frames from the first downbeat.
  var place: Int64
  /// The highest peak of each stem since the last picture, in whole decibels; -99 for silence.
  var peaks: [Int]

  init(place: FramePosition, peaks: [Int]) { (self.place, self.peaks) = (place, peaks) }

  init(_ place: FramePosition, _ levels: [StemLevel]) {
    self.place = place
    peaks = levels.map { level in
      let peak = max(level.peak.left, level.peak.right)
      return peak > 0.000_02 ? Int((20 * log10(Double(peak))).rounded()) : -99
    }
  }

  /// The event, with its data as ``JSONText`` has it. It is made thirty times a second, digit by digit: an encoder costs more than all the
  /// rest of a picture, and strings a tenth of it.
  var event: ByteBuffer {
    WebViewer.event("motion", room: 48 + 4 * peaks.count) { data in
      data.writeStaticString("{\"peaks\":[")
      for (index, peak) in peaks.enumerated() {
        if index > 0 { data.writeInteger(UInt8(ascii: ",")) }
        data.writeDigits(of: Int64(peak))
      }
      data.writeStaticString("],\"place\":")
      data.writeDigits(of: place)
      data.writeInteger(UInt8(ascii: "}"))
    }
  }
}
