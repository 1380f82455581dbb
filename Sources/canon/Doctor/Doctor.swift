import ArgumentParser
import CanonControl
import CanonDoctor
import CanonFiles
import CanonJack
import CanonSchedule
import CanonSession
import Foundation

/// `canon doctor`: whether this machine is ready, what is missing, and how to mend it.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find out what this machine lacks for a performance, and how to mend it.",
    discussion: """
      It looks at rights, processors, servers, sound cards, clock, zones, disks and memory, and then plays the set for three \
      seconds on a silent server of its own and compares what arrives with the rendering. Exit status: 0 if nothing is wrong (there \
      may be warnings), 1 if something is.
      """)

  @OptionGroup var options: SourceOptions
  @Flag(help: "One JSON object on standard output.") var json = false
  @OptionGroup var server: ServerOptions
  @OptionGroup var language: LanguageOption
  /// Tells only what the server is like: canon asks itself through `pw-jack`.
  @Flag(help: .hidden) var probe = false

  func validate() throws { try server.check(language) }

  func run() async throws {
    ServerMessages.capture(show: getenv("CANON_JACK_MESSAGES") != nil)
    if probe { return try await tellOfServer() }
    let signals = Signals()
    let examination = examination()
    let (language, json) = (language, json)
    let examining = Task {
      await examination.run(at: .now()) { finding in
        if !json { for line in DoctorText.lines(finding, language.text) { Output.line(line) } }
      }
    }
    let interrupted = Task {
      await signals.wait()
      guard !Task.isCancelled else { return }
      // The self-test tidies up before it ends.
      Deadline.set(after: .seconds(20), .failed)
      examining.cancel()
    }
    let findings = await examining.value
    interrupted.cancel()
    if examining.isCancelled { throw ExitCode(ExitStatus.failed.rawValue) }
    if json { Output.line(DoctorRecord.text(findings, language.surface.json)) }
    let wrong = findings.count { $0.level == .wrong }
    if wrong > 0 { throw Failure(.failed, language.text.wording.problems(wrong)) }
    if !json { Output.line(language.text.wording.noProblems) }
  }

  private func tellOfServer() async throws {
    do throws(JackProblem) {
      Output.line(try await Examination.serverText(server.server))
    } catch {
      throw Failure(error, language.text)
    }
  }

  /// A source that cannot be read is a finding. Without a named one and a default one the machine alone is examined.
  private func examination() -> Examination {
    var examination = Examination(
      server.request, environment: ProcessInfo.processInfo.environment, probe: ["doctor", "--probe"])
    guard let origin = try? options.origin(language.text) else { return examination }
    do throws(FileProblems) {
      examination.source = try Source.load(origin, dated: .headers)
    } catch {
      examination.problems = error.problems
    }
    return examination
  }
}
