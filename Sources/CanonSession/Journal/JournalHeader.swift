import CanonEngine
import CanonFiles
import CanonSchedule
import CanonStems

/// The header of a journal, in comments at its top: everything needed to render it as it was played.
public struct JournalHeader: Hashable, Sendable {
  /// The version of the format that this program writes. It also reads 1, whose doors are judged by the time of each frame; from 2 on
  /// a journal has the frames on which doors opened and shut (``ControlCommand/door(_:isOpen:stopping:)``), from 3 on the texts of what was played. From 4 on the loops that sound
  /// files name count, from 5 on an edition may begin another piece.
  public static let version = 5

  /// The comment that names the frame that a performance has reached, from time to time.
  static let reachedName = "reached"

  /// The version of the format of this journal.
  public let version: Int
  /// The set's file or folder, or its schedule's, with all links resolved.
  public let source: String
  public let sampleRate: SampleRate
  /// The time by which the doors were judged at its start, and by which a rendering is judged; nil if the line is missing.
  public let played: Instant?
  /// The memory of the doors at its start.
  public let memory: DoorMemory
  /// The time on later frames, where it cannot be computed; in the order of the frames.
  public let marks: [ClockMark]
  /// The loop in frames, `numerator/denominator` or a whole number.
  public let loop: GridLine
  /// The number of the program that it begins with.
  public let program: Int
  /// The texts of all programs, by their numbers.
  public let texts: [Int: ProgramText]
  /// The sounds, by the numbers of the programs in which stems began to play them.
  public let sounds: [Int: [RecordedSounds.Key: Set<RecordedSound>]]
  /// The sounds of the click in the place of files, by the numbers of the programs in which it began to play them.
  public let clicks: [Int: [RecordedClick.Key: Set<SoundHash>]]
  /// The ids of the stems whose files could not be read for a program, or were not, by its number.
  public let unreadable: [Int: Set<String>]

  public init(
    source: String, sampleRate: SampleRate, loop: GridLine, played: Instant?,
    memory: DoorMemory = DoorMemory(),
    marks: [ClockMark] = [], program: Int = 1, texts: [Int: ProgramText] = [:],
    sounds: [Int: [RecordedSounds.Key: Set<RecordedSound>]] = [:],
    clicks: [Int: [RecordedClick.Key: Set<SoundHash>]] = [:], unreadable: [Int: Set<String>] = [:],
    version: Int = Self.version
  ) {
    self.unreadable = unreadable
    (self.program, self.texts, self.sounds, self.clicks) = (program, texts, sounds, clicks)
    self.version = version
    self.source = source
    self.played = played
    self.memory = memory
    self.marks = marks.sorted { $0.frame < $1.frame }
    self.sampleRate = sampleRate
    self.loop = loop
  }

  /// What has stretched its stems, if that is not what stretches them here.
  package var otherStretcher: String? {
    texts.values.compactMap(\.stretcher).first { $0 != StemSet.presentStretcher }.map { CleanText.clean($0) }
  }

  /// Whether the journal records when doors opened and shut.
  var tellsDoors: Bool { version >= 2 }

  /// Those that read the sound files of the performance as the canon that played it did.
  package func readers(_ readers: SoundReaders) -> SoundReaders {
    version >= 4 ? readers : readers.withoutLoopPoints
  }

  /// The header's lines, each ended.
  public var text: String {
    let frames = loop.denominator == 1 ? "\(loop.numerator)" : "\(loop.numerator)/\(loop.denominator)"
    return """
      # canon journal \(version)
      # source: \(CleanText.clean(source))
      # sample rate: \(sampleRate.hertz)
      # loop: \(frames)

      """ + Self.line("played", played) + Self.line("first start", memory.firstStart)
        + Self.line("seen", memory.latest) + (texts[program].map { JournalText.comments(program, $0) } ?? "")
  }

  private static func line(_ name: String, _ instant: Instant?) -> String {
    instant.map { "# \(name): \($0.secondsSince1970) seconds since 1970\n" } ?? ""
  }

  /// The time on a frame; nil if the journal does not say when it was played.
  public func instant(at frame: FramePosition) -> Instant? {
    guard let played else { return nil }
    let mark = marks.last { $0.frame <= frame } ?? ClockMark(frame: 0, instant: played)
    return mark.instant(at: frame, rate: sampleRate)
  }

  /// The times from some seconds before a frame to the frame. The time ran evenly in each span; between two, the clock was
  /// set. The last comes first.
  func spans(before frame: FramePosition, seconds: Double) -> [ClosedRange<Instant>] {
    guard let played else { return [] }
    let begin = max(0, frame - FramePosition(seconds * Double(sampleRate.hertz)))
    var spans: [ClosedRange<Instant>] = []
    var end = frame
    for mark in marks.reversed() + [ClockMark(frame: 0, instant: played)] where mark.frame <= end {
      func time(_ frame: FramePosition) -> Instant { mark.instant(at: frame, rate: sampleRate) }
      spans.append(time(max(begin, mark.frame))...time(end))
      end = mark.frame
      if end < begin { break }
    }
    return spans
  }

  /// The latest moment that it names.
  public var latest: Instant? {
    ([played, memory.firstStart, memory.latest] + marks.map(\.instant)).compactMap(\.self).max()
  }

  /// The first frame after another on which it is at least a certain time, or on which the clock was set; nil for none.
  func frame(of instant: Instant?, after frame: FramePosition) -> FramePosition? {
    guard let played else { return nil }
    let marks = [ClockMark(frame: 0, instant: played)] + marks
    let next = marks.first { $0.frame > frame }?.frame
    guard let instant, let mark = marks.last(where: { $0.frame <= frame }) else { return next }
    let frames = mark.instant.seconds(to: instant) * Double(sampleRate.hertz)
    guard frames.magnitude < 1e15 else { return next }
    var first = max(frame + 1, mark.frame + FramePosition(frames) - 2)
    while mark.instant(at: first, rate: sampleRate) < instant { first += 1 }
    return min(first, next ?? .max)
  }

  /// The memory on a frame: that at the start of the journal, and every moment since.
  func memory(at frame: FramePosition) -> DoorMemory {
    guard let played else { return memory }
    var memory = memory
    var mark = ClockMark(frame: 0, instant: played)
    memory.see(played)
    for next in marks where next.frame <= frame {
      memory.see(mark.instant(at: next.frame, rate: sampleRate))
      memory.see(next.instant)
      mark = next
    }
    memory.see(mark.instant(at: frame, rate: sampleRate))
    return memory
  }

  /// Collects the header from the comments of a score.
  package struct Fields {
    /// The version of the journal; nil if no line marks it as a journal.
    private var version: Int?
    package var isJournal: Bool { version != nil }
    /// A version that this program cannot read, as written.
    package private(set) var unknownVersion: String?
    private var source = ""
    private var rate: SampleRate?
    private var loop: GridLine?
    private var played: Instant?
    private var first: Instant?
    private var seen: Instant?
    private var marks: [ClockMark] = []
    private var program: Int?
    /// The last frame that the performance is known to have reached.
    package private(set) var reached: FramePosition?
    private var texts = JournalText()

    package init() {}

    package mutating func read(_ comment: Substring) {
      let text = comment.dropFirst().drop(while: \.isWhitespace)
      if text.hasPrefix("canon journal ") {
        let written = text.dropFirst("canon journal ".count)
        if let number = Int(written), (1...JournalHeader.version).contains(number), written == "\(number)" {
          version = number
        } else {
          unknownVersion = String(written)
        }
      }
      if version != nil, comment.hasPrefix(JournalText.mark) {
        texts.read(line: comment)
        return
      }
      guard version != nil, let colon = text.firstIndex(of: ":") else { return }
      let value = text[text.index(after: colon)...].drop(while: \.isWhitespace)
      switch text[..<colon] {
      case "source": source = String(value)
      case "sample rate": rate = Int(value).flatMap { SampleRate(hertz: $0) }
      case "loop":
        let parts = value.split(separator: "/").compactMap { Int64($0) }
        if let numerator = parts.first {
          loop = GridLine(numerator: numerator, denominator: parts.count == 2 ? parts[1] : 1)
        }
      case "played": played = Self.instant(value)
      case "first start": first = Self.instant(value)
      case "seen": seen = Self.instant(value)
      case "edition", "begins", "stretcher", "schedule", "set", "sound", "click", "unreadable":
        texts.read(text[..<colon], value)
        if program == nil, text.hasPrefix("edition") { program = Int(value) }
      case JournalHeader.reachedName: reached = FramePosition(value) ?? reached
      case ClockMark.name: if let mark = ClockMark(value) { marks.append(mark) }
      default: break
      }
    }

    /// Whether the journal records when doors opened and shut.
    package var tellsDoors: Bool { (version ?? 0) >= 2 }

    private static func instant(_ value: Substring) -> Instant? {
      value.split(separator: " ").first.flatMap { Double($0) }.map { Instant(secondsSince1970: $0) }
    }

    private var memory: DoorMemory {
      guard let first else { return DoorMemory() }
      return DoorMemory(firstStart: first, latest: seen ?? first)
    }

    package var complete: JournalHeader? {
      guard let version, let rate, let loop else { return nil }
      var texts = texts
      texts.keep()
      return JournalHeader(
        source: source, sampleRate: rate, loop: loop, played: played, memory: memory, marks: marks,
        program: program ?? 1, texts: texts.texts, sounds: texts.sounds, clicks: texts.clicks,
        unreadable: texts.unreadable, version: version)
    }
  }
}
