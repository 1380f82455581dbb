import NIOCore
import NIOEmbedded
import Testing

@testable import CanonNetwork

/// Who is let in.
@Suite struct ConnectionListTests {
  private func channel(from address: String) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    channel.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
    return channel
  }

  @Test("One machine does not keep out the others; this one may fill the list")
  func mostOfOne() throws {
    let list = ConnectionList(most: 5, mostOfOthers: 3, mostOfOne: 2)
    let first = try channel(from: "10.0.0.1")
    #expect(list.add(first))
    #expect(try list.add(channel(from: "10.0.0.1")))
    #expect(try !list.add(channel(from: "10.0.0.1")))
    #expect(try list.add(channel(from: "10.0.0.2")))
    #expect(try !list.add(channel(from: "10.0.0.3")), "others have no more room")
    _ = try first.finish()
    #expect(try list.add(channel(from: "10.0.0.1")), "there is room again")
    for _ in 1...2 { #expect(try list.add(channel(from: "127.0.0.1"))) }
    #expect(try !list.add(channel(from: "127.0.0.1")), "the list is full")
  }

  @Test("A machine with many addresses of IPv6 is one")
  func sixty4() throws {
    let list = ConnectionList(most: 5, mostOfOne: 2)
    for number in 1...2 { #expect(try list.add(channel(from: "2001:db8:1:2::\(number)"))) }
    #expect(try !list.add(channel(from: "2001:db8:1:2:ffff::3")))
    #expect(try list.add(channel(from: "2001:db8:1:3::1")))
  }

  @Test("A list that was closed closes what is in it, and lets nobody in")
  func closed() throws {
    let list = ConnectionList(most: 5)
    let channel = try channel(from: "10.0.0.1")
    #expect(list.add(channel))
    list.closeAll()
    channel.embeddedEventLoop.run()
    #expect(!channel.isActive)
    #expect(try !list.add(self.channel(from: "10.0.0.2")))
  }
}
