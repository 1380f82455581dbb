import CanonControlSupport
import CanonEngine
import CanonFiles
import CanonLiveSupport
import CanonSchedule
import Foundation
import Testing

@testable import CanonControl
@testable import CanonSession

/// The answers to `status`, `doors` and `help` for programs.
@Suite struct AnswerRecordTests {
  @Test func statusIsOneObject() {
    let wait = moment(at: 1_104_000, .wait(change(at: 1_152_000)), follow: 2_304_000, master: -3)
    #expect(
      StatusRecord(wait, preview: nil).json
        == #"{"bar":8,"beat":3,"elapsed_seconds":23,"event":"status","frame":1104000,"gain":-3,"is_away":false,"is_frozen":false,"is_paused":false,"key":"original","loop":1,"marks":[],"position":1104000,"remaining_seconds":1,"#
        + #""sample_rate":48000,"stems":["#
        + #"{"file":"cello.flac","gain":0,"is_base":true,"is_held":false,"is_open":true,"is_unreadable":false,"pan":0,"solo":"off","state":"play","stem":"cello","title":"Cello"},"#
        + #"{"by":"input","file":"violin-a.flac","follow":2304000,"frame":1152000,"gain":-5.3,"in_seconds":1,"is_base":false,"is_held":false,"is_open":true,"is_unreadable":false,"#
        + #""next":"play","pan":0.25,"solo":"off","state":"wait","stem":"violin-a","title":"Violin A"}],"#
        + #""tempo":"original","title":"Canon in D","waiting":[]}"#)
  }

  @Test func statusNamesTheCommandsThatWait() {
    var wait = moment(at: 1_104_000, .wait(change(at: 1_152_000)))
    wait.waiting = [WaitingCommand(number: 3, command: .panic, at: 1_152_000, by: .input)]
    #expect(
      StatusRecord(wait, preview: nil).json.contains(
        #""waiting":[{"by":"input","command":"panic","frame":1152000,"in_seconds":1,"number":3}]"#))
  }

  @Test func statusTellsWhatIsRecorded() {
    var moment = moment(at: 9)
    #expect(!StatusRecord(moment, preview: nil).json.contains("recording"))
    moment.recording = RecordStatus(path: "a.wav", frames: 96_000, lost: 24_000, sampleRate: .studio)
    #expect(
      StatusRecord(moment, preview: nil).json.contains(
        #""recording":{"file":"a.wav","lost_seconds":0.5,"seconds":2}"#))
  }

  @Test func statusTellsHowFarTheFilesAreRead() {
    var moment = moment(at: 9)
    #expect(!StatusRecord(moment, preview: nil).json.contains("loading"))
    moment.loading = .init(done: 1, files: 3, seconds: 2, slow: "pad.m4a")
    #expect(
      StatusRecord(moment, preview: nil).json.contains(
        #""loading":{"done":1,"files":3,"seconds":2,"slow":"pad.m4a"}"#))
  }

  @Test func statusTellsWhatIsCaptured() {
    var moment = moment(at: 9)
    #expect(!StatusRecord(moment, preview: nil).json.contains("capture"))
    moment.capture = CaptureStatus(
      stem: "voice", isAdded: true, from: 48_009, until: 96_009, latency: 512, sources: ["system:capture_1"])
    #expect(
      StatusRecord(moment, preview: nil).json.contains(
        #""capture":{"end_frame":96009,"ends_in_seconds":2,"frame":48009,"from":["system:capture_1"],"in_seconds":1,"is_added":true,"latency":512,"stem":"voice"}"#
      ))
    moment.capture = CaptureStatus(
      stem: "voice", isAdded: false, from: 9, until: 48_009, latency: 0, sources: [])
    #expect(StatusText.status(moment, .english).contains("Capturing voice: 1.0 s left."))
  }

  @Test func statusWithoutServerTempoAndRateLeavesOutWhatThereIsNot() throws {
    let away = moment(
      rate: nil, grid: nil, end: 9, door: .locked(opens: Instant(secondsSince1970: 1)), isAway: true)
    let text = StatusRecord(away, preview: "2026-12-05 12:00").json
    for key in ["bar", "beat", "loop", "sample_rate"] { #expect(!text.contains("\"\(key)\"")) }
    #expect(text.contains(#""is_away":true"#) && text.contains(#""preview":"2026-12-05 12:00""#))
    #expect(
      text.contains(
        #""end":9,"file":"violin-a.flac","gain":-5.3,"is_base":false,"is_held":false,"is_open":false,"is_unreadable":false"#
      ))
    let noTempo = moment(grid: Grid(loop: GridLine(numerator: 1_152_000, denominator: 1)!))
    #expect(StatusRecord(noTempo, preview: nil).json.contains(#""loop":1"#))
    #expect(!StatusRecord(noTempo, preview: nil).json.contains("beat"))
  }

  @Test func aPausedPerformanceSaysSoAndWhichStemsAreHeld() {
    let next = Snapshot.Next(value: false, at: 9)
    let text = StatusRecord(moment(.play, isHeld: true, nextHeld: next), preview: nil).json
    #expect(text.contains(#""is_paused":true"#))
    #expect(
      text.contains(
        #""is_held":false,"is_open":true,"is_unreadable":false,"pan":0,"solo":"off","state":"play","stem":"cello""#
      ))
    #expect(text.contains(#""is_base":false,"is_held":true"#))
    #expect(text.contains(#""next_held":{"frame":9,"value":false}"#))
  }

  @Test func aRequestThatTheEngineHasNotReceivedHasAKeyOfItsOwn() {
    let text = StatusRecord(moment(.play, requested: .mute), preview: nil).json
    #expect(text.contains(#""pan":0.25,"requested":"mute","solo":"off","state":"play""#))
    #expect(!StatusRecord(moment(), preview: nil).json.contains("requested"))
  }

  @Test func theFileIsTheOneThatPlaysNow() {
    #expect(StatusRecord(moment(file: "take 2.wav"), preview: nil).json.contains(#""file":"take 2.wav""#))
  }

  @Test("help has every word of the place", arguments: Place.allCases)
  func helpHasEveryWord(place: Place) throws {
    let data = Data(HelpRecord(at: place).json.utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let words = try #require(object["words"] as? [[String: Any]])
    #expect(words.map { $0["word"] as? String } == Vocabulary.words(at: place).map(\.name))
    #expect(words.first?["usage"] as? String == "press STEM… [QUANTUM]")
    #expect(words.first?["example"] as? String == "press violin-a")
    #expect((words.first?["places"] as? [String])?.contains(place.rawValue) == true)
    #expect(object["notes"] as? [String] == Vocabulary.notes(at: place))
    #expect(object["event"] as? String == "help")
  }

  @Test("help with a word has what it takes: ranges, units and what applies by default")
  func helpForOneWord() throws {
    guard case .view(.help(let gain?, let place)) = try CommandParser.read("help gain", at: .lines) else {
      return #expect(Bool(false))
    }
    let forms = #"""
      "forms":[[{"is_optional":false,"kind":"stems","name":"STEM","values":["all","master"]},
      {"is_optional":false,"is_whole":false,"kind":"number","maximum":24,"minimum":-120,"name":"DECIBELS","unit":"dB","values":["-inf"]},
      {"default":"immediately","is_optional":true,"is_whole":true,"kind":"quantum","maximum":1000000,"minimum":1,"name":"QUANTUM",
      "values":["now","beat","bar","loop","stem","cycle"]},
      {"default":"as short as possible without a click","is_optional":true,"keyword":"over","kind":"length",
      "maximum":1000000000,"minimum":0,"name":"LENGTH","values":["bars","beats","loops","s","ms","frames"]}]]
      """#
    let json = HelpRecord(gain, at: place).json
    #expect(json.contains(forms.replacing("\n", with: "")))
  }

  @Test func theDocumentationNamesEveryKeyOfTheAnswers() throws {
    let page = try TextFile.read(
      CanonProcess.projectFolder + "/Documentation/Events.md", kind: "the documentation")
    let start = try #require(page.range(of: "## The answers")?.lowerBound)
    let text = page[start...]
    let full = moment(at: 1, .wait(change(at: 9)), end: 9, follow: 9, requested: .stop)
    for json in [StatusRecord(full, preview: "a").json, HelpRecord(at: .socket).json] {
      for key in Set(json.matches(of: /"([a-z_]+)":/).map { String($0.1) }) {
        #expect(text.contains("`\(key)`"), "\(key)")
      }
    }
  }
}
