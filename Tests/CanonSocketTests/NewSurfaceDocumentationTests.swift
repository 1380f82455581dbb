import CanonLiveSupport
import Foundation
import Testing

/// The page that shows how a surface is added quotes the socket as it is.
@Suite struct NewSurfaceDocumentationTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: CanonProcess.projectFolder + "/" + path, encoding: .utf8)
  }

  @Test func everyQuotedLineIsInTheSocketsSources() throws {
    let page = try text("Documentation/NewSurface.md")
    let source = try text("Sources/CanonSocket/SocketClient.swift").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let blocks = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let quoted = blocks.filter { $0.hasPrefix("swift\n") }.flatMap { $0.split(separator: "\n").dropFirst() }
    #expect(!quoted.isEmpty)
    for line in quoted { #expect(source.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)") }
  }

  @Test func everyFileAndFolderThatItNamesIsThere() throws {
    let page = try text("Documentation/NewSurface.md").components(separatedBy: "```").enumerated()
      .filter { $0.offset % 2 == 0 }.map(\.element).joined()
    let names = page.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let paths = names.filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") || $0.hasPrefix("Tools/") }
    #expect(paths.count > 4)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: CanonProcess.projectFolder + "/" + path), "\(path)")
    }
  }
}
