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
}
