import ArgumentParser
import CanonControl
import CanonSession
import CanonStems
import Foundation

/// What `--connect` and the user's own file say about connections.
extension Play {
  func checkConnections() throws {
    for text in connect where PatchRule(option: text) == nil { throw language.error(.connection(text)) }
  }

  /// - Returns: nil if nothing is to be connected.
  /// - Throws: An output that the set does not have; all problems of the file.
  func patch(for set: StemSet) throws -> Patch? {
    let rules = connect.compactMap { PatchRule(option: $0) }
    for rule in rules where !set.outputs.contains(where: rule.output.matches) {
      let problem = OptionProblem.unknownOutput(rule.output.description, known: set.outputs)
      throw Failure(.usage, CommandLineProblem.option(problem).text(language.text))
    }
    if noConnect { return nil }
    guard let file = PatchFile.path(ProcessInfo.processInfo.environment) else { return Patch(rules) }
    do {
      return Patch(rules, try PatchFile.load(file, for: set))
    } catch {
      throw Failure(error, language.text)
    }
  }
}

extension DevicePolicy: ExpressibleByArgument {}
