/// A line of a patch: what an output is connected to. No target: to nothing.
public struct PatchRule: Hashable, Sendable {
  public let output: PatchOutput
  public let targets: [PatchTarget]

  /// As many connections as a port of JACK can have.
  package static let mostTargets = 2048

  public init(_ output: PatchOutput, _ targets: [PatchTarget]) {
    (self.output, self.targets) = (output, targets)
  }

  /// The rule of an option: `TARGET` for the master, or `OUTPUT=TARGET`.
  /// - Returns: nil if it is neither.
  public init?(option text: String) {
    var (output, target) = (PatchOutput(PatchOutput.master), text)
    // A name of a port, or an expression, may hold the sign too.
    if let sign = text.firstIndex(of: "="), let named = PatchOutput(String(text[..<sign])) {
      (output, target) = (named, String(text[text.index(after: sign)...]))
    }
    guard let output, let target = PatchTarget(target) else { return nil }
    self.init(output, [target])
  }
}
