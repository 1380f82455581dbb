import ArgumentParser
import CanonControl
import CanonFiles
import CanonSession
import CanonStems
import Foundation

/// `canon ports`: what goes where in a running canon.
struct Ports: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what the outputs of a running canon are connected to, or save that as a plan.",
    discussion: """
      Shows each connection with its reason (--connect, patch.toml, the set, the default, or a person's hand), what people have \
      disconnected, and which targets are waited for. Exit status: 0 done, 69 no canon of that name, or nothing to save because it \
      has no JACK server, 73 the file exists or cannot be written.
      """)

  @Option(help: "The name of the canon, given by \"canon play --name\".") var name = "canon"
  @Flag(help: "One JSON object on standard output.") var json = false
  @Option(
    help: ArgumentHelp(
      "Write the present connections to this new file, as a patch.toml. An existing file is never overwritten.",
      valueName: "file"),
    completion: .file())
  var save: String?
  @OptionGroup var language: LanguageOption

  func validate() throws {
    if json && save != nil { throw language.error(.both("--json", "--save")) }
  }

  func run() throws {
    let canon = try RunningCanon(named: name, language.text)
    let isText = !json && save == nil
    let line = try canon.ask("ports", isText: isText, in: json ? language.surface.json : language.text)
    let answer = try RunningCanon.decode(RunningCanon.Answer.self, line, language.text)
    try answer.check(language.text)
    if let save {
      try write(line, to: save)
    } else if json {
      Output.line(try Self.document(line, language.text))
    } else {
      for text in answer.text ?? [] { Output.line(CleanText.clean(text)) }
    }
  }

  /// The answer without the reply around it.
  private static func document(_ line: String, _ language: Language) throws -> String {
    let reply = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    guard let answer = reply?["answer"],
      let data = try? JSONSerialization.data(
        withJSONObject: answer, options: [.sortedKeys, .withoutEscapingSlashes])
    else {
      throw Failure(.failed, CommandLineProblem.unreadableAnswer(String(line.prefix(200))).text(language))
    }
    return String(decoding: data, as: UTF8.self)
  }

  private struct Reply: Decodable {
    struct Answer: Decodable {
      var plan: String?
      var omitted: [Omission]?
    }
    struct Omission: Decodable {
      var output: String
      var target: String
    }
    var answer: Answer
  }

  private func write(_ line: String, to path: String) throws {
    let answer = try RunningCanon.decode(Reply.self, line, language.text).answer
    guard let plan = answer.plan else {
      throw Failure(.noServer, CommandLineProblem.nothingToSave(name).text(language.text))
    }
    do throws(SoundProblem) {
      try TextWriter.create(path, with: plan)
    } catch {
      guard error.cause == .system(EEXIST) else { throw Failure(error, language.text) }
      throw Failure(.cannotWrite, CommandLineProblem.planExists(path).text(language.text))
    }
    let wording = language.text.wording
    Output.line(CleanText.clean(wording.planWritten(path)))
    for omission in answer.omitted ?? [] {
      Output.note("canon: " + wording.omitted(omission.target, of: omission.output))
    }
  }
}
