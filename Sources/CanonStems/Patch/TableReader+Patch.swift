import CanonFiles

/// Reading a table of a patch: each key is an output, each value a target or an array of targets.
extension TableReader {
  /// - Parameter outputs: The ids of all outputs (``StemSet/outputs``); nil if they are not known.
  func patch(among outputs: [String]?) -> [PatchRule] {
    let rules = keys.compactMap { patchRule($0, outputs) }
    finish()
    return rules
  }

  private func patchRule(_ key: String, _ outputs: [String]?) -> PatchRule? {
    guard let value = value(key) else { return nil }
    guard let output = PatchOutput(key) else {
      report(key, found: nil, PatchAdvice.output)
      return nil
    }
    if let outputs, !outputs.contains(where: output.matches) {
      report(key, found: nil, PatchAdvice.unknownOutput(key, known: outputs))
      return nil
    }
    let texts =
      value.string.map { [$0] } ?? strings(key, count: 0...PatchRule.mostTargets, PatchAdvice.targets)
    guard let texts else { return nil }
    var targets: [PatchTarget] = []
    for text in texts {
      if let target = PatchTarget(text) {
        targets.append(target)
      } else {
        report(key, found: CleanText.quote(text), PatchAdvice.target)
      }
    }
    return targets.count == texts.count ? PatchRule(output, targets) : nil
  }
}
