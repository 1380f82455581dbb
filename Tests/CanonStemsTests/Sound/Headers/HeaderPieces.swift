import CanonTestSupport
import Foundation

@testable import CanonStems

/// Headers of sound files, made of pieces.
enum Pieces {
  static func join(_ pieces: [UInt8]...) -> [UInt8] { pieces.flatMap(\.self) }

  static func name(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

  static func describe(_ chunk: SampleChunk?) -> String {
    guard let chunk else { return "nothing" }
    return "\(chunk.start)+\(chunk.size) by \(chunk.blockSize) of \(chunk.framesPerBlock), "
      + (chunk.frameCount.map { "\($0) frames" } ?? "not counted")
  }
}

extension TemporaryFolder {
  /// What is read of a file of these bytes.
  func header<Result>(_ bytes: [UInt8], _ read: (HeaderBytes) -> Result) throws -> Result {
    try write(Data(bytes), to: "header")
    let descriptor = open(self["header"], O_RDONLY)
    defer { close(descriptor) }
    return read(HeaderBytes(SoundBytes(descriptor, until: .now + .seconds(60))))
  }
}
