import CanonEngine
import CanonSession
import Glibc
import NIOCore

/// What moves by itself: the place in the music, and the stems' levels.
struct WebMotion: Encodable, Hashable, Sendable {
  /// In frames from the first downbeat.
  private(set) var place: Int64
  /// The highest peak of each stem since the last picture, in whole decibels; -99 for silence.
  private(set) var peaks: [Int]

  init(place: FramePosition, peaks: [Int]) { (self.place, self.peaks) = (place, peaks) }

  /// Takes what a look has found, where what was found before stands: it is done thirty times a second.
  /// - Returns: Whether anything is otherwise than before.
  mutating func move(to place: FramePosition, _ levels: [StemLevel]) -> Bool {
    var hasMoved = place != self.place || levels.count != peaks.count
    self.place = place
    if levels.count != peaks.count { peaks = Array(repeating: -99, count: levels.count) }
    for (index, level) in levels.enumerated() {
      let peak = Self.decibels(of: max(level.peak.left, level.peak.right))
      if peaks[index] == peak { continue }
      peaks[index] = peak
      hasMoved = true
    }
    return hasMoved
  }

  private static func decibels(of peak: Float) -> Int {
    peak > 0.000_02 ? Int((20 * log10(Double(peak))).rounded()) : -99
  }

  /// Writes the event, with its data as ``JSONText`` has it, digit by digit: an encoder costs more than all the rest of a picture, and
  /// strings a tenth of it.
  func write(to bytes: inout ByteBuffer) {
    bytes.writeEvent("motion") { data in
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
