import CanonDoctor
import CanonJack
import CanonLiveSupport
import Glibc
import Testing

/// Whether jackd's registry has a place for a private server.
@Suite struct RegistryCheckTests {
  private let killed = TestFolder.noProcess

  private func finding(_ servers: [ServerRegistry.Server]) throws -> Finding {
    let check = ServerCheck(answer: .failure(.noServer(name: nil)), registry: ServerRegistry(servers))
    return try #require(check.findings.last)
  }

  @Test("A registry with a free place is well, as is one in which a killed canon-private has its place")
  func room() throws {
    var servers = (1...7).map { ServerRegistry.Server(name: "s\($0)", process: killed) }
    #expect(try finding(servers) == .registry(7))
    servers.append(.init(name: PrivateServer.name, process: killed))
    #expect(try finding(servers) == .registry(8) && finding(servers).level == .well)
  }

  @Test("One that killed servers have filled is a note, because canon frees their places")
  func dead() throws {
    let finding = try finding((1...8).map { .init(name: "s\($0)", process: killed) })
    #expect(finding.code == "registry-dead" && finding.level == .note && finding.commands == [])
    #expect(finding.figures["servers"] == .list((1...8).map { "s\($0)" }))
    #expect(
      finding.message
        == "JACK's registry is full of killed servers. canon frees their places when it starts a server, also the one of the self-test."
    )
  }

  @Test(
    "One that is full while a server lives is wrong, with a command that gives a killed server's place back")
  func full() throws {
    let servers = (1...8).map {
      ServerRegistry.Server(name: $0 == 2 ? "my server" : "s\($0)", process: $0 == 1 ? getpid() : killed)
    }
    let finding = try finding(servers)
    #expect(finding.code == "registry-full" && finding.level == .wrong)
    #expect(finding.commands == ["timeout 3 jackd -r -n 'my server' -d dummy"])
    let living = try self.finding(servers.map { .init(name: $0.name, process: getpid()) })
    #expect(
      living.code == "registry-full" && living.commands == ["pgrep -a 'jackd|pipewire'"],
      "one of them must be ended")
  }

  @Test("Where there is no registry nothing is said of it")
  func none() {
    let check = ServerCheck(answer: .failure(.noServer(name: nil)))
    #expect(check.findings.map(\.code) == ["private-server", "no-sound-card"])
  }
}
