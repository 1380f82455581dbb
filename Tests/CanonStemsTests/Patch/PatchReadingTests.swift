import CanonFiles
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// The table `[patch]` of a set, and the user's file `patch.toml`.
@Suite struct PatchReadingTests {
  private static let stems =
    "title = \"Small\"\n[[bus]]\nid = \"hall\"\n"
    + ["cello", "violin-a"].map { "[[stem]]\nid = \"\($0)\"\nfile = \"a.wav\"\nbase = true\n" }.joined()

  private func set(_ more: String = "") throws -> StemSet {
    try StemSetFile.parse(path: "set.toml", text: Self.stems + more)
  }

  private func problems(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch let error as FileProblems {
      return error.problems.map { "\($0.line ?? 0) \($0.field ?? "") \($0.code ?? "")" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("A table of outputs and targets; an empty array connects to nothing")
  func table() throws {
    let set = try set(
      """
      [patch]
      master = "physical:1"
      "violin-*" = ["reverb:in_*", "/^ardour:.*in$/"]
      hall_1 = []
      """)
    #expect(
      set.patch.map { "\($0.output) \($0.targets.map(\.description))" } == [
        #"master ["physical:1"]"#, #"violin-* ["reverb:in_*", "/^ardour:.*in$/"]"#, "hall_1 []",
      ])
    #expect(try self.set().patch == [])
  }

  @Test("What is wrong is told with its line; nothing else is lost")
  func wrong() throws {
    let first = Self.stems.split(separator: "\n").count + 1
    let told = problems {
      _ = try set(
        """
        [patch]
        celo = "a"
        "a b" = "a"
        cello = 3
        master = ["physical:0", "b"]
        "flute-*" = "a"
        """)
    }
    #expect(
      told == [
        "\(first + 1) celo patch.unknown-output", "\(first + 2) a b patch.output",
        "\(first + 3) cello patch.targets",
        "\(first + 4) master patch.target", "\(first + 5) flute-* patch.unknown-output",
      ])
    #expect(problems { _ = try set("patch = 3\n") } != [])
  }

  @Test("The user's file has a table for each set by its title; the others are checked as far as they can be")
  func file() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/patch.toml"
    let set = try set()
    #expect(try PatchFile.load(path, for: set) == [])
    try Data("[Small]\ncello = \"desk\"\n[Other]\nflute = \"desk\"\n".utf8).write(
      to: URL(fileURLWithPath: path))
    #expect(try PatchFile.load(path, for: set).map(\.output.description) == ["cello"])
    for (text, told) in [
      ("[Small]\nflute = \"desk\"\n", "2 \"Small\": flute patch.unknown-output"),
      ("[Other]\nflute = 3\n", "2 \"Other\": flute patch.targets"), ("Small = 3\n", "1 Small patch.table"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      #expect(problems { _ = try PatchFile.load(path, for: set) } == [told])
    }
  }
}
