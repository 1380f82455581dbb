import Testing

@testable import CanonNetwork

/// The bytes of OSC 1.0.
@Suite struct OSCFormatTests {
  private func bytes(_ text: String, _ more: [UInt8] = []) -> [UInt8] { Array(text.utf8) + more }

  private func problem(_ packet: [UInt8]) -> OSCFormatProblem? {
    do throws(OSCFormatProblem) { _ = try OSCReader.messages(packet) } catch { return error }
    return nil
  }

  @Test("The example of the specification: /oscillator/4/frequency 440.0")
  func example() throws {
    let packet = bytes("/oscillator/4/frequency\0,f\0\0", [0x43, 0xDC, 0, 0])
    let message = OSCMessage("/oscillator/4/frequency", .float(440))
    #expect(OSCWriter.packet(message) == packet)
    #expect(try OSCReader.messages(packet) == [OSCTimedMessage(time: .immediately, message: message)])
  }

  @Test("The second example of the specification: five arguments of three types")
  func manyArguments() throws {
    let packet = bytes(
      "/foo\0\0\0\0,iisff\0\0",
      [0, 0, 3, 0xE8, 0xFF, 0xFF, 0xFF, 0xFF] + bytes("hello\0\0\0") + [
        0x3F, 0x9D, 0xF3, 0xB6, 0x40, 0xB5, 0xB2, 0x2D,
      ])
    let message = OSCMessage(
      "/foo", .int(1000), .int(-1), .text("hello"), .float(1.234), .float(5.678))
    #expect(OSCWriter.packet(message) == packet)
    #expect(try OSCReader.messages(packet).map(\.message) == [message])
  }

  @Test("Every type comes back as it was written")
  func everyType() throws {
    let message = OSCMessage(
      "/all", .int(.min), .long(.max), .float(-0.5), .double(1e300), .text("ドア"), .text(""),
      .blob([1, 2, 3, 4, 5]),
      .blob([]), .bool(true), .bool(false), .time(OSCTimeTag(bits: 77)), .none, .impulse)
    #expect(try OSCReader.messages(OSCWriter.packet(message)).map(\.message) == [message])
  }

  @Test(
    "Colors, MIDI messages and letters are read, arrays lose their brackets, and the types may be missing")
  func otherTypes() throws {
    let packet = bytes("/a\0\0,r[c]m\0\0", [0, 0, 0, 1, 0, 0, 0, 0x41, 0, 0x90, 60, 127])
    #expect(
      try OSCReader.messages(packet).map(\.message.arguments) == [[.int(1), .text("A"), .int(0x90_3C7F)]])
    #expect(try OSCReader.messages(bytes("/a\0\0")).map(\.message) == [OSCMessage("/a")])
  }

  @Test("Messages have the time of the innermost bundle")
  func bundles() throws {
    func bundle(_ time: UInt8, _ elements: [UInt8]...) -> [UInt8] {
      bytes("#bundle\0", [0, 0, 0, 0, 0, 0, 0, time])
        + elements.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
    }
    let (a, b) = (OSCMessage("/a"), OSCMessage("/b", .int(1)))
    let packet = bundle(9, OSCWriter.packet(a), bundle(12, OSCWriter.packet(b)), OSCWriter.packet(a))
    let messages = try OSCReader.messages(packet)
    #expect(messages.map(\.message) == [a, b, a])
    #expect(messages.map(\.time.bits) == [9, 12, 9])
    var deep = bundle(1)
    for _ in 1..<OSCReader.deepest { deep = bundle(1, deep) }
    #expect(problem(deep) == nil)
    #expect(problem(bundle(1, deep)) == .tooDeep)
    let crowd = Array(repeating: [0, 0, 0, 8] + OSCWriter.packet(a), count: OSCReader.mostMessages).joined()
    let full = bundle(1) + crowd
    #expect(try OSCReader.messages(full).count == OSCReader.mostMessages)
    #expect(problem(full + [0, 0, 0, 8] + OSCWriter.packet(a)) == .tooMany)
  }

  @Test(
    "What is no packet is refused with its reason",
    arguments: [
      ([], .length(0)), (Array("/ab".utf8), .length(3)), (Array("ab\0\0".utf8), .noAddress),
      (Array("#bundle1".utf8), .short), (Array("#bundl\0\0".utf8), .noAddress),
      (Array("#bundle\0\0\0\0\0\0\0\0\u{1}\u{7F}\u{7F}\u{7F}\u{7F}".utf8), .short),
      (Array("/abc".utf8), .short), (Array("/a\0\0i\0\0\0".utf8), .noTypes),
      (Array("/a\0\0,i\0\0".utf8), .short), (Array("/a\0\0,s\0\0abcd".utf8), .short),
      (Array("/a\0\0,b\0\0\u{7F}\0\0\0".utf8), .short), (Array("/a\0\0,b\0\0\0\0\0\u{5}abcd".utf8), .short),
      (Array("/a\0\0,x\0\0".utf8), .type("x")), (Array("/a\0\0,s\0\0".utf8) + [0xFF, 0, 0, 0], .notText),
      (Array("/a\0\0,c\0\0\0\u{1}\0\0".utf8), .notText),
    ] as [([UInt8], OSCFormatProblem)])
  func refused(packet: [UInt8], reason: OSCFormatProblem) { #expect(problem(packet) == reason) }

  @Test("Many messages go in as few packets as hold them, in order, none longer than asked")
  func packets() throws {
    let messages = (1...200).map { OSCMessage("/canon/stem/s\($0)/gain", .float(Float($0))) }
    let packets = OSCWriter.packets(messages, longest: 1472)
    #expect(packets.allSatisfy { $0.bytes.count <= 1472 })
    #expect(packets.count < 7)
    #expect(try packets.flatMap { try OSCReader.messages($0.bytes) }.map(\.message) == messages)
    #expect(packets.flatMap(\.messages) == messages)
    #expect(OSCWriter.packets([messages[0]], longest: 10).map(\.bytes) == [OSCWriter.packet(messages[0])])
    #expect(OSCWriter.packets([], longest: 10).isEmpty)
  }

  @Test("A time tag is a time of day, also after 2036")
  func timeTags() {
    for seconds in [0, 1_448_000_000.5, 2_085_978_495.75, 2_085_978_496.25, 4_000_000_000] {
      #expect(abs(OSCTimeTag(secondsSince1970: seconds).secondsSince1970 - seconds) < 1e-6)
    }
    #expect(OSCTimeTag(secondsSince1970: 0).bits >> 32 == 2_208_988_800)
  }
}
