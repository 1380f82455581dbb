import CanonDoctor
import Testing

/// What the figures of a self-test mean.
@Suite struct SelfTestFiguresTests {
  private func figures(
    frames: Int = 1000, different: Int = 0, lost: Int = 0, xruns: Int = 0, times: [Int] = [300, 100, 200]
  ) -> SelfTestFigures {
    SelfTestFigures(
      frames: frames, different: different, lost: lost, xruns: xruns, sampleRate: 48000, period: 48,
      isRealtime: true, times: times)
  }

  @Test("The margin is what was left of a period in the worst cycle")
  func margin() {
    let figures = figures()
    #expect(figures.periodMicroseconds == 1000)
    #expect((figures.median, figures.worst, figures.margin) == (200, 300, 70))
    #expect(self.figures(times: [1500]).margin == -50)
    #expect(self.figures(times: []).cycles == 0)
  }

  @Test("Different bits, and nothing heard, are wrong; late cycles and lost frames are a warning")
  func levels() {
    #expect(Finding.selfTest(figures()).level == .well)
    #expect(Finding.selfTest(figures(different: 1)).level == .wrong)
    #expect(Finding.selfTest(figures(frames: 0)).level == .wrong)
    #expect(Finding.selfTest(figures(xruns: 1)).level == .warning)
    #expect(Finding.selfTest(figures(lost: 48)).level == .warning)
    #expect(Finding.selfTest(figures(times: [1001])).level == .well)
    #expect(Finding.selfTest(figures(times: [1010])).level == .warning)
  }

  @Test("The sentence has the figures, and the next larger period where time is short")
  func message() {
    #expect(
      Finding.selfTest(figures(lost: 48, xruns: 2)).message
        == "Self-test: 1000 captured frames have the same bits as the rendering. With a period of 1000 µs (48 frames, real-time) "
        + "the music was ready after 200 µs, at worst after 300 µs: margin 70 %. A larger period gives more time: --period 96. "
        + "There were 2 xruns, which lost 48 frames.")
  }

  @Test("One xrun, and one lost frame, are not told as several; without any there is no such sentence")
  func numbers() {
    func end(_ figures: SelfTestFigures) -> Substring {
      figures.message.drop { $0 != "%" }.dropFirst(2)
    }
    let larger = " A larger period gives more time: --period 96."
    #expect(end(figures(lost: 1, xruns: 1)) == "\(larger) There was 1 xrun, which lost 1 frame.")
    #expect(end(figures(lost: 0, xruns: 2)) == "\(larger) There were 2 xruns, which lost 0 frames.")
    #expect(end(figures(times: [1010])) == larger)
    #expect(end(figures()) == "")
  }

  @Test("The next larger period is at most the largest that JACK allows; beyond that none is named")
  func largestPeriod() {
    var late = figures(times: [2_000_000])
    for (period, advice) in [(4096, "--period 8192"), (10_000, "--period 16384"), (16_384, nil)] {
      late.period = period
      let texts = [late.message, late.japanese]
      #expect(texts.allSatisfy { $0.contains(advice ?? "\(period)") }, "\(texts)")
      #expect(texts.allSatisfy { $0.contains("--period") == (advice != nil) }, "\(texts)")
    }
  }

  @Test("The median is the time in the middle, or the later one of two")
  func median() {
    #expect(figures(times: [50, 10, 40, 20, 30, 70, 60]).median == 40)
    #expect(figures(times: [4, 1, 3, 2]).median == 3)
  }

  @Test("The Japanese sentences say the same of the same figures")
  func japanese() {
    #expect(
      figures().japanese
        == "自己診断：受け取った1000フレームは書き出した音と同じビットです。周期 1000 µs（48フレーム、リアルタイム）に対し、"
        + "音は 200 µs で、最も遅いときは 300 µs で用意できました。余裕は 70 % です。")
    #expect(
      figures(lost: 48, xruns: 2).japanese.hasSuffix(
        "周期を長くすると余裕ができます：--period 96。xrun が2回あり、48フレームが失われました。"))
    #expect(figures(times: [1010]).japanese.hasSuffix("--period 96。"))
    #expect(figures(different: 7).japanese.hasPrefix("自己診断：受け取った1000フレームのうち7フレームが書き出した音と違います。"))
    #expect(figures(frames: 0).japanese.hasPrefix("自己診断：canon の音を受け取れませんでした。"))
  }
}
