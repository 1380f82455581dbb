import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// The frames of an MP3 file, counted by their headers.
@Suite struct MPEGFramesTests {
  private let folder = TemporaryFolder()

  @Test(
    "A header says how long its frame is, and what stands before a tag",
    arguments: [
      // MPEG 1, layer III, 128 kbit/s at 44.1 kHz: 144 * 128000 / 44100.
      ([0xff, 0xfb, 0x90, 0x00], 417, 1152, 32), ([0xff, 0xfb, 0x92, 0xc0], 418, 1152, 17),
      ([0xff, 0xfb, 0x14, 0x00], 96, 1152, 32), ([0xff, 0xfb, 0xe8, 0x00], 1440, 1152, 32),
      // MPEG 1, layers II and I.
      ([0xff, 0xfd, 0xe4, 0x00], 1152, 1152, 32), ([0xff, 0xff, 0x10, 0x00], 32, 384, 32),
      ([0xff, 0xff, 0xe2, 0x00], 488, 384, 32),
      // MPEG 2 at 22.05 kHz and 2.5 at 8 kHz.
      ([0xff, 0xf3, 0x80, 0x00], 208, 576, 17), ([0xff, 0xe3, 0x88, 0xc0], 576, 576, 9),
      ([0xff, 0xf5, 0xe4, 0x00], 960, 1152, 17), ([0xff, 0xf7, 0xe4, 0x00], 512, 384, 17),
    ] as [([UInt8], Int, Int, Int)])
  func headers(bytes: [UInt8], length: Int, samples: Int, before: Int) throws {
    let header = try #require(try folder.header(bytes) { MPEGHeader($0, at: 0) })
    #expect(header.length == length)
    #expect(header.samples == samples)
    #expect(header.sideInformation == before)
  }

  @Test(
    "What no frame begins with is no header",
    arguments: [
      [0xff, 0xfb, 0x00, 0x00], [0xff, 0xfb, 0xf0, 0x00], [0xff, 0xfb, 0x9c, 0x00], [0xff, 0xf9, 0x90, 0x00],
      [0xff, 0xeb, 0x90, 0x00], [0xfe, 0xfb, 0x90, 0x00], [0xff, 0xfb, 0x90],
    ] as [[UInt8]])
  func noHeader(bytes: [UInt8]) throws {
    #expect(try folder.header(bytes) { MPEGHeader($0, at: 0) } == nil)
  }

  // MARK: - Files

  /// Of 417 bytes.
  private static let frame: [UInt8] = Pieces.join([0xff, 0xfb, 0x90, 0x00], Pieces.zeros(413))

  private static func frames(_ count: Int) -> [UInt8] { (0..<count).flatMap { _ in frame } }

  /// A first frame with an encoder's tag, which counts so many frames.
  private static func tag(_ count: Int, flags: UInt8 = 15, encoder: String = "LAME") -> [UInt8] {
    var tag = frame
    tag.replaceSubrange(
      36..<48, with: Pieces.join(Pieces.name("Xing"), [0, 0, 0, flags], Pieces.big(count, 4)))
    tag.replaceSubrange(156..<160, with: Array(encoder.utf8))
    return tag
  }

  /// How many frames of sound are whole, and how many are announced where 1000 samples could be decoded.
  private func count(_ bytes: [UInt8]) throws -> String {
    try folder.header(bytes) { file in
      guard let frames = MPEGFrames(file) else { return "no MP3" }
      let short = frames.shortage(frames: 1000)
      return "\(frames.complete)"
        + (short.map { ", \(($0.announced ?? 0) - $0.present) samples missing" } ?? "")
    }
  }

  @Test("Frames are counted from the first one on, whatever stands before it and behind")
  func whole() throws {
    let id3 = Pieces.join(Pieces.name("ID3"), [3, 0, 0, 0, 0, 1, 2], [UInt8](repeating: 0xff, count: 130))
    let footed = Pieces.join(
      Pieces.name("ID3"), [4, 0, 0x10, 0, 0, 0, 5], [UInt8](repeating: 0xff, count: 15))
    for before in [[], [7, 7, 7], id3, footed, id3 + footed + [1]] as [[UInt8]] {
      #expect(try count(before + Self.frames(3)) == "3", "\(before.count)")
    }
    #expect(try count(Self.frames(2) + Array("TAG".utf8)) == "2")
    #expect(try count(Self.frames(1)) == "1")
    #expect(try count([UInt8](repeating: 7, count: 100)) == "no MP3")
    // Alone in the middle four bytes may look like a header.
    #expect(try count([0xff, 0xfb, 0x90, 0x00, 7, 7] + Self.frames(2)) == "2")
    #expect(try count(Pieces.join(Self.frames(2), [0xff, 0xfb, 0x94, 0x00], Pieces.zeros(500))) == "2")
  }

  @Test("A frame that is cut is missing, be it to its last byte or to its first")
  func cut() throws {
    #expect(try count(Self.frames(3).dropLast()) == "2, 1152 samples missing")
    for left in 1...4 {
      #expect(try count(Self.frames(2) + Self.frame.prefix(left)) == "2, 1152 samples missing", "\(left)")
    }
    #expect(try count(Self.frames(2) + [7, 7]) == "2")
  }

  @Test("What the encoder's tag counts beyond is missing; its own frame has no sound")
  func tagged() throws {
    #expect(try count(Self.tag(3) + Self.frames(3)) == "3")
    #expect(try count(Self.tag(4) + Self.frames(3)) == "3, 1152 samples missing")
    #expect(try count(Self.tag(6) + Self.frames(3) + Self.frame.prefix(9)) == "3, 3456 samples missing")
    #expect(try count(Self.tag(2) + Self.frames(3)) == "3")
    for tag in [Self.tag(4, encoder: "Else"), Self.tag(4, flags: 7)] {
      #expect(try count(tag + Self.frames(3)) == "3", "others count their tag too")
    }
    #expect(try count(Self.tag(5, encoder: "Else") + Self.frames(3)) == "3, 2304 samples missing")
    #expect(try count(Self.tag(9, flags: 14) + Self.frames(3)) == "3", "no count")
    var other = Self.frame
    other.replaceSubrange(36..<40, with: Array("VBRI".utf8))
    other.replaceSubrange(50..<54, with: [0, 0, 0, 6])
    #expect(try count(other + Self.frames(3)) == "3, 3456 samples missing")
  }
}
