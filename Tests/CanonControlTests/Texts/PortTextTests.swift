import CanonFiles
import CanonSession
import CanonStems
import Foundation
import Testing

@testable import CanonControl

/// The answer to `ports`, for people and programs.
@Suite struct PortTextTests {
  private static let map: PortMap = {
    let patch = Patch([PatchRule(option: "cello=desk")!]).above(
      [PatchRule(PatchOutput("violin-*")!, [PatchTarget("reverb:in_*")!])])
    let ids = ["master", "cello", "organ", "violin-a", "violin-b"]
    let wants = patch.wants(
      of: ids, among: Patch.Inputs(all: ["card:1", "card:2", "desk:1"], physical: ["card:1", "card:2"]))
    let hand = Patch.Wish("master", .left, "desk:1"), cut = Patch.Wish("master", .right, "card:2")
    return PortMap(
      client: "canon", ids: ids, patch: patch, wants: wants,
      connected: wants.there.filter { $0 != cut } + [hand],
      kept: KeptWiring(added: [hand], cut: [cut]))
  }()

  @Test("Each connected output has a line, with the reasons; then come the others, and what is waited for")
  func lines() {
    #expect(
      PortText.lines(Self.map, .english) == [
        #"master: left to "card:1" (default) and "desk:1" (connected by hand); right to nothing. "#
          + #"Disconnected by hand: right from "card:2"."#,
        #"cello: left to "desk:1" (--connect); right to "desk:1" (--connect)."#,
        "Not connected: organ, violin-a and violin-b.",
        #"Waiting for "reverb:in_*" (set), which violin-a and violin-b are to be connected to."#,
      ])
  }

  @Test("The same in Japanese")
  func japanese() {
    #expect(
      PortText.lines(Self.map, .japanese) == [
        "master：左は「card:1」（既定）、「desk:1」（手動で接続）、右は接続なし。手動で切断：右は「card:2」。",
        "cello：左は「desk:1」（--connect）、右は「desk:1」（--connect）。",
        "接続されていない出力：organ、violin-a、violin-b。",
        "violin-a、violin-bの接続先「reverb:in_*」（セット）を待っています。",
      ])
  }

  @Test("Without a server nothing is shown as connected")
  func noServer() {
    #expect(PortText.lines(nil, .english).count == 1)
    #expect(PortText.lines(nil, .english)[0].hasPrefix("There is no JACK server, so nothing is connected."))
    #expect(
      PortsRecord(nil, title: "A").json
        == #"{"event":"ports","is_away":true,"outputs":[],"title":"A","waiting":[]}"#)
  }

  @Test("Programs get the same, and the plan")
  func record() throws {
    let text = PortsRecord(Self.map, title: "A").json
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(object["client"] as? String == "canon" && object["is_away"] as? Bool == false)
    let outputs = try #require(object["outputs"] as? [[String: Any]])
    #expect(outputs.map { $0["output"] as? String } == Self.map.ids)
    let ports = try #require(outputs[0]["ports"] as? [[String: Any]])
    #expect(ports.map { $0["port"] as? String } == ["canon:master_1", "canon:master_2"])
    #expect(ports[1]["cut"] as? [String] == ["card:2"])
    let connections = try #require(ports[0]["connections"] as? [[String: String]])
    #expect(
      connections == [
        ["input": "card:1", "origin": "default", "target": "physical:1"],
        ["input": "desk:1", "origin": "person"],
      ])
    let waiting = try #require(object["waiting"] as? [[String: Any]])
    #expect(waiting.count == 1 && waiting[0]["target"] as? String == "reverb:in_*")
    #expect(waiting[0]["origin"] as? String == "set")
    #expect(
      waiting[0]["ports"] as? [String] == [
        "canon:violin-a_1", "canon:violin-a_2", "canon:violin-b_1", "canon:violin-b_2",
      ])
    #expect((object["plan"] as? String)?.contains("cello = \"desk\"\n") == true)
  }

  @Test("A single channel is named as a port")
  func oneChannel() throws {
    let patch = Patch([PatchRule(option: "cello_2=late:in")!])
    let wants = patch.wants(of: ["cello"], among: Patch.Inputs(all: [], physical: []))
    let map = PortMap(client: "canon", ids: ["cello"], patch: patch, wants: wants, connected: [])
    #expect(
      PortText.lines(map, .english).last
        == #"Waiting for "late:in" (--connect), which cello_2 is to be connected to."#)
  }
}
