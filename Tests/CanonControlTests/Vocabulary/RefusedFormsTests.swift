import CanonControl
import CanonEngine
import CanonSession
import Testing

/// What people read who have nearly said what they meant: the words with fades, scenes and files.
@Suite struct RefusedFormsTests {
  private func message(_ line: String, at place: Place = .scores) -> String {
    do {
      return "no problem: \(try CommandParser.parse(line, at: place))"
    } catch {
      return error.message
    }
  }

  @Test(
    "A missing part is named",
    arguments: [
      (
        "start",
        "start: a stem is missing. Use: start STEM… [QUANTUM] [from FRAME], e.g. start violin-a bar:2"
      ),
      (
        "gain -6",
        "gain: a stem is missing. Use: gain STEM… DECIBELS [QUANTUM] [over LENGTH], e.g. gain violin-a -12 over 2 bars"
      ),
      (
        "gain cello over 2 bars",
        "gain: a number is missing. Use: gain STEM… DECIBELS [QUANTUM] [over LENGTH], e.g. gain violin-a -12 over 2 bars"
      ),
      ("solo", "solo: a stem is missing. Use: solo STEM… [on|off|alone] [QUANTUM], e.g. solo violin-a"),
      ("solo on", "solo: a stem is missing. Use: solo STEM… [on|off|alone] [QUANTUM], e.g. solo violin-a"),
      (
        "solo alone bar",
        "solo: a stem is missing. Use: solo STEM… [on|off|alone] [QUANTUM], e.g. solo violin-a"
      ),
      ("scene", "scene: a scene is missing. Use: scene SCENE [QUANTUM], e.g. scene finale"),
      (
        "replace",
        "replace: a stem is missing. Use: replace STEM FILE [QUANTUM], e.g. replace violin-a take-2.flac"
      ),
      (
        "replace cello",
        "replace: a file is missing. Use: replace STEM FILE [QUANTUM], e.g. replace violin-a take-2.flac"
      ),
    ])
  func missing(line: String, message: String) { #expect(self.message(line) == message) }

  @Test("A missing choice is a word")
  func missingChoice() {
    #expect(
      message("toggle", at: .lines)
        == "toggle: a word is missing. Use: toggle mute|solo STEM… [QUANTUM], e.g. toggle mute violin-a")
  }

  @Test(
    "What is one word too many is shown",
    arguments: [
      ("scene verse finale", "scene: \"finale\" is one word too many. Use: scene SCENE [QUANTUM]"),
      (
        "replace cello take 2.flac",
        "replace: \"2.flac\" is one word too many. Use: replace STEM FILE [QUANTUM]"
      ),
      ("replace cello a b now", "replace: \"b\" is one word too many. Use: replace STEM FILE [QUANTUM]"),
    ])
  func tooMany(line: String, message: String) { #expect(self.message(line) == message) }

  @Test(
    "A length is a number and a unit",
    arguments: ["", "2", "bars", "two bars", "1.5 bars", "-1 s", "2 bars 3", "loop"])
  func badLength(length: String) {
    for line in ["gain cello -6", "pan cello 0.5", "gain master -6 loop"] {
      #expect(
        message("\(line) over \(length)")
          == "\"\(length)\" is not a length. Expected a number and loops, bars, beats, s, ms or frames, as over 2 bars."
      )
    }
  }

  @Test(
    "A start counts as one on a frame",
    arguments: ["bar", "1.5", "-", "10 20", "9999999999999999", "-9999999999999999"])
  func badFrame(text: String) {
    #expect(
      message("start cello from \(text)")
        == "start: \"\(text)\" is not a frame. Expected a whole number, e.g. from 1152000.")
  }

  @Test(
    "A count that is none is told so, in every word with a quantum",
    arguments: [
      "press a", "start a", "stop a", "mute a", "unmute a", "gain a -6", "pan a 0", "solo a", "solo a alone",
      "scene verse", "replace a b.wav", "solo off",
    ])
  func badQuantum(line: String) {
    for quantum in ["stem:0", "cycle:x", "now:2"] {
      #expect(
        message("\(line) \(quantum)")
          == "\"\(quantum)\" is not a quantum. Expected now, beat, bar, loop, stem or cycle, with a count if wanted, as bar:2."
      )
    }
  }

  @Test func aQuoteThatIsNotClosedShowsTheLine() {
    #expect(
      message("replace cello \"take 2.flac")
        == "\"replace cello \"take 2.flac\": a quote is not closed. Write a name with spaces as \"take 2.flac\"."
    )
    #expect(
      message("replace cello \"take\n2.flac\"")
        == "\"replace cello \"take\\u{a}2.flac\"\": a quote is not closed. Write a name with spaces as \"take 2.flac\"."
    )
  }

  @Test("A gain that is none, before a quantum and a fade", arguments: ["-6dB", "24.1", "nan", "0x5"])
  func badNumbers(text: String) {
    #expect(
      message("gain cello \(text) loop over 2 bars")
        == "gain: \"\(text)\" is not a number of decibels from -120 to 24, e.g. gain cello -6.")
    #expect(
      message("pan cello \(text) loop over 2 bars")
        == "pan: \"\(text)\" is not a number from -1 (left) to 1 (right), e.g. pan cello 0.3.")
  }

  @Test func whatOnlyTheSessionCanTellHasItsSentence() {
    let longest = EngineHandle.longestFade
    #expect(
      CommandProblem.noSuchFade(.bars(2)).message
        == "no fade can take 2 bars: the set has no such unit, or it is more than \(longest) frames. Use a shorter length, or one in seconds."
    )
    #expect(
      CommandProblem.tooFar(stem: "cello", .cycle).message
        == "\"cello\": the next boundary \"cycle\" is too far in the future. Use loop, or a smaller count."
    )
    #expect(
      CommandProblem.noGrid(.bar).message
        == "the set has no bars. Use now, loop, stem or cycle, or give the set a tempo and a loop that it divides."
    )
    #expect(
      CommandProblem.unknownScene("vers", known: ["verse", "finale"]).message
        == "no scene is called \"vers\". Did you mean \"verse\"? There are: verse, finale.")
    #expect(
      CommandProblem.unknownScene("verse", known: []).message
        == "this set defines no scenes, so there is no \"verse\". Add one with [[scene]] in its set file.")
    #expect(
      CommandProblem.oneStem("violin-*").message
        == "\"violin-*\" means several stems; replace takes one. Name the stem.")
    #expect(
      CommandProblem.notOfAScene(.stem).message
        == "\"stem\" cannot be used with a scene: each stem has loops of its own, and a scene happens on one frame. Use now, beat, bar, loop or cycle."
    )
  }
}
