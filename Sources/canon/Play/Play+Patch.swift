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

  /// What the options of this canon say, or, if they say nothing, those of the one before that it goes on with.
  func connections(after evening: Evening?) -> ConnectionOptions {
    if noConnect { return .nothing }
    return connect.isEmpty ? evening?.connections ?? .none : .rules(connect)
  }

  /// - Throws: An output that the set does not have.
  func checkOutputs(of set: StemSet) throws {
    for rule in connect.compactMap(PatchRule.init(option:))
    where !set.outputs.contains(where: rule.output.matches) {
      let problem = OptionProblem.unknownOutput(rule.output.description, known: set.outputs)
      throw Failure(.usage, CommandLineProblem.option(problem).text(language.text))
    }
  }

  /// - Returns: nil if nothing is to be connected.
  func patch(_ connections: ConnectionOptions) -> Patch? {
    switch connections {
    case .rules(let rules): Patch(rules.compactMap { PatchRule(option: $0) })
    case .nothing: nil
    }
  }

  /// The path of the user's own file; nil if it does not matter.
  var patchFile: String? {
    noConnect ? nil : PatchFile.path(ProcessInfo.processInfo.environment)
  }
}

extension DevicePolicy: ExpressibleByArgument {}
