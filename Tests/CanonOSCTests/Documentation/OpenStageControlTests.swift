import CanonControl
import CanonLiveSupport
import CanonNetwork
import CanonStems
import Foundation
import Testing

@testable import CanonOSC

/// Documentation/OpenStageControl.json plays canon: canon understands what it sends, and sends what it shows.
@Suite struct OpenStageControlTests {
  private func shippedSet() throws -> StemSet {
    try StemSetFile.load(CanonProcess.projectFolder + "/Stems/pachelbel-canon")
  }

  /// The addresses of canon while it plays the shipped set.
  private func addresses() async throws -> OSCNode {
    let desk = try OSCBench.makeDesk(try shippedSet())
    return OSCAddressSpace(await desk.snapshot(), levels: await OSCLevels(desk, over: 0.1)).root
  }

  @Test("It is a session with a tile for each stem, whose widgets name no others than its own")
  func form() throws {
    let layout = try OpenStageControlLayout()
    #expect(layout.session["type"] as? String == "session")
    #expect(layout.session["version"] as? String == "1.30.0")
    #expect(layout.widgets[0]["type"] as? String == "root")
    let shipped = try shippedSet()
    #expect(layout.stems == shipped.stems.map(\.id))
    let ids = layout.widgets.compactMap { $0["id"] as? String }
    #expect(ids.count == layout.widgets.count && Set(ids).count == ids.count)
    let types: Set = ["root", "panel", "matrix", "button", "fader", "text", "variable", "script"]
    for widget in layout.widgets {
      let type = widget["type"] as? String ?? ""
      #expect(types.contains(type), "\(type)")
      let named = OpenStageControlLayout.scripts(widget) + (widget["colorWidget"] as? String ?? "")
      for match in named.matches(of: #/(?:get|set)\('([^']+)'|@\{(\w+)\}/#) {
        let id = try #require(match.1 ?? match.2)
        #expect(ids.contains(String(id)), "\(id)")
      }
    }
  }

  @Test("canon understands everything that it sends, for the stems of the shipped set")
  func sent() async throws {
    let addresses = try await addresses()
    let messages = try OpenStageControlLayout().widgets.flatMap { try OpenStageControlLayout.messages($0) }
    #expect(messages.count > 50)
    for message in messages {
      let access = addresses.node(at: message.address)?.method?.access
      #expect(access == .write || access == .both, "\(message.address)")
      guard case .line(let line) = try OSCRequest(message) else {
        #expect(message.address == "/canon/subscribe")
        continue
      }
      #expect(throws: Never.self, "\(line)") { try CommandParser.read(line, at: .network) }
    }
  }

  @Test("canon sends everything that it shows")
  func shown() async throws {
    let addresses = try await addresses()
    let source = CanonProcess.projectFolder + "/Sources/CanonOSC/Client/OSCClient.swift"
    let answers = try String(contentsOfFile: source, encoding: .utf8)
    let listening = try OpenStageControlLayout().widgets.filter {
      ["text", "variable", "fader"].contains($0["type"] as? String ?? "")
    }
    let shown = Set(listening.compactMap { $0["address"] as? String })
    #expect(shown.count > 30 && shown.contains("/canon/stem/violin-e/state"))
    for address in shown {
      let access = addresses.node(at: address)?.method?.access
      let isAnswer = answers.contains("OSCMessage(\"\(address)\",")
      #expect(access == .read || access == .both || isAnswer, "\(address)")
    }
  }

  @Test("It compares states with those of canon, and renews its subscriptions in time")
  func states() throws {
    let text = try OpenStageControlLayout().text
    let words = [OSCShown.state, .solo].flatMap(\.ranges).flatMap { range -> [String] in
      if case .words(let words) = range { words } else { [] }
    }
    let compared = text.matches(of: #/=== '(\w+)'/#).map { String($0.1) }
    #expect(compared.count > 3)
    for word in compared { #expect(words.contains(word), "\(word)") }
    let renewal = try #require(text.firstMatch(of: #/setInterval\(subscribe, (\d+)\)/#))
    let interval = try #require(Int(renewal.1))
    // One renewal may be lost.
    let settings = OSCSettings(language: .english, now: { 0 })
    #expect(Duration.milliseconds(2 * interval) < settings.expiry)
  }
}
