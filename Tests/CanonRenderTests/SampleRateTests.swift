import CanonControl
import CanonEngine
import CanonLiveSupport
import CanonSchedule
import CanonSession
import CanonStems
import Foundation
import Testing

/// A set of another sample rate: the loop lasts as long, and goes round without a step.
@Suite struct SampleRateTests {
  /// A loop of 24 s, three sines of whole numbers of cycles, at 44.1 kHz: 1,058,400 frames.
  private func session() throws -> (folder: TestFolder, session: Performance) {
    let folder = try TestFolder()
    let frames = 1_058_400
    var samples = [Float](repeating: 0, count: frames)
    for (cycles, phase) in [(2640, 0.2), (10_573, 0.7), (48_001, 0.45)] {
      let step = 2 * Double.pi * Double(cycles) / Double(frames)
      for k in 0..<frames { samples[k] += Float(0.25 * sin(step * Double(k) + 2 * .pi * phase)) }
    }
    var writer = try SoundWriter(
      path: folder.file("cello.wav"), format: .wav32f, sampleRate: SampleRate(hertz: 44_100)!, channelCount: 1
    )
    try writer.write(samples)
    _ = try writer.finish()
    _ = try folder.write(
      "loop = \"24 s\"\n[[stem]]\nid = \"cello\"\nfile = \"cello.wav\"\nbase = true\n", to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    return (folder, try Performance(set: set, schedule: nil, now: { Instant(secondsSince1970: 0) }))
  }

  @Test func aLoopOf24SecondsHas1152000FramesAt48KilohertzAndNoStepAtItsSeam() async throws {
    let (folder, session) = try session()
    let rendering = try await Rendering(session, length: .loops(3), stems: false)
    _ = folder
    let loop = 1_152_000
    try #require(rendering.report.frames == Int64(3 * loop))
    let left = stride(from: 0, to: rendering.master.count, by: 2).map { rendering.master[$0] }
    #expect(left[..<loop] == left[loop..<(2 * loop)])
    #expect(left[..<loop] == left[(2 * loop)...])

    // The third difference of a step is large, that of the music is not.
    func roughness(_ range: Range<Int>) -> Float {
      range.map { abs(left[$0 + 3] - 3 * left[$0 + 2] + 3 * left[$0 + 1] - left[$0]) }.max() ?? 0
    }
    let usual = roughness(100_000..<200_000)
    #expect(usual > 0)
    #expect(roughness((loop - 2000)..<(loop + 2000)) <= 1.01 * usual)
  }
}
