import CanonEngine
import CanonSchedule
import CanonStems

/// Writes the journal of a performance, if there is one. If the journal can no longer be written, the music continues and
/// people are told once.
struct Scribe: ~Copyable {
  private var journal: Journal?
  private var rate: SampleRate?
  /// What people have not been told yet.
  private var news: [JournalNews] = []

  /// - Parameters:
  ///   - path: nil for no journal.
  ///   - source: The path of the schedule or set, for the header.
  ///   - tell: Receives problems of the disk with what is written, on another thread.
  init(path: String?, source: String, tell: @escaping @Sendable (JournalProblem) -> Void = { _ in }) {
    isWriting = path != nil
    journal = path.map { Journal(path: $0, source: source, tell: tell) }
  }

  init(_ journal: consuming Journal) {
    isWriting = true
    self.journal = consume journal
  }

  /// Begins the next part, whose frames belong to a new clock.
  /// - Parameter end: The frame on which the previous part ends, if there is one.
  /// - Throws: The reason why the first part cannot be written. The music continues if a later one cannot.
  mutating func begin(
    at rate: SampleRate, loop: GridLine, played: Instant, memory: DoorMemory, program: Int = 1,
    _ text: ProgramText? = nil, after end: FramePosition?
  ) throws(JournalProblem) {
    if let end { record(.quit, at: end) }
    self.rate = rate
    do throws(JournalProblem) {
      try journal?.begin(
        sampleRate: rate, loop: loop, played: played, memory: memory, program: program, text)
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

  /// Lets lines wait until ``writeGathered()``, which writes them together.
  mutating func gather() { journal?.gather() }

  mutating func writeGathered() {
    do throws(JournalProblem) {
      try journal?.writeGathered()
    } catch {
      giveUp(error)
    }
  }

  /// Writes the text of an edition, before the command that names it.
  mutating func begin(_ number: Int, _ text: ProgramText) {
    do throws(JournalProblem) {
      try journal?.begin(number, text)
    } catch {
      giveUp(error)
    }
  }

  /// Whether there is a journal.
  private(set) var isWriting: Bool
  /// The folder of the sounds that are kept; nil without a journal.
  var soundFolder: String? {
    mutating get { journal?.soundFolder() }
  }

  /// Writes which sound a stem plays in a program.
  mutating func record(_ sound: RecordedSound, for key: RecordedSounds.Key, in number: Int) {
    do throws(JournalProblem) {
      try journal?.record(sound, for: key, in: number)
    } catch {
      giveUp(error)
    }
  }

  /// Writes what the click plays in the place of a file in a program.
  mutating func record(click hash: SoundHash, for key: RecordedClick.Key, in number: Int) {
    do throws(JournalProblem) {
      try journal?.record(click: hash, for: key, in: number)
    } catch {
      giveUp(error)
    }
  }

  /// Writes that the files of stems could not be read for a program, or were not.
  mutating func record(unreadable stems: [String], in number: Int) {
    do throws(JournalProblem) {
      try journal?.record(unreadable: stems, in: number)
    } catch {
      giveUp(error)
    }
  }

  /// Writes the time on a frame, if it cannot be computed from the journal's frames.
  mutating func mark(_ now: Instant, at frame: FramePosition, isNeeded: Bool) {
    guard let rate else { return }
    do throws(JournalProblem) {
      try journal?.mark(ClockMark(frame: frame, instant: now), at: rate, isNeeded: isNeeded)
    } catch {
      giveUp(error)
    }
  }

  /// Writes that the performance has reached a frame.
  /// - Parameter syncs: Whether a power cut shall not lose it.
  mutating func reach(_ frame: FramePosition, syncs: Bool) {
    do throws(JournalProblem) {
      try journal?.reach(frame, syncs: syncs)
    } catch {
      giveUp(error)
    }
  }

  /// Writes lines that wait for a full disk. Must be called from time to time.
  mutating func tryAgain() { journal?.tryAgain() }

  /// The disk of the journal.
  var disk: JournalDisk? {
    mutating get { journal?.disk() }
  }

  /// Ends the journal.
  mutating func end() { journal?.end() }

  /// What people have not been told yet.
  mutating func drainNews() -> [JournalNews] {
    defer { news = [] }
    return news + (journal?.drainNews() ?? [])
  }

  private mutating func giveUp(_ problem: JournalProblem) {
    journal = nil
    isWriting = false
    news.append(.ended(problem))
  }
}
