import CanonEngine
import CanonSchedule

/// Writes the journal of a performance, if there is one; when that cannot be done any more the music goes on and people
/// are told once.
struct Scribe: ~Copyable {
  private var journal: Journal?
  private var rate: SampleRate?
  /// What people have not been told yet, as sentences.
  private var news: [String] = []

  /// - Parameters:
  ///   - path: nil for no journal.
  ///   - source: The path of what is played, for the header.
  init(path: String?, source: String) { journal = path.map { Journal(path: $0, source: source) } }

  init(_ journal: consuming Journal) { self.journal = consume journal }

  /// Begins the next part, whose frames are those of another clock.
  /// - Parameter end: Where the part before ends, if there is one.
  /// - Throws: Why the first part cannot be written. The music does not end for a later one.
  mutating func begin(
    at rate: SampleRate, loop: GridLine, played: Instant, memory: DoorMemory, after end: FramePosition?
  ) throws(JournalProblem) {
    if let end { record(.quit, at: end) }
    self.rate = rate
    do throws(JournalProblem) {
      try journal?.begin(sampleRate: rate, loop: loop, played: played, memory: memory)
    } catch {
      if end == nil { throw error }
      giveUp(error)
    }
  }

  mutating func record(_ command: ControlCommand, at frame: FramePosition) {
    do throws(JournalProblem) {
      try journal?.record(command, at: frame)
    } catch {
      giveUp(error)
    }
  }

  /// Writes down what time it is on a frame, where the journal's frames do not tell.
  mutating func mark(_ now: Instant, at frame: FramePosition, isNeeded: Bool) {
    guard let rate else { return }
    do throws(JournalProblem) {
      try journal?.mark(ClockMark(frame: frame, instant: now), at: rate, isNeeded: isNeeded)
    } catch {
      giveUp(error)
    }
  }

  /// Writes what a full disk did not take. To be called now and then.
  mutating func tryAgain() { journal?.tryAgain() }

  /// The performance has ended on a frame; nil where it never began.
  mutating func end(at frame: FramePosition?) {
    if let frame { record(.quit, at: frame) }
    journal?.end()
  }

  /// What people have not been told yet, as sentences.
  mutating func takeNews() -> [String] {
    defer { news = [] }
    return news + (journal?.takeNews().map(\.message) ?? [])
  }

  private mutating func giveUp(_ problem: JournalProblem) {
    journal = nil
    news.append("The journal ends here: " + problem.message)
  }
}
