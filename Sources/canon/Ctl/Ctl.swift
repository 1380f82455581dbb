import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonSocket
import Foundation

/// `canon ctl`: sends a line to a running canon.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Control a running canon: \"canon ctl press violin-a bar\", \"canon ctl status\", \"canon ctl watch\".",
    discussion: """
      The words are those of the command line in "canon play" ("canon ctl help"). watch shows all events until the \
      performance ends. Write options before the word; --json can also come last. Exit status: 0 accepted or unchanged, 77 locked, 1 refused for \
      another reason, 2 unknown word or wrong usage, 69 no canon of that name.
      """)

  @Option(help: "The name of the canon, given by \"canon play --name\".") var name = "canon"
  @OptionGroup var language: LanguageOption
  @Flag(help: "Print answers and events as JSON, one object per line.") var json = false
  @Argument(
    parsing: .captureForPassthrough, help: "A word and its parameters.",
    completion: .custom { words, _, prefix in CtlCompletion.candidates(words, prefix: prefix) })
  var words: [String] = []

  /// In seconds: longer than canon waits for a stalled server.
  private static let patience = 10

  func run() throws {
    var words = words
    var json = json
    if words.last == "--json" {
      words.removeLast()
      json = true
    }
    // Options are recognised only before the words; among the words they are passed on.
    if ["--help", "-h"].contains(words.first) { throw CleanExit.helpRequest(Ctl.self) }
    guard !words.isEmpty else {
      throw Failure(.usage, CommandLineProblem.noWord.text(language.text))
    }
    // A reader that ends, as in "canon ctl watch | head", ends canon ctl too.
    signal(SIGPIPE, SIG_DFL)
    let place = SocketPlace.usual(environment: ProcessInfo.processInfo.environment)
    do throws(SocketProblem) {
      try place.check()
    } catch {
      if case .folder(_, ENOENT) = error {
        throw Failure(.noServer, SocketProblem.nobody(name: name, others: []).text(language.text))
      }
      throw Failure(.failed, error.text(language.text))
    }
    guard let socket = UnixSocket(connectingTo: place.path(of: name)) else {
      throw Failure(.noServer, SocketProblem.nobody(name: name, others: place.living()).text(language.text))
    }
    let isWatching = words == ["watch"]
    socket.limitWaiting(seconds: isWatching ? 0 : Self.patience)
    let request = Request(
      line: Self.line(words), text: !json, lang: (json ? language.surface.json : language.text).rawValue)
    // The write may fail, because canon does not read from a client that it refuses. The answer gives the reason.
    _ = socket.write(line: JSONText.text(request))
    guard let answer = socket.readLine() else {
      throw Failure(.noServer, SocketProblem.noAnswer(place.path(of: name)).text(language.text))
    }
    let reply = try read(answer)
    if json {
      Output.line(answer)
    } else {
      for line in reply.text ?? [] { Output.line(CleanText.clean(line)) }
    }
    if reply.status != 0 {
      throw Failure(ExitStatus(rawValue: reply.status) ?? .failed, messages(of: reply))
    }
    if !json, reply.reply == "later" {
      Output.note("canon: " + language.text.wording.acceptedForLater)
    }
    guard isWatching else { return }
    while let line = socket.readLine() {
      if json {
        Output.line(line)
      } else {
        for text in try read(line).text ?? [] { Output.line(CleanText.clean(text)) }
      }
    }
  }

  private struct Request: Encodable {
    var line: String
    var text: Bool
    var lang: String
    /// Each call is a client of its own: `canon ctl undo` takes back what another call has changed.
    let shared = true
  }

  private struct Answer: Decodable {
    var reply: String?
    var status: Int32 = 0
    var messages: [String]?
    var codes: [String]?
    var text: [String]?

    enum Keys: String, CodingKey { case reply, status, messages, codes, text }

    init(from decoder: any Decoder) throws {
      let object = try decoder.container(keyedBy: Keys.self)
      reply = try object.decodeIfPresent(String.self, forKey: .reply)
      status = try object.decodeIfPresent(Int32.self, forKey: .status) ?? 0
      messages = try object.decodeIfPresent([String].self, forKey: .messages)
      codes = try object.decodeIfPresent([String].self, forKey: .codes)
      text = try object.decodeIfPresent([String].self, forKey: .text)
    }
  }

  /// An error of the protocol may be in another language, because canon does not know that of the client yet.
  private func messages(of answer: Answer) -> [String] {
    let errors = answer.reply == "error" ? (answer.codes ?? []).compactMap(SocketError.init(code:)) : []
    return errors.isEmpty ? answer.messages ?? [] : errors.map { $0.text(language.text) }
  }

  private func read(_ line: String) throws -> Answer {
    do {
      return try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    } catch {
      throw Failure(
        .failed, CommandLineProblem.unreadableAnswer(String(line.prefix(200))).text(language.text))
    }
  }

  /// The words as a typed line. A single argument with spaces is already a line.
  private static func line(_ words: [String]) -> String {
    words.count == 1 ? words[0] : words.map(CommandWords.quote).joined(separator: " ")
  }
}
