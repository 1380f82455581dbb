import CanonFiles
import Testing

@testable import CanonSession

/// What views are shown of the reading of files.
@Suite struct LoadingWatchTests {
  @Test func aWatchKnowsWhatIsTold() {
    let watch = LoadingWatch(), other = LoadingWatch()
    let both = watch.reporter.with(.none).with(other.reporter),
      alone = LoadingReporter.none.with(watch.reporter)
    both(.began(files: 2))
    alone(.reading(0, file: "a.wav"))
    alone(.read(0))
    #expect(watch.shown(at: .now) == nil)
    let later = ContinuousClock.now + .seconds(3)
    #expect(watch.shown(at: later)?.done == 1)
    #expect(other.shown(at: later) == .init(done: 0, files: 2, seconds: 3))
    both(.ended)
    #expect(watch.shown(at: later) == nil && other.shown(at: later) == nil)
  }

  @Test("What is left of a reading neither counts for the one that took its place, nor ends it")
  func theLastThatBeganIsShown() {
    let watch = LoadingWatch(), first = watch.nextReporter(), second = watch.nextReporter()
    let later = ContinuousClock.now + .seconds(600)
    func shown() -> LoadingProgress.Shown? { watch.shown(at: later) }
    first(.began(files: 3))
    first(.reading(0, file: "a.wav"))
    second(.began(files: 2))
    second(.reading(0, file: "b.wav"))
    first(.read(0))
    first(.ended)
    #expect(shown()?.files == 2 && shown()?.done == 0 && shown()?.slow == "b.wav")
    second(.read(0))
    #expect(shown()?.done == 1)
    second(.ended)
    #expect(shown() == nil)
  }
}
