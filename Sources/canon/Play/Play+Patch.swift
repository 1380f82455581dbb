import ArgumentParser
import CanonControl
import CanonSession
import CanonStems
import Foundation

/// What is said about connections beside the set: by `--connect`, and by the user's own file.
extension Play {
  func checkConnections() throws {
    for text in connect where PatchRule(option: text) == nil { throw language.error(.connection(text)) }
  }

  /// What the options say.
  /// - Returns: nil if nothing is to be connected.
  /// - Throws: An output that the set does not have.
  func patch(for set: StemSet) throws -> Patch? {
    let rules = connect.compactMap { PatchRule(option: $0) }
    for rule in rules where !set.outputs.contains(where: rule.output.matches) {
      let problem = OptionProblem.unknownOutput(rule.output.description, known: set.outputs)
      throw Failure(.usage, CommandLineProblem.option(problem).text(language.text))
    }
    return noConnect ? nil : Patch(rules)
  }

  /// The path of the user's own file; nil if it does not matter.
  var patchFile: String? {
    noConnect ? nil : PatchFile.path(ProcessInfo.processInfo.environment)
  }
}

extension DevicePolicy: ExpressibleByArgument {}
