import CanonEngine
import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// Thousands of damaged sound files, as stems of a set: each is loaded or refused, and none ends canon or lets it wait. Those that ffmpeg decodes are in
/// ``FFmpegReaderTests``.
@Suite struct DamagedSoundTests {
  let folder = TemporaryFolder()

  /// Of each encoding; with 25 of them 2000 in all, and 20,000 in the long campaign.
  private static let mutants = LongCampaign.count(80, long: 800)

  @Test(
    "Damaged anywhere it is loaded as it promises, or refused by name",
    .timeLimit(.minutes(LongCampaign.minutes)),
    arguments: SoundEncoding.all)
  func mutated(encoding: SoundEncoding) throws {
    try folder.encode(encoding, frames: 3000, channels: encoding.name == "wavGSM" ? 1 : 2)
    let whole = [UInt8](try folder.bytes(encoding.name))
    try folder.write("[[stem]]\nid = \"a\"\nfile = \"a\"\nbase = true\n", to: "set.toml")
    let readers = SoundReaders(
      SoundReaders.standard.types, largestDecodedSize: 1 << 26, longestTime: .seconds(5))
    var random = SplitMix64(seed: 23), loaded = 0
    for number in 0..<Self.mutants {
      try folder.write(mutant(of: whole, &random), to: "a")
      let start = ContinuousClock.now
      do {
        let set = try StemSetFile.load(.path(folder.path), readers)
        let stem = try StemLoader.load(StemIndex(0), of: set, timing: SetTiming(of: set), at: .compactDisc)
        let layout = stem.buffer.layout
        #expect(layout.loop > 0 && layout.intro >= 0 && layout.release >= 0)
        if stem.source.sampleRate == .compactDisc { #expect(layout.frameCount == stem.source.frameCount) }
        #expect(stem.buffer.decoded.allSatisfy { $0.isFinite && $0.magnitude <= 2 * NumberCheck.loudest })
        loaded += 1
      } catch {
        let message = (error as? FileProblems)?.message ?? (error as? FileProblem)?.message ?? ""
        #expect(
          message.contains("stem \"a\"") && message.contains(": found ") && message.contains(", expected "),
          "\(message)")
      }
      #expect(ContinuousClock.now - start < .seconds(30), "\(encoding.name) \(number)")
    }
    #expect(loaded < Self.mutants, "some are refused")
  }

  /// Some bytes are changed, half of them where the header is; some files are cut short.
  private func mutant(of whole: [UInt8], _ random: inout SplitMix64) -> Data {
    var bytes = whole
    for _ in 0...Int.random(in: 0..<8, using: &random) {
      let end = Bool.random(using: &random) ? min(100, bytes.count) : bytes.count
      bytes[Int.random(in: 0..<end, using: &random)] =
        [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
    }
    return Data(bytes)
  }
}
