import Testing

@testable import CanonFiles

/// What is shown of the reading of many files, and when.
@Suite struct LoadingProgressTests {
  private let start = ContinuousClock.now
  private var progress = LoadingProgress()

  private mutating func note(_ event: LoadingProgress.Event, after time: Duration = .zero) {
    progress.note(event, at: start + time)
  }
  private func shown(after time: Duration) -> LoadingProgress.Shown? { progress.shown(at: start + time) }

  @Test mutating func whatEndsWithinHalfASecondIsNotShown() {
    #expect(shown(after: .seconds(10)) == nil)
    note(.began(files: 2))
    for place in 0..<2 { note(.reading(place, file: "a.wav")) }
    #expect(shown(after: .milliseconds(499)) == nil)
    #expect(shown(after: .milliseconds(500)) == .init(done: 0, files: 2, seconds: 0))
    note(.ended, after: .milliseconds(499))
    #expect(shown(after: .seconds(10)) == nil)
    #expect(!progress.goesOn)
  }

  @Test mutating func theFilesThatAreReadAndTheWholeSecondsAreCounted() {
    note(.began(files: 3))
    for place in 0..<2 { note(.reading(place, file: "\(place).wav")) }
    #expect(shown(after: .milliseconds(999)) == .init(done: 0, files: 3, seconds: 0))
    note(.read(1), after: .milliseconds(999))
    note(.reading(2, file: "2.wav"), after: .milliseconds(999))
    #expect(shown(after: .seconds(1)) == .init(done: 1, files: 3, seconds: 1))
    note(.read(1), after: .seconds(1))
    note(.read(2), after: .seconds(1))
    note(.read(0), after: .milliseconds(1400))
    // What the files are together may take its time, and no file is slow meanwhile.
    #expect(shown(after: .seconds(75)) == .init(done: 3, files: 3, seconds: 75))
  }

  @Test mutating func theFileThatHasBeenReadLongestIsNamedOnceItTakesLong() {
    note(.began(files: 4))
    note(.reading(0, file: "pad.flac"))
    note(.reading(1, file: "choir.flac"), after: .milliseconds(100))
    #expect(shown(after: .milliseconds(1499))?.slow == nil)
    #expect(shown(after: .milliseconds(1500))?.slow == "pad.flac")
    note(.read(0), after: .milliseconds(1550))
    note(.reading(2, file: "voice.flac"), after: .milliseconds(1550))
    #expect(shown(after: .milliseconds(1599))?.slow == nil)
    #expect(shown(after: .milliseconds(1600))?.slow == "choir.flac")
    note(.read(1), after: .seconds(2))
    note(.reading(3, file: "drum.flac"), after: .milliseconds(1550))
    // Begun at once: the first of the set.
    #expect(shown(after: .seconds(9))?.slow == "voice.flac")
  }

  @Test mutating func aSecondBeginningCountsAnew() {
    note(.began(files: 3))
    note(.reading(0, file: "a.wav"))
    note(.read(0), after: .seconds(1))
    note(.ended, after: .seconds(1))
    note(.began(files: 5), after: .seconds(60))
    #expect(progress.goesOn)
    #expect(shown(after: .milliseconds(60_400)) == nil)
    #expect(shown(after: .seconds(61)) == .init(done: 0, files: 5, seconds: 1))
  }
}
