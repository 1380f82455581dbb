import CanonTestSupport
import Testing

@testable import CanonStems

/// The bit rates and sample rates of MPEG audio, as ISO 11172-3 and 13818-3 have them.
@Suite struct MPEGHeaderTests {
  private let folder = TemporaryFolder()

  struct Layer: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// The bits of the header.
    var version: Int, layer: Int
    var kilobits: String
    var hertz: [Int]
    /// Frames of sound in a frame, and bytes of what its length is a multiple of.
    var samples: Int, slot = 1
  }

  private static let low = "8 16 24 32 40 48 56 64 80 96 112 128 144 160"
  private static let lowest = "32 48 56 64 80 96 112 128 144 160 176 192 224 256"
  static let layers = [
    Layer(
      testDescription: "MPEG 1, layer I", version: 3, layer: 3,
      kilobits: "32 64 96 128 160 192 224 256 288 320 352 384 416 448", hertz: [44_100, 48_000, 32_000],
      samples: 384, slot: 4),
    Layer(
      testDescription: "MPEG 1, layer II", version: 3, layer: 2,
      kilobits: "32 48 56 64 80 96 112 128 160 192 224 256 320 384", hertz: [44_100, 48_000, 32_000],
      samples: 1152),
    Layer(
      testDescription: "MPEG 1, layer III", version: 3, layer: 1,
      kilobits: "32 40 48 56 64 80 96 112 128 160 192 224 256 320", hertz: [44_100, 48_000, 32_000],
      samples: 1152),
    Layer(
      testDescription: "MPEG 2, layer I", version: 2, layer: 3, kilobits: lowest,
      hertz: [22_050, 24_000, 16_000], samples: 384, slot: 4),
    Layer(
      testDescription: "MPEG 2, layer II", version: 2, layer: 2, kilobits: low,
      hertz: [22_050, 24_000, 16_000], samples: 1152),
    Layer(
      testDescription: "MPEG 2, layer III", version: 2, layer: 1, kilobits: low,
      hertz: [22_050, 24_000, 16_000], samples: 576),
    Layer(
      testDescription: "MPEG 2.5, layer III", version: 0, layer: 1, kilobits: low,
      hertz: [11_025, 12_000, 8_000], samples: 576),
  ]

  @Test("A frame is as long as its bit rate says", arguments: layers)
  func lengths(layer: Layer) throws {
    for (number, kilobits) in layer.kilobits.split(separator: " ").compactMap({ Int($0) }).enumerated() {
      for (rate, hertz) in layer.hertz.enumerated() {
        for padding in 0...1 {
          let bytes = [
            0xff, UInt8(0xe1 | layer.version << 3 | layer.layer << 1),
            UInt8((number + 1) << 4 | rate << 2 | padding << 1), 0,
          ]
          let header = try #require(try folder.header(bytes) { MPEGHeader($0, at: 0) })
          let slots = layer.samples / 8 / layer.slot * 1000 * kilobits / hertz + padding
          #expect(header.length == slots * layer.slot, "\(kilobits) kbit/s, \(hertz) Hz")
          #expect(header.samples == layer.samples)
        }
      }
    }
  }

  @Test("Frames of one file may differ in bit rate, padding and channels, and in nothing else")
  func alike() throws {
    func header(_ second: UInt8, _ third: UInt8, _ fourth: UInt8 = 0) throws -> MPEGHeader {
      try #require(try folder.header([0xff, second, third, fourth]) { MPEGHeader($0, at: 0) })
    }
    let first = try header(0xfb, 0x90)
    for (second, third, fourth) in [(0xfb, 0x90, 0), (0xfb, 0xe2, 0xc4), (0xfa, 0x10, 0x60)]
      as [(UInt8, UInt8, UInt8)]
    {
      #expect(try header(second, third, fourth).isLike(first), "\(second) \(third)")
    }
    for (second, third) in [
      (0xfb, 0x94), (0xfb, 0x98), (0xf3, 0x90), (0xe3, 0x90), (0xfd, 0x90), (0xff, 0x90),
    ]
      as [(UInt8, UInt8)]
    {
      #expect(try !header(second, third).isLike(first), "\(second) \(third)")
    }
  }

  @Test("The tag of an encoder stands behind what frames of its kind have first")
  func tags() throws {
    // MPEG 1 and 2, two channels and one: 32, 17, 17 and 9 bytes.
    for (second, fourth, before) in [(0xfb, 0, 32), (0xfb, 0xc0, 17), (0xf3, 0, 17), (0xf3, 0xc0, 9)]
      as [(UInt8, UInt8, Int)]
    {
      let start: [UInt8] = [0xff, second, 0x90, fourth]
      let length = try #require(try folder.header(start) { MPEGHeader($0, at: 0)?.length })
      let frame = start + Pieces.zeros(length - 4)
      for (name, encoder) in [("Xing", "LAME"), ("Info", "Lavc"), ("Info", "Lavf")] {
        var tag = frame
        tag.replaceSubrange(
          (4 + before)..<(16 + before),
          with: Pieces.join(Pieces.name(name), [0, 0, 0, 15], Pieces.big(3, 4)))
        tag.replaceSubrange((124 + before)..<(128 + before), with: Array(encoder.utf8))
        let frames = try #require(try folder.header(tag + frame + frame) { MPEGFrames($0) })
        #expect(frames.complete == 2)
        #expect(frames.tagged == 3)
        #expect(frames.shortage(frames: 10)?.present == 10, "one of three is missing")
      }
    }
  }

  @Test("The first frame is sought in 64 KiB behind the tags", arguments: [(65_535, true), (65_536, false)])
  func searched(before: Int, isFound: Bool) throws {
    let frame: [UInt8] = [0xff, 0xfb, 0x90, 0x00] + Pieces.zeros(413)
    let file = [UInt8](repeating: 7, count: before) + frame + frame
    #expect(try folder.header(file) { MPEGFrames($0)?.complete } == (isFound ? 2 : nil))
  }
}
