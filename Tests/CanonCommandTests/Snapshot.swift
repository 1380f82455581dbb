import CanonLiveSupport
import Foundation
import Testing

/// Compares lines with the file `Snapshots/NAME.txt`.
///
/// After a change that is meant, `CANON_RECORD_SNAPSHOTS=1 swift test --filter CanonCommandTests` writes the files
/// anew; then every comparison fails, so that a recording is never taken for a pass. Look at `git diff` before
/// committing them.
func expectSnapshot(
  _ lines: [String], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let path = "\(CanonProcess.projectFolder)/Tests/CanonCommandTests/Snapshots/\(name).txt"
  let text = lines.joined(separator: "\n") + "\n"
  if ProcessInfo.processInfo.environment["CANON_RECORD_SNAPSHOTS"] != nil {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    Issue.record("recorded \(path)", sourceLocation: sourceLocation)
    return
  }
  let recorded = try String(contentsOfFile: path, encoding: .utf8)
  #expect(text == recorded, "\(path) says otherwise", sourceLocation: sourceLocation)
}
