import ArgumentParser
import CanonControl
import CanonFiles
import CanonNSM
import CanonSession
import Foundation

/// The command line: one file for each subcommand, and the only place where modules are put together.
struct Canon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "canon",
    abstract: "Layers the parts of one piece of music: loops on one clock, behind doors that open by date.",
    discussion: ExitStatus.help,
    version: "canon \(Version.text)",
    subcommands: [
      Play.self, Render.self, Check.self, New.self, Doors.self, Doctor.self, Ports.self, Ctl.self,
    ])
}

@main
struct Main {
  /// Wrong usage exits with 2 and not with the parser's own 64, which many programs use for a bad file.
  static func main() async {
    signal(SIGPIPE, SIG_IGN)
    holdStandardDescriptors()
    do {
      if CommandLine.arguments.count == 1, NSMSession.isOffered(ProcessInfo.processInfo.environment) {
        try await Play.runInSession()
        return
      }
      try refuseUnknownSubcommand(CommandLine.arguments.dropFirst())
      var command = try Canon.parseAsRoot()
      // Without room for threads nothing that is awaited would come.
      try ProcessLimits.checkAddressSpace(LanguageOption.usual(in: CommandLine.arguments.dropFirst()))
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as Failure {
      for line in failure.lines { Output.note(clean("canon: \(line)")) }
      exit(failure.status.rawValue)
    } catch {
      let code = Canon.exitCode(for: error)
      let message = clean(Canon.fullMessage(for: error))
      if code == .success {
        Output.line(message)
        exit(ExitStatus.done.rawValue)
      }
      Output.note(message)
      exit(code == .validationFailure ? ExitStatus.usage.rawValue : ExitStatus.failed.rawValue)
    }
  }

  /// If canon is started with a closed input or output, its output must not end up in a sound file that got the same descriptor.
  private static func holdStandardDescriptors() {
    var descriptor: Int32 = 0
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
    if descriptor > 2 { close(descriptor) }
  }

  /// Typed text can contain any character.
  private static func clean(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { CleanText.clean(String($0)) }
      .joined(separator: "\n")
  }

  /// The parser would only say that the argument is unexpected.
  private static func refuseUnknownSubcommand(_ arguments: ArraySlice<String>) throws {
    let word = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
    let known = Canon.configuration.subcommands.map { $0._commandName } + ["help"]
    guard let word, !word.hasPrefix("-"), !known.contains(word) else { return }
    throw Failure(
      .usage,
      CommandLineProblem.unknownSubcommand(word, known: known).text(LanguageOption.usual(in: arguments)))
  }
}
