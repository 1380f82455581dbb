import CanonControl
import CanonEngine
import CanonFiles
import Testing

@testable import CanonStems

/// What is said of stems that are too loud together.
@Suite struct LoudnessAdviceTests {
  /// How loud loops of these samples are together; the first is the base.
  private func peak(_ loops: [Float]..., isBound: Bool = false) async throws -> MixPeak {
    let parts = loops.enumerated().map { number, samples in
      MixPeak.Part(
        StemBuffer(frameCount: samples.count, channelCount: 1) { _ = $0.update(from: samples) },
        StemConfiguration(isBase: number == 0))
    }
    let line = try #require(GridLine(numerator: Int64(loops[0].count), denominator: 1))
    return await MixPeak(parts, loop: line, rate: .studio, isBound: isBound)
  }

  @Test("Decibels of full scale have a sign, and more than full scale is never called 0")
  func decibels() async throws {
    let words = try #require(
      LoudnessAdvice(try await peak([0.5, 0], [0.5, 0], [-0.5, 0.001], [0.5, 0]))
    ).words
    #expect(
      words.found == "a peak of +0.0 dBFS with all stems and +3.6 dBFS with the loudest choice of them")
    let quiet = try #require(LoudnessAdvice(try await peak([0.75], [0.75], [-1]))).words
    #expect(
      quiet.found == "a peak of -6.0 dBFS with all stems and +3.6 dBFS with the loudest choice of them")
    let silent = try #require(LoudnessAdvice(try await peak([0.5], [0.75], [-1.25]))).words
    #expect(
      silent.found == "a peak of silence with all stems and +2.0 dBFS with the loudest choice of them")
    #expect(silent.expected == "at most 0 dBFS, above which the outputs clip")
    #expect(silent.remedy == "Lower every gain by 2.0 dB, or play with: gain master -2.0")
  }

  @Test(
    "What clips by little is lowered by at least a tenth of a decibel; what only rounding adds does not clip")
  func excess() async throws {
    #expect(try await LoudnessAdvice(peak([1])) == nil)
    #expect(try await LoudnessAdvice(peak([1 + 5e-7])) == nil)
    #expect(try await LoudnessAdvice(peak([1.00001]))?.excess == "0.1")
    #expect(try await LoudnessAdvice(peak([10]))?.excess == "20.0")
  }

  @Test func japanese() async throws {
    let loud = try #require(LoudnessAdvice(try await peak([0.5], [0.75], [-1.25], isBound: true)))
    let words = FileProblem(file: "set.toml", loud).words(.japanese)
    #expect(words.found == "すべてのステムで無音、最も大きい組み合わせで +2.0 dBFS のピーク（上限）")
    #expect(words.expected == "0 dBFS まで（それを超えた出力は歪みます）")
    #expect(words.remedy == "すべてのゲインを 2.0 dB 下げるか、コマンド「gain master -2.0」を使ってください。")
  }

  @Test func aBoundIsCalledOne() async throws {
    #expect(
      try await LoudnessAdvice(peak([1, 0], [0, 1], isBound: true))?.words.found
        == "a peak of at most (an upper bound) +6.1 dBFS with all stems and +6.1 dBFS with the loudest choice of them"
    )
  }
}
