import CanonEngine
import CanonSchedule
import Glibc

/// The commands of a performance with their frames, written as they are received.
///
/// Each line reaches the file at once, so that a crash loses nothing; a file that is already there is never
/// overwritten. When the clock has to begin anew (the server came back with another sample rate) the journal goes on
/// in a second file, `NAME-2.journal`, since frames of two rates cannot stand in one.
///
/// - Thread: control
struct Journal: ~Copyable {
  private let path: String
  private let source: String
  private var descriptor: Int32 = -1
  private var part = 0
  /// What the journal says of the time last.
  private var lastMark: ClockMark?
  /// The file of the present part.
  private var name = ""

  init(path: String, source: String) {
    self.path = path
    self.source = source
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Begins the next file.
  /// - Throws: The system's reason, as a sentence.
  mutating func begin(
    sampleRate: SampleRate, loop: GridLine, played: Instant?, memory: DoorMemory = DoorMemory()
  ) throws(JournalProblem) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
    part += 1
    name = part == 1 ? path : Self.name(path, part: part)
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    if descriptor < 0 { throw JournalProblem(path: name, reason: String(cString: strerror(errno))) }
    lastMark = played.map { ClockMark(frame: 0, instant: $0) }
    try write(
      JournalHeader(source: source, sampleRate: sampleRate, loop: loop, played: played, memory: memory).text)
  }

  mutating func record(_ command: ControlCommand, at frame: FramePosition) throws(JournalProblem) {
    try write("@\(frame) \(command)\n")
  }

  /// Writes what time it is on a frame, if the frames do not tell it to half a second.
  mutating func mark(_ mark: ClockMark, at rate: SampleRate, isNeeded: Bool) throws(JournalProblem) {
    let expected = lastMark?.instant(at: mark.frame, rate: rate) ?? mark.instant
    guard isNeeded || abs(expected.seconds(to: mark.instant)) > 0.5 else { return }
    lastMark = mark
    try write(mark.text)
  }

  private func write(_ text: String) throws(JournalProblem) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw JournalProblem(path: name, reason: String(cString: strerror(errno))) }
      bytes.removeFirst(count)
    }
  }

  /// `evening.journal` becomes `evening-2.journal`.
  static func name(_ path: String, part: Int) -> String {
    let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    // A dot that begins the name is no ending.
    guard let dot = path.lastIndex(of: "."), dot > nameStart else { return "\(path)-\(part)" }
    return "\(path[..<dot])-\(part)\(path[dot...])"
  }
}

/// The journal could not be written.
public struct JournalProblem: Error, Equatable, Sendable {
  public let path: String
  public let reason: String

  public var message: String {
    "the journal \(path) cannot be written: \(reason). Expected a place for a new file; name another with --journal."
  }
}
