import CanonEngine
import Testing

@testable import CanonStems

/// What is said of stems that are too loud together.
@Suite struct LoudnessWordingTests {
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
      LoudnessWording.words(for: try await peak([0.5, 0], [0.5, 0], [-0.5, 0.001], [0.5, 0])))
    #expect(
      words.found == "a peak of +0.0 dBFS with all stems and +3.6 dBFS with the loudest choice of them")
    let quiet = try #require(LoudnessWording.words(for: try await peak([0.75], [0.75], [-1])))
    #expect(
      quiet.found == "a peak of -6.0 dBFS with all stems and +3.6 dBFS with the loudest choice of them")
    let silent = try #require(LoudnessWording.words(for: try await peak([0.5], [0.75], [-1.25])))
    #expect(
      silent.found == "a peak of silence with all stems and +2.0 dBFS with the loudest choice of them")
    #expect(silent.expected == "at most 0 dBFS, above which the outputs clip")
    #expect(silent.remedy == "Lower every gain by 2.0 dB, or play with: gain master -2.0")
  }

  @Test(
    "What clips by little is lowered by at least a tenth of a decibel; what only rounding adds does not clip")
  func excess() async throws {
    #expect(try await LoudnessWording.excess(of: peak([1])) == nil)
    #expect(try await LoudnessWording.excess(of: peak([1 + 5e-7])) == nil)
    #expect(try await LoudnessWording.excess(of: peak([1.00001])) == "0.1")
    #expect(try await LoudnessWording.excess(of: peak([10])) == "20.0")
    #expect(try await LoudnessWording.words(for: peak([1])) == nil)
  }

  @Test func aBoundIsCalledOne() async throws {
    #expect(
      try await LoudnessWording.words(for: peak([1, 0], [0, 1], isBound: true))?.found
        == "a peak of at most (an upper bound) +6.1 dBFS with all stems and +6.1 dBFS with the loudest choice of them"
    )
  }
}
