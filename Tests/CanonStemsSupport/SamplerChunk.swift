import Foundation

/// The chunk `smpl` in which samplers name the loop of a WAV file.
package enum SamplerChunk {
  /// Its bytes, with one loop.
  private static let size = 68

  /// Names a loop at the end of a file, instead of the one that this function has named before.
  /// - Parameter loop: Frames of the file, inside it or not.
  package static func name(_ loop: Range<Int>, inWAV path: String) throws {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    if bytes.count > size, bytes[(bytes.count - size)...].starts(with: "smpl".utf8) { bytes.removeLast(size) }
    let kind = 0, fraction = 0, count = 0
    let head = [0, 0, 20_833, 60, 0, 0, 0, 1, 0]
    let body = head + [1, kind, loop.lowerBound, loop.upperBound - 1, fraction, count]
    bytes += Array("smpl".utf8) + ([size - 8] + body).flatMap(number)
    bytes.replaceSubrange(4..<8, with: number(bytes.count - 8))
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
