import CanonControl
import CanonControlSupport
import CanonEngine
import CanonSchedule
import Testing

@testable import CanonSession

/// Every event as one line of JSON: keys in snake_case and in alphabetical order, none that does not apply.
@Suite struct EventRecordTests {
  private func json(_ event: PerformanceEvent, _ snapshot: Snapshot = moment(at: 48_000)) -> String {
    let json = EventRecord(event, in: snapshot).json
    #expect(Notice(event, in: snapshot).json(.english) == json, "the text that listeners get")
    return json
  }

  @Test func aPendingChange() {
    #expect(
      json(.answered(violin, .accepted, status: .wait(change(at: 1_152_000)), at: 48_000, by: .input))
        == #"{"by":"input","event":"accepted","frame":1152000,"in_seconds":23,"next":"play","position":1152000,"#
        + #""state":"wait","stem":"violin-a"}"#)
    #expect(
      json(
        .answered(
          violin, .unchanged, status: .playThenMute(change(at: 72_000, by: .score)), at: 48_000, by: .input))
        == #"{"by":"score","event":"unchanged","frame":72000,"in_seconds":0.5,"next":"mute","#
        + #""position":72000,"state":"play","stem":"violin-a"}"#)
  }

  @Test func anAnswerWithNothingPending() {
    #expect(
      json(.answered(violin, .accepted, status: .stop, at: 48_000, by: .input))
        == #"{"by":"input","event":"accepted","frame":48000,"position":48000,"state":"stop","stem":"violin-a"}"#
    )
    #expect(
      json(.answered(violin, .unchanged, status: .play, at: 48_001, by: .input))
        == #"{"by":"input","event":"unchanged","frame":48001,"position":48001,"state":"play","stem":"violin-a"}"#
    )
    #expect(
      json(.answered(violin, .notPermitted, status: .mute, at: 48_001, by: .input))
        == #"{"by":"input","event":"not-permitted","frame":48001,"position":48001,"state":"mute","stem":"violin-a"}"#
    )
  }

  @Test("A change has taken place, and who had asked", arguments: Asker.usual)
  func changed(source: Asker) {
    #expect(
      json(.changed(violin, status: .mute, at: 1_152_000, by: source))
        == #"{"by":"\#(source.word)","event":"changed","frame":1152000,"position":1152000,"state":"mute","stem":"violin-a"}"#
    )
  }

  @Test func levelsSkipsAndTheStart() {
    #expect(json(.rolling) == #"{"event":"rolling"}"#)
    #expect(
      json(.level(violin, gain: Decibels(-6.5)!, pan: nil, at: 7, over: 0, by: .input))
        == #"{"by":"input","event":"level","frame":7,"gain":-6.5,"position":7,"stem":"violin-a"}"#)
    #expect(
      json(.level(violin, gain: nil, pan: Pan(0.5)!, at: 7, over: 0, by: .input))
        == #"{"by":"input","event":"level","frame":7,"pan":0.5,"position":7,"stem":"violin-a"}"#)
    #expect(
      json(.level(violin, gain: nil, pan: Pan(0.5)!, at: 72_000, over: 96_000, by: .score))
        == #"{"by":"score","event":"level","frame":72000,"frames":96000,"in_seconds":0.5,"pan":0.5,"position":72000,"stem":"violin-a"}"#
    )
    #expect(
      json(.master(.silence, at: 7, over: 0, by: .input))
        == #"{"by":"input","event":"level","frame":7,"gain":"-inf","position":7,"stem":"master"}"#)
    #expect(
      json(.master(Decibels(-6)!, at: 72_000, over: 48_000, by: .input))
        == #"{"by":"input","event":"level","frame":72000,"frames":48000,"gain":-6,"in_seconds":0.5,"position":72000,"stem":"master"}"#
    )
    #expect(
      json(.skipped(from: 9, frames: 4096)) == #"{"event":"skipped","frame":9,"frames":4096,"position":9}"#)
    var frozen = moment(at: 48_000)
    (frozen.isFrozen, frozen.reached) = (true, 5)
    #expect(
      json(.skipped(from: 9, frames: 4096), frozen)
        == #"{"event":"skipped","frame":9,"frames":4096,"position":5}"#)
  }

  @Test func aRefusalNamesItsStem() throws {
    #expect(
      try json(.refused(refusal(), by: .input))
        == #"{"by":"input","code":"locked","event":"refused","in_seconds":43200,"#
        + #""message":"\"violin-a\" is locked until 2026-12-06 (Asia/Tokyo), in 12 hours.","#
        + #""opens":"2026-12-06T00:00:00+09:00","stem":"violin-a"}"#
    )
    #expect(
      json(.refused(.tooLong(2000), by: .score))
        == #"{"by":"score","code":"too-long","event":"refused","#
        + #""message":"a line of 2000 bytes is too long. Expected a command of at most 1000."}"#)
  }

  @Test("A door says when it changes again")
  func doors() throws {
    let zone = try Zone("Asia/Tokyo")
    let now = try AsOf.parse("2026-12-05T12:00", zone: zone), then = try AsOf.parse("2026-12-06", zone: zone)
    let tokyo = moment(zone: zone, now: now)
    #expect(
      json(.opened(violin, .open(since: now, until: then)), tokyo)
        == #"{"event":"opened","in_seconds":43200,"stem":"violin-a","until":"2026-12-06T00:00:00+09:00"}"#)
    #expect(
      json(.shut(violin, .locked(opens: then)), tokyo)
        == #"{"event":"shut","in_seconds":43200,"opens":"2026-12-06T00:00:00+09:00","stem":"violin-a"}"#)
    #expect(
      json(.opened(violin, .open(since: now, until: nil)), tokyo)
        == #"{"event":"opened","stem":"violin-a"}"#)
  }

  @Test func aNoteIsOneLineWhateverItHolds() {
    #expect(
      json(.note(.waitsForClock("a\n/b\u{1b}[31mö琴")))
        == #"{"code":"waits-for-clock","event":"note","message":"\"a\n/b\u001b[31mö琴\" takes effect when the clock starts."}"#
    )
  }

  @Test func whatADriverReports() {
    #expect(
      json(.driver(.connected(server(ownBackend: "dummy"))))
        == #"{"event":"connected","server":{"client":"canon","#
        + #""connections":["system:playback_1","system:playback_2"],"implementation":"JACK 1.9.21","#
        + #""name":"default","period":256,"sample_rate":48000,"started_by_canon":"dummy"}}"#)
    #expect(
      json(.driver(.connected(server(connections: []))))
        == #"{"event":"connected","server":{"client":"canon","connections":[],"implementation":"JACK 1.9.21","#
        + #""name":"default","period":256,"sample_rate":48000}}"#)
    #expect(
      json(.driver(.lost(.ended)))
        == #"{"code":"server-ended","event":"lost","message":"The JACK server has ended."}"#)
    #expect(json(.driver(.xruns(3))) == #"{"count":3,"event":"xruns"}"#)
    #expect(
      json(.driver(.clock(position: 1 << 40, serverFrame: .max)))
        == #"{"event":"clock","frame":1099511627776,"position":1099511627776,"server_frame":4294967295}"#)
    #expect(json(.driver(.periodChanged(64))) == #"{"count":64,"event":"period"}"#)
    #expect(json(.driver(.registered(14))) == #"{"count":14,"event":"registered"}"#)
  }
}
