import CanonEngine

/// Reads one line of text as a command.
public enum CommandParser {
  public static let longestLine = 1000

  /// - Parameters:
  ///   - line: Words separated by white space. Anything from outside is accepted and judged.
  ///   - views: The words besides commands that are understood where the line was typed; an unknown word may be
  ///     meant for one of them.
  /// - Throws: What is wrong with it. Names of stems are not judged here: the session knows them.
  public static func parse(
    _ line: String, besides views: [String] = []
  ) throws(CommandProblem) -> ControlCommand {
    guard line.utf8.count <= longestLine else { throw .tooLong(line.utf8.count) }
    guard var words = CommandWords.split(line) else { throw .openQuote(line) }
    guard !words.isEmpty else { throw .unknownWord("") }
    let first = words.removeFirst()
    guard let word = Vocabulary.word(first) else { throw .unknownWord(first, besides: views) }
    switch word.arguments {
    case .request(let request): return try self.request(request, word, words)
    case .start: return try start(word, words)
    case .immediateRequest(let request):
      if words.isEmpty { throw .noStem(word) }
      return .request(request, StemSelection(words), nil)
    case .gain:
      let (stems, text, fade) = try mix(word, words)
      guard let number = decimal(text), let decibels = Decibels(number) else { throw .notDecibels(text) }
      return .gain(stems, decibels, fade)
    case .pan:
      let (stems, text, fade) = try mix(word, words)
      guard let number = decimal(text), let pan = Pan(number) else { throw .notAPan(text) }
      return .pan(stems, pan, fade)
    case .solo: return try solo(word, words)
    case .scene:
      let quantum = try takeQuantum(&words)
      guard let name = words.first else { throw .noScene(word) }
      if words.count > 1 { throw .unexpected(words[1], word) }
      return .scene(name, quantum)
    case .replace:
      let quantum = words.count > 2 ? try takeQuantum(&words) : nil
      guard let stem = words.first else { throw .noStem(word) }
      guard words.count > 1 else { throw .noFile(word) }
      if words.count > 2 { throw .unexpected(words[2], word) }
      return .replace(StemSelection([stem]), file: words[1], quantum)
    case .frames:
      guard let text = words.first, let frames = FrameCount(text), (0...1_000_000_000_000).contains(frames)
      else {
        throw .notFrames(words.first ?? "")
      }
      if words.count > 1 { throw .unexpected(words[1], word) }
      return .skip(frames)
    case .none:
      if let extra = words.first { throw .unexpected(extra, word) }
      return .quit
    }
  }

  /// `STEM… [QUANTUM]`
  private static func request(
    _ request: StemRequest, _ word: Word, _ words: [String]
  ) throws(CommandProblem) -> ControlCommand {
    var words = words
    let quantum = try takeQuantum(&words)
    if words.isEmpty { throw .noStem(word) }
    return .request(request, StemSelection(words), quantum)
  }

  /// `STEM… [QUANTUM] [from FRAME]`
  private static func start(_ word: Word, _ words: [String]) throws(CommandProblem) -> ControlCommand {
    var words = words
    var from: FramePosition?
    if words.count > 2, words[words.count - 2] == "from" {
      let text = words[words.count - 1]
      guard let frame = FramePosition(text), frame.magnitude <= ScoreTime.largestFrame else {
        throw .notAFrame(text)
      }
      from = frame
      words.removeLast(2)
    }
    let quantum = try takeQuantum(&words)
    if words.isEmpty { throw .noStem(word) }
    return .request(.start, StemSelection(words), quantum, from: from)
  }

  /// The last word, if it reads as a quantum and another word stands before it.
  private static func takeQuantum(_ words: inout [String]) throws(CommandProblem) -> Quantum? {
    guard words.count > 1, let last = words.last else { return nil }
    if let quantum = Quantum(last) {
      words.removeLast()
      return quantum
    }
    if last.contains(":") { throw .notAQuantum(last) }
    return nil
  }

  /// `STEM… NUMBER [QUANTUM] [over LENGTH]`
  private static func mix(
    _ word: Word, _ words: [String]
  ) throws(CommandProblem) -> (StemSelection, String, Fade) {
    var words = words
    var fade = Fade.immediate
    if words.count > 2, let over = words.lastIndex(of: "over"), over > 0 {
      let text = Array(words[(over + 1)...])
      guard let length = FadeLength(text) else { throw .notALength(text.joined(separator: " ")) }
      fade.length = length
      words.removeSubrange(over...)
    }
    if words.count > 2 { fade.quantum = try takeQuantum(&words) }
    guard let value = words.last else { throw .noStem(word) }
    if words.count == 1 { throw Double(value) == nil ? .noNumber(word) : .noStem(word) }
    return (StemSelection(Array(words.dropLast())), value, fade)
  }

  /// `STEM… [on|off|alone] [QUANTUM]`, or `off [QUANTUM]`
  private static func solo(_ word: Word, _ words: [String]) throws(CommandProblem) -> ControlCommand {
    var words = words
    let quantum = try takeQuantum(&words)
    guard let last = words.last else { throw .noStem(word) }
    let mode = SoloMode.allCases.first { $0.word == last }
    if mode != nil { words.removeLast() }
    if words.isEmpty {
      guard mode == .off else { throw .noStem(word) }
      return .solo(nil, .off, quantum)
    }
    return .solo(StemSelection(words), mode ?? .on, quantum)
  }

  /// A number as people write it: no hexadecimal, no minus nought.
  private static func decimal(_ text: String) -> Double? {
    guard !text.contains(where: { "xXpP".contains($0) }), let number = Double(text) else { return nil }
    return number + 0
  }
}
