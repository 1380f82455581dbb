import CanonControl
import CanonControlSupport
import CanonFiles
import Testing

@testable import CanonSession

/// Programmes, and what is wrong with them.
@Suite struct SetListFileTests {
  @Test("A programme has its pieces in order, what ends each, and the silence after it")
  func pieces() throws {
    let list = try SetListFile.parse(
      path: "Schedules/e.programme.toml",
      text: """
        title = "Vespers"
        pause = "freeze"
        [[piece]]
        source = "../Stems/a"
        loops = 8
        gap = "4 s"
        [[piece]]
        source = "b.toml"
        title = "Vigil"
        scene = "coda"
        [[piece]]
        source = "c"
        scene = "coda"
        loops = 2
        gap = "500 ms"
        [[piece]]
        source = "d"
        """)
    #expect(list.title == "Vespers" && list.pause == .freeze)
    #expect(
      list.pieces.map(\.path) == [
        "Schedules/../Stems/a", "Schedules/b.toml", "Schedules/c", "Schedules/d",
      ])
    #expect(
      list.pieces.map(\.end) == [.loops(8), .scene("coda", loops: 1), .scene("coda", loops: 2), .byHand])
    #expect(list.pieces.map(\.gap) == [4_000_000, 0, 500_000, 0])
    #expect(list.pieces.map(\.title) == [nil, "Vigil", nil, nil])
  }

  @Test(
    arguments: BrokenFile.cases(
      #"""
      ## no pieces
      title = "Vespers"
      -> p.toml: piece: expected a [[piece]] for each piece of the programme. Write for example [[piece]], and \#
      below it source = "../Stems/pachelbel-canon".

      ## another pause
      pause = "stop"
      [[piece]]
      source = "a"
      -> p.toml:1: pause: found "stop", expected silence or freeze. Write e.g. pause = "freeze"; silence lets \#
      the music run on unheard.

      ## a piece without a source
      [[piece]]
      loops = 8
      -> p.toml:1: piece 1: source: expected the set or schedule of the piece, as seen from the programme's \#
      folder. Write for example source = "../Stems/pachelbel-canon".

      ## a path from the root
      [[piece]]
      source = "/a"
      -> p.toml:2: piece 1: source: found "/a", expected a path that starts in the programme's folder. Write it \#
      from there; use .. to go up one folder.

      ## no loops
      [[piece]]
      source = "a"
      loops = 0
      -> p.toml:3: piece 1: loops: found 0, expected a whole number of loops from 1 to 1000000. Write for \#
      example loops = 8, or remove the line: the piece then plays until somebody goes on.

      ## a gap in bars
      [[piece]]
      source = "a"
      gap = "2 bars"
      -> p.toml:3: piece 1: gap: found "2 bars", expected a silence in seconds or milliseconds, as "4 s" or \#
      "500 ms", at most one hour. Write for example gap = "4 s", or remove the line: the next piece then \#
      follows at once.

      ## an unknown key
      [[piece]]
      source = "a"
      loop = 8
      -> p.toml:3: piece 1: loop: found an unknown key, expected one of "source", "title", "loops", "scene", \#
      "gap". Did you mean "loops"?
      """#))
  func wrong(file: BrokenFile) {
    #expect(
      file.surprises { text throws(FileProblems) in try SetListFile.parse(path: "p.toml", text: text) } == [])
  }

  @Test("A programme that names itself, or another one, is refused")
  func programmes() throws {
    let programme = try SmallProgramme("[[piece]]\nsource = \"evening.programme.toml\"\n")
    let problems = Source.problems(programme.path)
    #expect(problems.map(\.line) == [2])
    #expect(problems.map(\.expected) == ["a set or a schedule, not this programme itself"])
    _ = try programme.small.folder.write(
      "[[piece]]\nsource = \"evening.programme.toml\"\n", to: "other.programme.toml")
    let others = Source.problems(programme.small.folder.file("other.programme.toml"))
    #expect(others.map(\.expected) == ["a set or a schedule, not a programme"])
  }

  @Test("All pieces are checked, and so is the scene that ends one")
  func check() throws {
    let programme = try SmallProgramme(
      """
      [[piece]]
      source = "set.toml"
      scene = "coda"
      [[piece]]
      source = "missing.toml"
      [[piece]]
      source = "second"
      """)
    let problems = Source.problems(programme.path)
    #expect(problems.map(\.field) == ["piece 1: scene", nil])
    #expect(problems.map(\.found) == ["\"coda\"", "no such file"])
  }
}
