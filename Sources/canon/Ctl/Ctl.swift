import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
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
    let canon = try RunningCanon(named: name, language.text)
    let isWatching = words == ["watch"]
    let answer = try canon.ask(
      Self.line(words), isText: !json, in: json ? language.surface.json : language.text,
      isEndless: isWatching)
    let reply = try read(answer)
    if json {
      Output.line(answer)
    } else {
      let said = reply.status == 0 && reply.reply != "later" ? reply.messages ?? [] : []
      for line in (reply.text ?? []) + said { Output.line(CleanText.clean(line)) }
    }
    try reply.check(language.text)
    if !json, reply.reply == "later" {
      for line in reply.messages ?? [language.text.wording.acceptedForLater] {
        Output.note("canon: " + CleanText.clean(line))
      }
    }
    guard isWatching else { return }
    while let line = canon.readLine() {
      if json {
        Output.line(line)
      } else {
        for text in try read(line).text ?? [] { Output.line(CleanText.clean(text)) }
      }
    }
  }

  private func read(_ line: String) throws -> RunningCanon.Answer {
    try RunningCanon.decode(RunningCanon.Answer.self, line, language.text)
  }

  /// The words as a typed line. A single argument with spaces is already a line.
  private static func line(_ words: [String]) -> String {
    words.count == 1 ? words[0] : words.map(CommandWords.quote).joined(separator: " ")
  }
}
