import CanonDoctor
import CanonFiles
import CanonTestSupport
import Testing

/// Documentation/Doctor.md names every code and every figure of the findings, and no others.
@Suite struct DoctorDocumentationTests {
  private let text: String
  /// The rows of its tables, each as its cells.
  private let rows: [[Substring]]
  private let findings: [Finding]

  init() throws {
    let path = projectFolder.appending(path: "Documentation/Doctor.md").path
    text = try TextFile.read(path, kind: "the documentation")
    rows = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map { $0.split(separator: "|") }
    findings = try EveryFinding().all
  }

  private func words(_ cell: Substring) -> Set<String> {
    Set(cell.matches(of: /`([a-z_-]+)`/).map { String($0.1) })
  }

  @Test("The table of subjects has each code once")
  func codes() throws {
    // What stands in brackets explains the code before it.
    let cells = rows.filter { $0.count == 3 }.map { $0[1].replacing(/\([^)]*\)/, with: "") }
    let documented = cells.flatMap { $0.matches(of: /`([a-z-]+)`/).map { String($0.1) } }
    #expect(documented.count == Set(documented).count)
    #expect(Set(documented) == Set(findings.map(\.code)))
  }

  @Test("A code's row has each of its figures, and each figure of a row is one of its codes'")
  func figures() throws {
    let start = try #require(rows.firstIndex { $0.map(String.init) == [" code ", " figures "] })
    var undocumented = Set(findings.filter { !$0.figures.isEmpty }.map(\.code))
    for row in rows[(start + 2)...] where row.count == 2 {
      let codes = words(row[0])
      let found = findings.filter { codes.contains($0.code) }
      let names = Set(found.flatMap(\.figures.keys))
      #expect(names.isSubset(of: words(row[1])), "\(codes)")
      // The name of the server is left out for the default one, as in these findings.
      #expect(words(row[1]).subtracting(names).isSubset(of: ["name"]), "\(codes)")
      undocumented.subtract(codes)
    }
    #expect(undocumented == [])
  }

  @Test("Each level is explained")
  func levels() throws {
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("Each finding has a level:") })
    #expect(Finding.Level.allCases.allSatisfy { line.contains("`\($0.rawValue)`") })
  }
}
