import CanonEngine
import CanonFiles
import CanonTestSupport
import Synchronization
import Testing

@testable import CanonStems

/// What those who look are told while the files of a set are read.
@Suite struct LoadingReportTests {
  private let folder = TemporaryFolder()

  private final class Listener: Sendable {
    private let events = Mutex<[LoadingProgress.Event]>([])
    var all: [LoadingProgress.Event] { events.withLock { $0 } }
    var reporter: LoadingReporter { LoadingReporter { event in self.events.withLock { $0.append(event) } } }
  }

  /// Writes a set of three files, of which the second may be damaged.
  private func writeSet(damaged: Bool) throws -> StemSet {
    for name in ["a.wav", "b.wav", "c.wav"] { try folder.sound(name, [0.5, -0.5, 0.25]) }
    let stems = ["a", "b", "c"].map {
      "[[stem]]\nid = \"\($0)\"\nfile = \"\($0).wav\"\nbase = \($0 == "a")\n"
    }
    try folder.write(stems.joined(), to: "set.toml")
    let set = try StemSetFile.load(folder.path)
    if damaged { try folder.write("no sound", to: "b.wav") }
    return set
  }

  /// Expects that every file is told from its beginning to its end, with all of them in between.
  private func expectAll(_ events: [LoadingProgress.Event]) {
    #expect(events.first == .began(files: 3))
    #expect(events.last == .ended)
    #expect(events.count == 8)
    for (place, file) in ["a.wav", "b.wav", "c.wav"].enumerated() {
      let began = events.firstIndex(of: .reading(place, file: file))
      let ended = events.firstIndex(of: .read(place))
      #expect(began != nil && ended != nil && began! < ended!, "\(file): \(events)")
    }
  }

  @Test("Each file that is loaded, and one that cannot be", arguments: [false, true])
  func loading(damaged: Bool) async throws {
    let set = try writeSet(damaged: damaged), listener = Listener()
    let answers = await StemLoader.load(
      set.stems.indices.map(StemIndex.init), of: set, timing: try SetTiming(of: set), at: .studio,
      listener.reporter)
    #expect(answers.map { (try? $0.get()) != nil } == [true, !damaged, true])
    expectAll(listener.all)
  }

  @Test("Each file that is examined, and one that cannot be", arguments: [false, true])
  func examination(damaged: Bool) async throws {
    let set = try writeSet(damaged: damaged), listener = Listener()
    let examination = await SetExamination(of: set, listener.reporter)
    #expect((examination.measurement == nil) == damaged)
    expectAll(listener.all)
  }
}
