import CanonEngine
import Testing

@testable import CanonStems

/// The loop and the tempo of sounds without a set file.
@Suite struct AssumedLoopTests {
  private func assumed(_ frames: Int64..., rate: SampleRate = .studio) -> AssumedLoop? {
    AssumedLoop(frames.map { SoundInfo(sampleRate: rate, channelCount: 1, frameCount: $0) })
  }

  @Test("The loop is the shortest length of which all are multiples")
  func multiples() throws {
    let loop = try #require(assumed(96_000, 48_000, 144_000, 48_000))
    #expect(loop.length == LoopLength(numerator: 1, denominator: 1))
    #expect(loop.count == 2 && loop.misfits == [])
  }

  @Test("Otherwise it is the most frequent length, and what is no simple share of it does not fit")
  func frequent() throws {
    // 2 s three times; 3 s is three halves of it, 1.6 s is no simple share.
    let loop = try #require(assumed(96_000, 144_000, 96_000, 76_800, 96_000))
    #expect(loop.length == LoopLength(numerator: 2, denominator: 1))
    #expect(loop.count == 3 && loop.misfits == [3])
  }

  @Test("Half a frame of each file is no difference, more is")
  func rates() throws {
    // 10 s of 7 beats: 441000/7 = 63000 frames at 44.1 kHz, 480000/7 = 68571.43 at 48 kHz. 68573 cannot be as long.
    let sounds = [(SampleRate(hertz: 44_100)!, 63_000), (.studio, 68_571), (.studio, 68_573)].map {
      SoundInfo(sampleRate: $0.0, channelCount: 1, frameCount: FrameCount($0.1))
    }
    let loop = try #require(AssumedLoop(Array(sounds.prefix(2))))
    #expect(loop.misfits == [] && loop.count == 2)
    #expect(AssumedLoop([sounds[0], sounds[2]])?.misfits == [1])
  }

  @Test("A sound of more than a day is no loop")
  func tooLong() { #expect(assumed(48_000 * 86_401) == nil) }

  @Test("A tempo counts if all names state it and the loop is a whole number of its beats")
  func tempo() throws {
    let ten = try #require(LoopLength(numerator: 10, denominator: 1))
    func tempo(_ names: Double..., tags: [Double] = []) -> AssumedTempo {
      let stated = StatedTempos(
        names: names.compactMap { Tempo($0) }, tags: tags.compactMap { Tempo($0) })
      return AssumedTempo(stated, loop: ten, at: .studio)
    }
    #expect(tempo(96, 96, tags: [120]) == .stated(Tempo(96)!, by: .names))
    #expect(tempo(97) == .unfitting(Tempo(97)!, by: .names))
    #expect(tempo(96, 120, tags: [96]) == .contradictory(.names))
    #expect(tempo(tags: [96]) == .stated(Tempo(96)!, by: .tags))
    #expect(tempo(tags: [96, 120]) == .contradictory(.tags))
    #expect(tempo() == .unknown)
  }

  @Test("Ten seconds are four bars at 96 and five at 120")
  func candidates() throws {
    let candidates = AssumedTempo.candidates(
      try #require(LoopLength(numerator: 10, denominator: 1)), at: .studio)
    #expect(candidates.contains(.init(tempo: Tempo(96)!, bars: 4)))
    #expect(candidates.contains(.init(tempo: Tempo(120)!, bars: 5)))
    for candidate in candidates {
      #expect(candidate.tempo.length(ofBeats: 4 * candidate.bars)?.seconds == 10)
    }
    // 1 frame more than 10 s: no tempo with three decimals is so long.
    #expect(
      AssumedTempo.candidates(try #require(LoopLength(frames: 480_001, at: .studio)), at: .studio) == [])
  }
}
