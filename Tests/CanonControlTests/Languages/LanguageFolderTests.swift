import CanonFiles
import CanonTestSupport
import Foundation
import Testing

/// Every module keeps a language in one folder, `Languages/Japanese`, so that another language is another folder beside it.
@Suite struct LanguageFolderTests {
  /// What is no sentence: marks with which no line begins, and PipeWire's name of a device, in Chinese.
  private static let marks = [
    "Sources/CanonTerminal/Painting/WrappedText.swift", "Sources/CanonJack/Client/DeviceWatch.swift",
  ]

  private func sources() throws -> [(path: String, text: String)] {
    let folder = projectFolder.appending(path: "Sources")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    return try names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map {
      ("Sources/" + $0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8))
    }
  }

  @Test func japaneseIsInItsFoldersAlone() throws {
    let sources = try sources()
    let japanese = sources.filter { $0.text.contains(/[\u{3041}-\u{30ff}\u{4e00}-\u{9fff}]/) }.map(\.path)
    #expect(japanese.count > 20)
    #expect(japanese.filter { !$0.contains("/Languages/Japanese/") && !Self.marks.contains($0) } == [])
  }

  /// So that what a language needs can be read from the folder of another one.
  @Test func whateverHasWordsOfItsOwnHasAFileThere() throws {
    let sources = try sources()
    let types = sources.flatMap { path, text in
      text.matches(of: /(?:enum|struct|extension) ([\w.]+): [^{\n]*\bTranslated(?:Advice)?\b/).map {
        (module: path.split(separator: "/")[1], name: $0.output.1.split(separator: ".")[0])
      }
    }
    #expect(types.count > 8)
    for (module, name) in types where name != "Translated" {
      let path = "Sources/\(module)/Languages/Japanese/\(name)+Japanese.swift"
      #expect(sources.contains { $0.path == path }, "\(path)")
    }
  }
}
