import CanonControl
import CanonEngine
import CanonNetwork
import CanonSession
import Testing

@testable import CanonOSC

/// What canon says of its addresses: nothing that it does not do, and everything that it shows.
@Suite struct OSCAddressSpaceTests {
  private func space() async throws -> OSCAddressSpace {
    let desk = try OSCBench.makeDesk()
    return OSCAddressSpace(await desk.snapshot(), levels: await OSCLevels(desk, over: 0.1))
  }

  private func methods(_ node: OSCNode) -> [(path: String, method: OSCNode.Method)] {
    (node.method.map { [(node.path, $0)] } ?? []) + node.contents.values.flatMap(methods)
  }

  /// Arguments of a type and range that a method says it takes.
  private func arguments(_ type: Character, _ range: OSCNode.Range) -> [OSCValue] {
    switch (type, range) {
    case ("f", .numbers(let range)):
      [range.lowerBound, range.upperBound, (range.lowerBound + range.upperBound) / 2 + 0.3].map {
        .float(Float($0))
      }
    case ("h", .numbers(let range)): [.long(Int64(range.lowerBound)), .long(Int64(range.upperBound))]
    case ("h", _): [.long(1)]
    case ("s", .words(let words)): words.map { .text($0) }
    case ("s", _): [.text("a")]
    case ("I", _): [.impulse]
    default: []
    }
  }

  @Test("Whatever can be set is a line that canon understands, with the arguments that are told")
  func writable() async throws {
    let methods = try await methods(space().root).filter { $0.method.access != .read }
    #expect(methods.count > 30)
    for (path, method) in methods {
      let choices = zip(method.types, method.ranges).map(arguments)
      try #require(choices.count == method.types.count && !choices.contains([]), "\(path): \(method.types)")
      for number in 0..<choices.map(\.count).max()! {
        let request = try OSCRequest(OSCMessage(path, choices.map { $0[min(number, $0.count - 1)] }))
        if OSCRequest.ownNames.contains(where: { path == "/canon/" + $0 }) { continue }
        guard case .line(let line) = request else {
          Issue.record("\(path) is no line")
          continue
        }
        #expect(throws: Never.self, "\(path)") { try CommandParser.read(line, at: .network) }
      }
    }
  }

  @Test("Every word is there, but those whose arguments have no fixed types")
  func words() async throws {
    let root = try await space().root
    let missing = Vocabulary.words(at: .network).map(\.name).filter {
      root.node(at: "/canon/" + $0)?.method == nil
    }
    #expect(Set(missing) == ["at", "in", "seek", "section", "mark", "fade"])
  }

  @Test("Everything that a subscriber is shown can be read, with the same values")
  func readable() async throws {
    let desk = try OSCBench.makeDesk()
    let (snapshot, levels) = (await desk.snapshot(), await OSCLevels(desk, over: 0.1))
    let root = OSCAddressSpace(snapshot, levels: levels).root
    for message in OSCPicture.state(snapshot) + OSCPicture.meters(levels) {
      let method = try #require(root.node(at: message.address)?.method, "\(message.address)")
      #expect(method.values == message.arguments && method.types.count == message.arguments.count)
      #expect(method.ranges.count == method.types.count, "\(message.address)")
      #expect(method.access != .write)
    }
    let clock = try #require(root.node(at: "/canon/clock")?.method)
    #expect(clock.values == nil && clock.types == "hiiif" && clock.access == .read, "it does not run")
  }

  @Test("A fader has its limits, a choice its words, a button nothing")
  func ranges() async throws {
    let stem = try #require(try await space().root.node(at: "/canon/stem/a"))
    #expect(stem.contents["gain"]?.method?.ranges == [.numbers(Decibels.range)])
    #expect(stem.contents["gain"]?.method?.access == .both && stem.contents["gain"]?.method?.types == "f")
    #expect(stem.contents["solo"]?.method?.ranges == [.words(["off", "on", "alone"])])
    #expect(stem.contents["solo"]?.method?.access == .both)
    #expect(stem.contents["press"]?.method?.types == "I" && stem.contents["press"]?.method?.access == .write)
    #expect(stem.contents["state"]?.method?.access == .read)
  }

  @Test("No word that ends canon, or names a file")
  func safe() async throws {
    let names = Set(try await methods(space().root).compactMap { $0.path.split(separator: "/").last })
    let others = Vocabulary.words.filter { !$0.places.contains(.network) }.map(\.name)
    #expect(others.contains("quit") && others.contains("replace"))
    // What is shown has names of its own.
    for word in others where OSCShown(rawValue: word) == nil {
      #expect(!names.contains(word[...]), "\(word)")
    }
  }
}
