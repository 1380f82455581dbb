import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems
import Glibc

/// The commands of a performance with their frames, written as they are received.
///
/// Each line is written immediately, or at the end of the look at the engine's events to which it belongs (``gathers``), so that a crash loses
/// nothing, and is on the disk a moment later (``JournalDisk``). A file always holds whole lines: if the disk is full,
/// lines wait in memory. An existing file is never changed: the next free
/// `NAME-2.journal` is used. If the clock restarts (the server came back with another sample rate), the
/// journal continues in such a file, because one file cannot have frames of two rates.
///
/// - Thread: control
package struct Journal: ~Copyable {
  private let path: String
  private let source: String
  private let calls: DiskCalls
  private let tell: @Sendable (JournalProblem) -> Void
  /// The current part, preceded by parts that are not completely written because the disk is full.
  private var files: [JournalFile] = []
  /// The last time written to the journal.
  private var lastMark: ClockMark?
  /// Why lines wait; nil if none do.
  private var trouble: JournalProblem?
  private var triedAt = ContinuousClock.now
  /// The notes that people have not been told yet.
  private var news: [JournalNews] = []
  /// Whether lines wait, to be written together, and whether any does.
  private var (gathers, hasGathered) = (false, false)

  /// The number of bytes that can wait for a full disk before the journal ends: days of a performance.
  private static let mostWaiting = 1 << 24

  /// - Parameter tell: Receives problems of the disk with what is written, on another thread.
  init(
    path: String, source: String, calls: DiskCalls = DiskCalls(),
    tell: @escaping @Sendable (JournalProblem) -> Void = { _ in }
  ) {
    (self.path, self.source, self.calls, self.tell) = (path, source, calls, tell)
  }

  /// Begins the next file.
  /// - Throws: The reason why the first file cannot be written. A later one waits for its disk.
  mutating func begin(
    sampleRate: SampleRate, loop: GridLine, played: Instant?, memory: DoorMemory = DoorMemory(),
    program: Int = 1, _ text: ProgramText? = nil
  ) throws(JournalProblem) {
    let isFirst = files.isEmpty
    files.append(JournalFile(named: path, part: (files.last?.part ?? 0) + 1, calls: calls, tell: tell))
    lastMark = played.map { ClockMark(frame: 0, instant: $0) }
    try write(
      JournalHeader(
        source: source, sampleRate: sampleRate, loop: loop, played: played, memory: memory, program: program,
        texts: text.map { [program: $0] } ?? [:]
      ).text)
    if isFirst, let problem = trouble {
      files[0].discard()
      (files, news, trouble) = ([], [], nil)
      throw problem
    }
  }

  mutating func record(_ command: ControlCommand, at frame: FramePosition) throws(JournalProblem) {
    try write("@\(frame) \(command)\n")
  }

  /// Writes the text of an edition, before the command that names it.
  mutating func begin(_ number: Int, _ text: ProgramText) throws(JournalProblem) {
    try write(JournalText.comments(number, text))
  }

  /// Writes which sound a stem plays in a program.
  mutating func record(
    _ sound: RecordedSound, for key: RecordedSounds.Key, in number: Int
  ) throws(JournalProblem) {
    try write(JournalText.comment(sound, for: key, in: number))
  }

  /// Writes what the click plays in the place of a file in a program.
  mutating func record(
    click hash: SoundHash, for key: RecordedClick.Key, in number: Int
  ) throws(JournalProblem) {
    try write(JournalText.comment(click: hash, for: key, in: number))
  }

  /// Writes that the files of stems could not be read for a program, or were not.
  mutating func record(unreadable stems: [String], in number: Int) throws(JournalProblem) {
    if stems.isEmpty { return }
    try write(stems.map { JournalText.comment(unreadable: $0, in: number) }.joined())
  }

  /// The disk of the current part; nil before its file is created.
  func disk() -> JournalDisk? { files.last?.disk }

  /// The folder of the sounds that are kept for the current part.
  mutating func soundFolder() -> String? { files.last.map { Self.soundFolder(of: $0.path) } }

  /// `evening.journal` has `evening.files` beside it.
  package static func soundFolder(of path: String) -> String {
    path[..<(extensionStart(of: path) ?? path.endIndex)] + ".files"
  }

  /// Writes the time on a frame if it is needed, or if it differs by more than half a second from the time computed from the
  /// frames.
  mutating func mark(_ mark: ClockMark, at rate: SampleRate, isNeeded: Bool) throws(JournalProblem) {
    let expected = lastMark?.instant(at: mark.frame, rate: rate) ?? mark.instant
    // While a server stands still, time passes on one frame; only a door's change on it needs its time.
    let stands = lastMark?.frame == mark.frame
    guard isNeeded || !stands && abs(expected.seconds(to: mark.instant)) > 0.5 else { return }
    lastMark = mark
    try write(mark.text)
  }

  /// Writes that the performance has reached a frame: a rendering ends there if nothing says where it has ended. The line takes the place of
  /// the one before, if no other has been written since.
  /// - Parameters:
  ///   - frame: Not earlier than before.
  ///   - syncs: Whether a power cut shall not lose it.
  mutating func reach(_ frame: FramePosition, syncs: Bool = true) throws(JournalProblem) {
    files.last?.replace("# \(JournalHeader.reachedName): \(frame)\n")
    try write(syncs: syncs)
  }

  private mutating func write(_ lines: String) throws(JournalProblem) {
    files.last?.append(lines)
    if gathers { hasGathered = true } else { try write() }
  }

  /// Lets lines wait from now on.
  mutating func gather() { gathers = true }

  /// Writes the lines that have waited, in one step.
  mutating func writeGathered() throws(JournalProblem) {
    let isDue = hasGathered
    (gathers, hasGathered) = (false, false)
    if isDue { try write() }
  }

  /// - Throws: If too many lines wait; the journal ends then.
  private mutating func write(syncs: Bool = true) throws(JournalProblem) {
    flush(syncs: syncs)
    if let trouble, files.reduce(0, { $0 + $1.waitingSize }) > Self.mostWaiting { throw trouble }
  }

  private mutating func flush(syncs: Bool = true) {
    triedAt = .now
    while let file = files.first {
      do throws(DiskError) {
        try file.flush(syncs: syncs)
      } catch {
        let problem = JournalProblem(path: file.path, error: error)
        if trouble == nil { news.append(.waits(problem)) }
        trouble = problem
        return
      }
      if let name = file.taken { news.append(.taken(name, path: file.path)) }
      file.isTold()
      if files.count == 1 { break }
      files.removeFirst()
    }
    if trouble != nil, let file = files.last { news.append(.goesOn(path: file.path)) }
    trouble = nil
  }

  /// Writes the waiting lines, at the earliest a second after the last attempt.
  mutating func tryAgain(_ now: ContinuousClock.Instant = .now) {
    if trouble != nil, now - triedAt >= .seconds(1) { flush() }
  }

  /// Writes the waiting lines for the last time, and records what is missing.
  mutating func end() {
    if trouble != nil { flush() }
    let lines = files.reduce(0) { $0 + $1.waitingLines }
    if let trouble, lines > 0 { news.append(.incomplete(trouble, lines: lines)) }
  }

  /// The notes that people have not been told yet.
  mutating func drainNews() -> [JournalNews] {
    defer { news = [] }
    return news
  }

  /// `evening.journal` becomes `evening-2.journal`; the first part keeps its name.
  static func name(_ path: String, part: Int) -> String {
    if part == 1 { return path }
    let dot = extensionStart(of: path) ?? path.endIndex
    return "\(path[..<dot])-\(part)\(path[dot...])"
  }

  /// The dot of the name's extension; nil if it has none. A dot at the beginning of the name does not begin an extension.
  private static func extensionStart(of path: String) -> String.Index? {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return path.lastIndex(of: ".").flatMap { $0 > nameStart ? $0 : nil }
  }
}
