import CanonEngine

/// Reads one line of text as a command.
public enum CommandParser {
  public static let longestLine = 1000

  /// - Parameter line: Words separated by white space. Anything from outside is accepted and judged.
  /// - Throws: What is wrong with it. Names of stems are not judged here: the session knows them.
  public static func parse(_ line: String) throws(CommandProblem) -> ControlCommand {
    guard line.utf8.count <= longestLine else { throw .tooLong(line.utf8.count) }
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { throw .unknownWord("") }
    let first = words.removeFirst()
    guard let word = Vocabulary.word(first) else { throw .unknownWord(first) }
    switch word.arguments {
    case .request(let request): return try self.request(request, word, words)
    case .immediateRequest(let request):
      if words.isEmpty { throw .noStem(word) }
      return .request(request, StemSelection(words), nil)
    case .gain:
      let (stems, text) = try stemsAndValue(word, words)
      guard let number = decimal(text), let decibels = Decibels(number) else { throw .notDecibels(text) }
      return .gain(stems, decibels)
    case .pan:
      let (stems, text) = try stemsAndValue(word, words)
      guard let number = decimal(text), let pan = Pan(number) else { throw .notAPan(text) }
      return .pan(stems, pan)
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

  /// `STEM… [QUANTUM]`: the last word is the quantum if it reads as one and a stem stands before it.
  private static func request(
    _ request: StemRequest, _ word: Word, _ words: [String]
  ) throws(CommandProblem) -> ControlCommand {
    guard let last = words.last else { throw .noStem(word) }
    if words.count == 1 { return .request(request, StemSelection(words), nil) }
    if let quantum = Quantum(last) {
      return .request(request, StemSelection(Array(words.dropLast())), quantum)
    }
    if last.contains(":") { throw .notAQuantum(last) }
    return .request(request, StemSelection(words), nil)
  }

  private static func stemsAndValue(
    _ word: Word, _ words: [String]
  ) throws(CommandProblem) -> (StemSelection, String) {
    guard let value = words.last else { throw .noStem(word) }
    if words.count == 1 { throw Double(value) == nil ? .noNumber(word) : .noStem(word) }
    return (StemSelection(Array(words.dropLast())), value)
  }

  /// A number as people write it: no hexadecimal, no minus nought.
  private static func decimal(_ text: String) -> Double? {
    guard !text.contains(where: { "xXpP".contains($0) }), let number = Double(text) else { return nil }
    return number + 0
  }
}
