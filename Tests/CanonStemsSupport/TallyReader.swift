import CanonEngine
import CanonStems
import Foundation
import Synchronization

/// Reads a format that exists in tests alone: a line `tally ID RATE CHANNELS SAMPLES FRAMES` of 128 bytes, then each sample
/// as a number in a line of 16 bytes. ID is a name of its own for each text; SAMPLES is `integers16`, `integers` or `floats`; FRAMES is a number, or `?` if only
/// decoding tells.
///
/// It finds no frames but the first and the next one, and keeps what was asked of it.
package final class TallyReader: SoundReader {
  package let header: SoundHeader
  private let descriptor: Int32
  /// The next sample.
  private var next = 0
  private let id: String
  /// What it says of each reading, in place of the truth.
  private let claim: Int?

  /// What was asked of the readers of one file.
  package struct Uses: Equatable, Sendable {
    package var opened = 0
    package var closed = 0
    package var readings = 0
    /// The largest room of a reading, in frames.
    package var largestRoom = 0

    package init(opened: Int = 0, closed: Int = 0, readings: Int = 0, largestRoom: Int = 0) {
      (self.opened, self.closed, self.readings, self.largestRoom) = (opened, closed, readings, largestRoom)
    }
  }

  private static let uses = Mutex<[String: Uses]>([:])
  /// The names of the texts whose readings may return.
  private static let released = Mutex<Set<String>>([])

  /// A claim of a reader whose readings do not return, until they are released.
  package static let never = Int.min
  /// A claim of a reader whose readings wait until they are released, and say the truth then.
  package static let later = Int.min + 1

  /// Lets the readings of a file return that claims ``never`` or ``later``.
  package static func release(_ path: String) { _ = released.withLock { $0.insert(id(of: path)) } }

  /// What was asked so far for the text that a file has now.
  package static func uses(of path: String) -> Uses {
    let id = id(of: path)
    return uses.withLock { $0[id] ?? Uses() }
  }

  private static func id(of path: String) -> String {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.map(String.init) ?? ""
  }

  /// The text of a file.
  /// - Parameters:
  ///   - samples: Interleaved.
  ///   - frames: What the header says; nil for `?`.
  ///   - claim: The number of frames that each reading pretends to have read.
  package static func text(
    _ samples: [Float], rate: Int = 48_000, channels: Int = 1, _ kind: String = "floats", frames: Int?,
    claim: Int? = nil
  ) -> String {
    let words = ["tally", UUID().uuidString, "\(rate)", "\(channels)", kind, frames.map(String.init) ?? "?"]
    let header = (words + (claim.map { ["\($0)"] } ?? [])).joined(separator: " ")
    return line(header, headerSize) + samples.map { line("\($0)", sampleSize) }.joined()
  }

  private static let headerSize = 128
  private static let sampleSize = 16

  private static func line(_ text: String, _ size: Int) -> String {
    text + String(repeating: " ", count: size - 1 - text.utf8.count) + "\n"
  }

  /// - Returns: What is there of `count` bytes from `offset` on.
  private static func bytes(_ descriptor: Int32, from offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, got in
      got = max(0, pread(descriptor, bytes.baseAddress, count, off_t(offset)))
    }
  }

  package static func recognises(_ start: [UInt8]) -> Bool { start.starts(with: "tally ".utf8) }

  package static func open(
    _ file: borrowing ReadableFile, deadline: SuspendingClock.Instant
  ) throws(SoundProblem.Cause) -> TallyReader {
    let line = String(decoding: bytes(file.descriptor, from: 0, count: headerSize), as: UTF8.self)
    let words = line.split { $0 == " " || $0 == "\n" }
    guard words.count >= 6, let rate = Int(words[2]), let channels = Int(words[3]),
      let kind = kinds[String(words[4])]
    else { throw .damaged }
    return TallyReader(
      SoundHeader(sampleRate: rate, channelCount: channels, frameCount: Int64(words[5]), samples: kind),
      file.descriptor, String(words[1]), claim: words.count > 6 ? Int(words[6]) : nil)
  }

  private static let kinds: [String: SoundHeader.Samples] = [
    "integers16": .integers16, "integers": .integers, "floats": .floats,
  ]

  private init(_ header: SoundHeader, _ descriptor: Int32, _ id: String, claim: Int?) {
    (self.header, self.descriptor, self.id, self.claim) = (header, descriptor, id, claim)
    note { $0.opened += 1 }
  }

  private func note(_ change: (inout Uses) -> Void) {
    Self.uses.withLock { change(&$0[id, default: Uses()]) }
  }

  package func seek(to frame: FrameCount) -> Bool {
    if frame == 0 { next = 0 }
    return frame * Int64(header.channelCount) == next
  }

  package func read(into target: UnsafeMutableBufferPointer<Float>) -> Int { read(into: target) { $0 } }

  package func read(into target: UnsafeMutableBufferPointer<Int16>) -> Int {
    read(into: target) { Int16($0 * 32_768) }
  }

  private func read<Sample>(into target: UnsafeMutableBufferPointer<Sample>, _ sample: (Float) -> Sample)
    -> Int
  {
    note {
      $0.readings += 1
      $0.largestRoom = max($0.largestRoom, target.count / header.channelCount)
    }
    while claim == Self.never || claim == Self.later, !Self.released.withLock({ $0.contains(id) }) {
      usleep(1000)
    }
    let lines = Self.bytes(
      descriptor, from: Self.headerSize + next * Self.sampleSize, count: target.count * Self.sampleSize)
    let count = lines.count / Self.sampleSize
    for index in 0..<count {
      let line = lines[(index * Self.sampleSize)...].prefix { $0 != UInt8(ascii: " ") }
      target[index] = sample(Float(String(decoding: line, as: UTF8.self)) ?? .nan)
    }
    next += count
    return claim.flatMap { $0 == Self.later ? nil : $0 } ?? count / header.channelCount
  }

  package func shortage(frames: FrameCount) -> AnnouncedLength? { nil }

  package func statedTempo() -> TempoStatement? { nil }

  package func loopPoints() -> LoopPoints? { nil }

  package func close() { note { $0.closed += 1 } }
}

extension SoundReaders {
  /// The tests' own format beside those of the program.
  package static let withTally = SoundReaders([TallyReader.self] + standard.types)
}
