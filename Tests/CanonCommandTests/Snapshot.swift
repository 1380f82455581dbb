import CanonTestSupport
import Testing

/// Compares lines with the file `Snapshots/NAME.txt`. ``RecordedText`` says how to write it anew.
func expectSnapshot(
  _ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = RecordedText("Tests/CanonCommandTests/Snapshots/\(name).txt")
  let text = lines.joined(separator: "\n") + "\n"
  #expect(try file.complaint(about: text) == nil, sourceLocation: sourceLocation)
}
