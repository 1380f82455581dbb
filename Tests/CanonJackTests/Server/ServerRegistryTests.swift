import CanonLiveSupport
import CanonSession
import Foundation
import Testing

@testable import CanonJack

/// jackd's list of servers, in a file of the test's own: the machine's is left alone.
@Suite struct ServerRegistryTests {
  /// A process that has been and is no more.
  private func deadProcess() throws -> pid_t {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  /// The path of a registry of eight places.
  /// - Parameter processes: That of the server of each place; 0 for a free place.
  private func path(in folder: TestFolder, _ processes: (Int) throws -> pid_t) throws -> String {
    _ = try folder.registry(of: (1...8).map(processes))
    return folder.file("registry")
  }

  @Test("Eight killed servers leave no room for another name; what is wrong, and the remedy, are said")
  func full() throws {
    let folder = try TestFolder(), dead = try deadProcess()
    let path = try path(in: folder) { _ in dead }
    let registry = try #require(ServerRegistry(path: path))
    #expect(registry.servers.map(\.name) == (1...8).map { "s\($0)" })
    #expect(registry.hasNoRoom(for: "another"))
    #expect(!registry.hasNoRoom(for: "s3"))
    #expect(
      registry.text(.english).hasPrefix(
        "JACK's registry has room for 8 servers and is full: \"s1\" (killed), \"s2\" (killed), "))
    #expect(registry.text(.english).hasSuffix("\"s8\" (killed). Remove /dev/shm/jack-shm-registry."))
    #expect(
      JackProblem.registryFull(registry).text(.english)
        == "a private JACK server could not be started. \(registry.text(.english))")
    #expect(
      JackProblem.registryFull(registry).text(.japanese).hasSuffix(
        "「s8」（強制終了）。/dev/shm/jack-shm-registry を削除してください。"))
  }

  @Test("Room is made where no server lives, and only there")
  func room() throws {
    let folder = try TestFolder(), dead = try deadProcess()
    let path = try path(in: folder) { $0 == 4 ? getpid() : dead }
    let full = try #require(ServerRegistry(path: path))
    #expect(full.hasNoRoom(for: "another"))
    #expect(
      full.text(.english).hasSuffix(
        "Start and end a server of the name of one that was killed, or end one that runs."))
    #expect(full.text(.english).contains("\"s3\" (killed), \"s4\", \"s5\" (killed)"))
    ServerRegistry.makeRoom(path: path)
    let registry = try #require(ServerRegistry(path: path))
    #expect(registry.servers.map(\.name) == ["s4"])
    #expect(!registry.hasNoRoom(for: "another"))
  }

  @Test("canon frees the places of killed servers where no server lives")
  func freed() throws {
    let folder = try TestFolder(), dead = try deadProcess()
    let path = try path(in: folder) { $0 == 2 ? 0 : dead }
    #expect(ServerRegistry.removeDead(path: path) == ["s1", "s3", "s4", "s5", "s6", "s7", "s8"])
    #expect(ServerRegistry(path: path)?.servers == [])
    #expect(ServerRegistry.removeDead(path: path) == [])
  }

  @Test("Where one server lives nothing is touched, and nothing is in what is no registry")
  func spared() throws {
    let folder = try TestFolder(), dead = try deadProcess()
    let path = try path(in: folder) { $0 == 7 ? getpid() : dead }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(ServerRegistry.removeDead(path: path) == [])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(ServerRegistry.removeDead(path: folder.file("nothing")) == [])
  }

  @Test("A free place is room, and what is no registry is none")
  func notFull() throws {
    let folder = try TestFolder(), dead = try deadProcess()
    let path = try path(in: folder) { $0 == 1 ? 0 : dead }
    #expect(ServerRegistry(path: path)?.hasNoRoom(for: "another") == false)
    #expect(ServerRegistry(path: try folder.write("no registry", to: "text")) == nil)
    #expect(ServerRegistry(path: folder.file("nothing")) == nil)
  }
}
