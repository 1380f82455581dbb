import CanonSession
import Foundation
import Testing

@testable import CanonControl

/// What a word takes: in a usage line, in the help of one word, and for programs.
@Suite struct ParameterTests {
  /// One of each kind, with its name in a usage line and for programs.
  private static let kinds: [(ParameterKind, name: String, json: String)] = [
    (.stems(orMaster: false), "STEM", "stems"), (.stem, "STEM", "stem"),
    (.number(.decibels), "DECIBELS", "number"), (.number(.frames), "FRAMES", "number"),
    (.frame, "FRAME", "frame"), (.choice(["on", "off"]), "on|off", "choice"), (.scene, "SCENE", "scene"),
    (.file, "FILE", "file"), (.quantum, "QUANTUM", "quantum"), (.length, "LENGTH", "length"),
    (.word, "WORD", "word"), (.time, "TIME", "time"), (.place(orWay: true), "PLACE", "place"),
    (.command, "COMMAND", "command"), (.waiting, "NUMBER|all", "waiting"),
    (.playedTempo, "TEMPO", "tempo"), (.transposition, "KEY", "key"), (.variant, "VARIANT", "variant"),
    (.span, "PLACE .. PLACE [then PLACE]", "span"), (.section, "SECTION", "section"),
    (.destination, "NAME", "destination"), (.bus, "BUS", "bus"),
  ]

  @Test("In a usage line what may be left out stands in brackets, with the word that introduces it")
  func usage() {
    for (kind, name, _) in Self.kinds {
      let dots = kind == .stems(orMaster: false) ? "…" : ""
      #expect(Parameter.required(kind).usage == name + dots)
      #expect(Parameter.optional(kind, default: "x").usage == "[\(name)\(dots)]")
      #expect(Parameter.optional(kind, after: "over", default: "x").usage == "[over \(name)\(dots)]")
      #expect(Parameter.required(kind, after: "over").usage == "over \(name)\(dots)")
    }
  }

  @Test("Only stems may be several")
  func repeats() {
    for (kind, _, _) in Self.kinds {
      #expect(Parameter.required(kind).repeats == (kind == .stems(orMaster: false)))
    }
  }

  @Test(
    "The values of each kind, for the help of one word",
    arguments: [
      (.stems(orMaster: false), "ids, globs such as violin-*, or all"),
      (.stems(orMaster: true), "ids, globs such as violin-*, or all; or master"),
      (.stem, "the id of one stem"), (.number(.decibels), "-120 to 24 dB, or -inf for silence"),
      (.number(.pan), "-1 (left) to 1 (right)"), (.number(.level), "0 (silent) to 1 (not faded)"),
      (.number(.frames), "0 to 1000000000000 frames"), (.number(.edition), "1 to 1000000000"),
      (.frame, "a whole number of frames, counted from the first downbeat"),
      (.choice(["on", "off"]), "on, off"),
      (.scene, "a scene of the set"), (.file, "a file of the set's folder"),
      (.quantum, "now, beat, bar, loop, stem, cycle; with a count from 1 to 1000000, as bar:2"),
      (.length, "a number of bars, beats, loops, s, ms, frames"), (.word, "a word of the vocabulary"),
      (.time, "a number of s, bar or loop with a number from 1, or @ and a frame"),
      (.place(orWay: false), "as TIME, or 1:30 (minutes and seconds)"),
      (.place(orWay: true), "as TIME, or 1:30 (minutes and seconds), or + or - and a length"),
      (.waiting, "a number that status shows, or all"),
      (.playedTempo, "beats per minute from 1 to 1000, a percentage of the set's own tempo, or original"),
      (.transposition, "semitones from -24 to +24, cents from -2400 to +2400, or original"),
      (.variant, "a variant of the set"),
      (.span, "two places of the loop, each as TIME, with .. between them, and where the music goes then"),
      (.section, "a section of the set"), (.destination, "a section of the set, or the number of a mark"),
      (.bus, "a bus of the set, or cue"),
    ] as [(ParameterKind, String)])
  func values(kind: ParameterKind, values: String) { #expect(kind.values == values) }

  @Test("The commands that can wait are listed, just those that the parser accepts")
  func waiting() throws {
    let values = ParameterKind.command.values
    let list = try #require(values.split(separator: "with ").last)
    let listed = Set(list.replacing(" or ", with: ", ").split(separator: ", ").map(String.init))
    let accepted = Vocabulary.words(at: .lines).filter { word in
      (try? CommandParser.parse("at bar 9 \(word.example)", at: .lines)) != nil
    }
    #expect(listed == Set(accepted.map(\.name)))
  }

  @Test("Each word in capitals that needs a meaning has it below the list, once, in the order of the words")
  func notes() {
    let notes = Vocabulary.notes(at: .lines)
    #expect(
      notes.map { $0.prefix { $0 != " " } } == [
        "STEM", "QUANTUM", "from", "LENGTH", "TIME", "PLACE", "TEMPO", "KEY",
      ])
    #expect(Set(notes).count == notes.count)
    #expect(Vocabulary.notes(at: .scenes).contains { $0.hasPrefix("TIME") } == false, "no scene waits")
  }

  @Test("For programs: the kind, and what its values are limited to")
  func records() throws {
    for (kind, name, json) in Self.kinds {
      let record = ParameterRecord(.optional(kind, after: "over", default: "x"))
      #expect(record.name == name && record.kind == json)
      #expect(record.isOptional && record.keyword == "over" && record.default == "x")
    }
    let frames = ParameterRecord(.required(.number(.frames)))
    #expect(
      frames.minimum == 0 && frames.maximum == 1e12 && frames.isWhole == true && frames.unit == "frames")
    #expect(ParameterRecord(.required(.number(.pan))).unit == nil)
    #expect(ParameterRecord(.required(.stems(orMaster: true))).values == ["all", "master"])
    #expect(ParameterRecord(.required(.place(orWay: true))).values == ["s", "bar", "loop", "+", "-"])
    #expect(ParameterRecord(.required(.place(orWay: false))).values == ["s", "bar", "loop"])
    #expect(ParameterRecord(.required(.time)).values == ["s", "bar", "loop"])
    #expect(ParameterRecord(.required(.waiting)).values == ["all"])
    #expect(ParameterRecord(.required(.choice(["on"]))).values == ["on"])
  }

  @Test(
    "The limits that programs are told are the parser's",
    arguments: [
      (.number(.decibels), "", ""), (.number(.pan), "", ""), (.number(.level), "", ""),
      (.number(.frames), "", ""), (.number(.edition), "", ""), (.frame, "", ""), (.quantum, "bar:", ""),
      (.length, "", " bars"), (.length, "", " frames"), (.time, "bar ", ""), (.time, "loop ", ""),
      (.place(orWay: true), "bar ", ""), (.waiting, "", ""),
    ] as [(ParameterKind, String, String)])
  func limits(kind: ParameterKind, before: String, behind: String) throws {
    let record = ParameterRecord(.required(kind))
    func isRead(_ number: Double) -> Bool {
      var arguments = Arguments()
      return arguments.read(
        "\(before)\(Int64(number))\(behind)".split(separator: " ").map(String.init)[...], as: kind)
    }
    let minimum = try #require(record.minimum)
    #expect(isRead(minimum) && !isRead(minimum - 1))
    if let maximum = record.maximum { #expect(isRead(maximum) && !isRead(maximum + 1)) }
  }

  @Test(
    "The places of a word, for a table",
    arguments: [
      (Set(Place.allCases), "everywhere"), (Set(Place.allCases).subtracting([.scenes]), "not in scenes"),
      (Set(Place.allCases).subtracting([.scenes, .network]), "not in network, scenes"),
      ([.screen, .lines, .socket, .network], "screen, lines, socket, network"), ([.journals], "journals"),
      ([], ""),
    ] as [(Set<Place>, String)])
  func places(places: Set<Place>, text: String) { #expect(places.text == text) }
}
