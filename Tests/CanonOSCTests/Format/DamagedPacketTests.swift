import CanonNetwork
import CanonTestSupport
import Testing

@testable import CanonOSC

/// Packets as a hostile or broken sender has them.
@Suite struct DamagedPacketTests {
  private static let whole: [[UInt8]] = {
    let messages = [
      OSCMessage("/canon/press", .text("violin-a"), .text("bar")),
      OSCMessage("/canon/stem/violin-a/gain", .float(-6)),
      OSCMessage("/canon/line", .text("start all loop:2")),
      OSCMessage(
        "/all", .int(1), .long(2), .double(3), .blob([1, 2, 3]), .bool(true), .none, .time(.immediately)),
    ]
    return messages.map(OSCWriter.packet) + OSCWriter.packets(messages + messages, longest: 4096).map(\.bytes)
  }()

  @Test(
    "A damaged packet is read as other messages or refused, and what was read can be written and read again",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func damaged() throws {
    var random = SplitMix64(seed: 5)
    var refused = 0
    let count = LongCampaign.count(100_000, long: 1_000_000)
    for _ in 0..<count {
      let packet = Self.packet(&random)
      do throws(OSCFormatProblem) {
        for timed in try OSCReader.messages(packet) {
          let message = timed.message
          let again = try OSCReader.messages(OSCWriter.packet(message)).map(\.message)
          // A number that is none is not equal to itself.
          #expect("\(again)" == "\([message])")
          _ = try? OSCRequest(message)
        }
      } catch { refused += 1 }
    }
    #expect(refused > count / 10 && refused < count)
  }

  /// A packet with some damage.
  static func packet(_ random: inout SplitMix64) -> [UInt8] {
    var packet = random.pick(whole)
    for _ in 0..<Int(random.number(1...4)) { damage(&packet, &random) }
    return packet
  }

  private static func damage(_ packet: inout [UInt8], _ random: inout SplitMix64) {
    guard !packet.isEmpty else { return }
    let place = Int(random.number(0...Int64(packet.count - 1)))
    switch random.number(1...5) {
    case 1: packet[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: packet[place] ^= 1 << UInt8(random.number(0...7))
    case 3: packet.removeSubrange(place...)
    case 4: packet.insert(contentsOf: packet.prefix(4 * Int(random.number(1...4))), at: place)
    default: packet.removeSubrange(place..<min(packet.count, place + 4))
    }
  }
}
