import CanonEngine
import CanonStems

/// The texts of a program in the comments of a journal: `# edition: 2`, then for each file `# set: PATH` and its lines behind `#| `.
struct JournalText {
  static let mark = "#|"

  /// The texts so far, by the numbers of their editions.
  private(set) var texts: [Int: ProgramText] = [:]
  /// The sounds, by the numbers of the programs in which stems began to play them.
  private(set) var sounds: [Int: [RecordedSounds.Key: Set<RecordedSound>]] = [:]
  /// The sounds of the click in the place of files, by the numbers of the programs in which it began to play them.
  private(set) var clicks: [Int: [RecordedClick.Key: Set<SoundHash>]] = [:]
  /// The ids of the stems whose files could not be read for a program, or were not, by its number.
  private(set) var unreadable: [Int: Set<String>] = [:]
  private var number: Int?
  private var stretcher: String?
  private var begins: Int64?
  private var schedule: Draft?
  private var set: Draft?
  private var isOfSet = false

  private struct Draft {
    let path: String
    var lines: [String] = []
    var file: ProgramText.File { .init(path: path, text: lines.joined(separator: "\n")) }
  }

  /// The comments for a program, each line ended.
  static func comments(_ number: Int, _ text: ProgramText) -> String {
    "# edition: \(number)\n" + (text.begins.map { "# begins: \($0) microseconds later\n" } ?? "")
      + (text.stretcher.map { "# stretcher: \($0)\n" } ?? "")
      + (text.schedule.map { lines("schedule", $0) } ?? "") + lines("set", text.set)
  }

  private static func lines(_ name: String, _ file: ProgramText.File) -> String {
    let lines = file.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    return "# \(name): \(escape(file.path))\n"
      + lines.map { "\(mark) \(escape(String(Substring($0))))\n" }.joined()
  }

  /// The comment for a sound, ended: `# sound: 1 cello HASH 48000 2 1152000 cello.flac`. The numbers are those of the program, and of the
  /// file its rate, channels and frames. If the file names its loop, that follows: `1152000/480..96480`.
  static func comment(_ sound: RecordedSound, for key: RecordedSounds.Key, in number: Int) -> String {
    let source = sound.source
    let loop = source.loop.map { "/\($0.lowerBound)..\($0.upperBound)" } ?? ""
    let numbers = "\(source.sampleRate.hertz) \(source.channelCount) \(source.frameCount)\(loop)"
    return "# sound: \(number) \(key.stem) \(sound.hash) \(numbers) \(escape(key.file))\n"
  }

  /// The comment for a sound of the click, ended: `# click: 1 accent HASH one.wav`. The number is that of the program.
  static func comment(click hash: SoundHash, for key: RecordedClick.Key, in number: Int) -> String {
    "# click: \(number) \(key.sound.rawValue) \(hash) \(escape(key.file))\n"
  }

  /// The comment for a stem whose file could not be read for a program, or was not, ended: `# unreadable: 1 cello`.
  static func comment(unreadable stem: String, in number: Int) -> String {
    "# unreadable: \(number) \(stem)\n"
  }

  private mutating func readUnreadable(_ value: Substring) {
    let words = value.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let number = Int(words[0]) else { return }
    unreadable[number, default: []].insert(String(words[1]))
  }

  /// Reads what ``comment(_:for:in:)`` has written; anything else is a comment.
  private mutating func readSound(_ value: Substring) {
    let words = value.split(separator: " ", maxSplits: 6, omittingEmptySubsequences: false)
    guard words.count == 7, let number = Int(words[0]), let hash = SoundHash(String(words[2])),
      let rate = Int(words[3]).flatMap({ SampleRate(hertz: $0) }), let channels = Int(words[4]),
      (1...2).contains(channels), let (frames, loop) = Self.frames(words[5])
    else { return }
    let source = SoundInfo(sampleRate: rate, channelCount: channels, frameCount: frames, loop: loop)
    let key = RecordedSounds.Key(stem: String(words[1]), file: Self.unescape(words[6]))
    sounds[number, default: [:]][key, default: []].insert(RecordedSound(hash: hash, source: source))
  }

  private mutating func readClick(_ value: Substring) {
    let words = value.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let number = Int(words[0]), let sound = ClickSound(rawValue: String(words[1])),
      let hash = SoundHash(String(words[2]))
    else { return }
    let key = RecordedClick.Key(sound: sound, file: Self.unescape(words[3]))
    clicks[number, default: [:]][key, default: []].insert(hash)
  }

  /// Reads `1152000`, or `1152000/480..96480`.
  private static func frames(_ text: Substring) -> (frames: FrameCount, loop: Range<FrameCount>?)? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let frames = FrameCount(parts[0]), (1...StemLayout.longest).contains(frames) else { return nil }
    guard parts.count == 2 else { return (frames, nil) }
    guard let dots = parts[1].firstRange(of: ".."), let start = FrameCount(parts[1][..<dots.lowerBound]),
      let end = FrameCount(parts[1][dots.upperBound...]), 0 <= start, start < end, end <= frames
    else { return nil }
    return (frames, start..<end)
  }

  /// Reads one comment behind its name.
  mutating func read(_ name: Substring, _ value: Substring) {
    switch name {
    case "edition":
      keep()
      (number, stretcher, schedule, set, begins) = (Int(value), nil, nil, nil, nil)
    case "begins":
      begins = value.split(separator: " ").first.flatMap { Int64($0) }
        .flatMap { (0...SetList.longestGap).contains($0) ? $0 : nil }
    case "stretcher": stretcher = String(value)
    case "schedule": (schedule, isOfSet) = (Draft(path: Self.unescape(value)), false)
    case "set": (set, isOfSet) = (Draft(path: Self.unescape(value)), true)
    case "sound": readSound(value)
    case "click": readClick(value)
    case "unreadable": readUnreadable(value)
    default: break
    }
  }

  /// Reads a line of a text, which begins with ``mark``.
  mutating func read(line: Substring) {
    // Not letters: the text may begin with one that would join the space.
    let text = Self.unescape(Substring(line.unicodeScalars.dropFirst(Self.mark.count + 1)))
    if isOfSet { set?.lines.append(text) } else { schedule?.lines.append(text) }
  }

  /// Keeps the text that was read last.
  mutating func keep() {
    guard let number, let set else { return }
    texts[number] = ProgramText(
      schedule: schedule?.file, set: set.file, stretcher: stretcher, begins: begins)
  }

  /// The text without anything that ends a line of a journal.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "\\" {
        escaped += "\\\\"
      } else if Character(scalar).isNewline {
        escaped += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Scalars of the longest escape behind its `u`: `{10ffff}`.
  private static let longestEscape = 8

  private static func unescape(_ text: Substring) -> String {
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.popFirst() else {
        plain.unicodeScalars.append(scalar)
        continue
      }
      guard next == "u", rest.first == "{", let end = rest.prefix(Self.longestEscape).firstIndex(of: "}"),
        let value = UInt32(String(rest[..<end].dropFirst()), radix: 16), let meant = Unicode.Scalar(value)
      else {
        plain.unicodeScalars.append(next)
        continue
      }
      plain.unicodeScalars.append(meant)
      rest = rest[rest.index(after: end)...]
    }
    return plain
  }
}
