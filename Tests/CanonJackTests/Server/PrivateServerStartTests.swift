import CanonFiles
import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// Servers that do not start.
extension LiveTests.PrivateServers {
  private static let name = "canon-test-private"
  private static let card = SoundDevice(card: 9, cardID: "9", cardName: "", number: 1, name: "")

  /// A program in jackd's place, which notes its words and its process.
  private func program(_ script: String, in folder: TestFolder) throws -> String {
    try ServerRegistry.makeRoom(for: Self.name)
    let notes = "echo \"$@\" >> \(folder.file("words"))\necho $$ >> \(folder.file("processes"))"
    let path = try folder.write("#!/bin/sh\n\(notes)\n\(script)\n", to: "jackd")
    chmod(path, 0o755)
    return path
  }

  private func lines(_ name: String, in folder: TestFolder) -> [String] {
    let text = (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  @Test("A sound card is tried first, then dummy, each twice; what jackd complained of last is told")
  func givesWay() async throws {
    let folder = try TestFolder()
    let jackd = try program("echo first: no error; echo Cannot open; echo released; exit 1", in: folder)
    let server = PrivateServer(
      name: Self.name, candidates: [.alsa(Self.card), .dummy], jackd: jackd, mayUseRealtime: true)
    await #expect(throws: JackProblem.privateServer(backend: "dummy", said: "Cannot open")) {
      _ = try await server.start(clientName: "canon")
    }
    let start = "-T -n \(Self.name) -R "
    let card = start + "-d alsa -P hw:9,1 -r 48000 -p 256 -n 3", dummy = start + "-d dummy -r 48000 -p 256"
    #expect(lines("words", in: folder) == [card, card, dummy, dummy])
  }

  @Test("If the card fails canon uses dummy, and reports dummy as its backend")
  func fallsBack() async throws {
    let folder = try TestFolder()
    let jackd = try program(
      "case \"$*\" in *alsa*) exit 1;; esac\nexec \(try #require(Executable.find("jackd"))) \"$@\"",
      in: folder)
    let server = PrivateServer(name: Self.name, candidates: [.alsa(Self.card), .dummy], jackd: jackd)
    let client = try await server.start(clientName: "canon")
    #expect(await server.backend == .dummy)
    client.close()
    await server.leave()
    try waitUntil("the server is gone") { !CaptureClient.answers(server: Self.name) }
  }

  /// A program that never answers as a server is ended, each of its processes.
  private func expectEnd(of script: String) async throws {
    let folder = try TestFolder()
    let jackd = try program(script, in: folder)
    let server = PrivateServer(
      name: Self.name, candidates: [.dummy], jackd: jackd, patience: .milliseconds(100))
    await #expect(throws: JackProblem.privateServer(backend: "dummy", said: "nothing")) {
      _ = try await server.start(clientName: "canon")
    }
    for process in lines("processes", in: folder) { #expect(kill(try #require(pid_t(process)), 0) != 0) }
  }

  @Test("A server that never answers is ended")
  func neverAnswers() async throws {
    let began = ContinuousClock.now
    try await expectEnd(of: "exec sleep 20")
    #expect(ContinuousClock.now - began < .seconds(15))
  }

  @Test("A server that never answers and ignores SIGTERM is ended too")
  func ignoresEnd() async throws {
    try await expectEnd(of: "trap '' TERM; while :; do sleep 0.1; done")
  }

  @Test("At its end the semaphores of the server's clients are removed, and those of other servers stay")
  func semaphores() async throws {
    func semaphore(_ server: String) -> String { "/dev/shm/jack_sem.\(getuid())_\(server)_killed" }
    let (own, other) = (semaphore(Self.name), semaphore("canon-test-other"))
    defer { for path in [own, other] { unlink(path) } }
    try ServerRegistry.makeRoom(for: Self.name)
    let server = PrivateServer(name: Self.name, candidates: [.dummy])
    let client = try await server.start(clientName: "canon")
    for path in [own, other] { try "".write(toFile: path, atomically: true, encoding: .utf8) }
    client.close()
    await server.end()
    #expect(access(own, F_OK) != 0)
    #expect(access(other, F_OK) == 0)
  }

  @Test("A server that another canon has started at the same moment is taken")
  func startedByAnother() async throws {
    let folder = try TestFolder()
    let jackd = try program("echo the name is taken; exit 1", in: folder)
    let other = try DummyServer.started(Self.name)
    defer { other.stop() }
    let server = PrivateServer(name: Self.name, candidates: [.dummy], jackd: jackd)
    let client = try await server.start(clientName: "canon")
    #expect(client.name == "canon")
    client.close()
  }

  @Test("Another canon's server is started again when it has ended, and one that runs is left alone")
  func adopted() async throws {
    let folder = try TestFolder()
    let jackd = try program("exec sleep 20", in: folder)
    let server = PrivateServer(name: Self.name, candidates: [.alsa(Self.card), .dummy], jackd: jackd)
    await server.restartIfEnded()
    #expect(await server.backend == .dummy)
    await server.adopt()
    #expect(await server.backend == .alsa(Self.card))
    for round in 1...2 {
      await server.restartIfEnded()
      try waitUntil("server \(round) runs") { lines("processes", in: folder).count == round }
      await server.restartIfEnded()
      let process = try #require(lines("processes", in: folder).last.flatMap { pid_t($0) })
      kill(process, SIGKILL)
      try waitUntil("it has ended") { Self.hasEnded(process) }
    }
    #expect(lines("words", in: folder).allSatisfy { $0.contains("-d alsa -P hw:9,1") })
    await server.leave()
    #expect(lines("processes", in: folder).count == 2)
  }

  @Test(
    "A server that has not had a client yet is gone with canon as well",
    arguments: ["sleep 0.5\nexec \(Executable.find("jackd") ?? "") \"$@\"", "exec sleep 20"])
  func leftBeforeItsFirstClient(script: String) async throws {
    let folder = try TestFolder()
    let jackd = try program(script, in: folder)
    let server = PrivateServer(name: Self.name, candidates: [.dummy], jackd: jackd)
    await server.adopt()
    await server.restartIfEnded()
    try waitUntil("it is started") { !lines("processes", in: folder).isEmpty }
    let process = try #require(lines("processes", in: folder).last.flatMap { pid_t($0) })
    defer { if waitpid(process, nil, WNOHANG) == 0 { kill(process, SIGKILL) } }
    await server.leave()
    try waitUntil("it has ended") { kill(process, 0) != 0 }
    #expect(!CaptureClient.answers(server: Self.name))
  }

  @Test("A server that has not had a client of this canon stays with the canon that was faster")
  func leftToAnother() async throws {
    let folder = try TestFolder()
    let jackd = try program("exec \(Executable.find("jackd") ?? "") \"$@\"", in: folder)
    let server = PrivateServer(name: Self.name, candidates: [.dummy], jackd: jackd)
    await server.adopt()
    await server.restartIfEnded()
    var other: JackClient?
    try waitUntil("another client is in") {
      other = ServerThread.sync { try? JackClient(name: "other", server: Self.name) }
      return other != nil
    }
    await server.leave()
    let process = try #require(lines("processes", in: folder).last.flatMap { pid_t($0) })
    #expect(kill(process, 0) == 0)
    other?.close()
    try waitUntil("it has ended") { waitpid(process, nil, WNOHANG) != 0 }
  }

  /// Whether a child has ended, though nobody has asked for its status.
  private static func hasEnded(_ process: pid_t) -> Bool {
    let line = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
    return line.split(separator: ")").last?.hasPrefix(" Z") ?? true
  }

  @Test("Without jackd nothing can be started, and that is said")
  func noJackd() async {
    let server = PrivateServer(name: Self.name, candidates: [.dummy], jackd: nil)
    await #expect(throws: JackProblem.noJackd) { _ = try await server.start(clientName: "canon") }
  }

  @Test(
    "The last complaint in jackd's output is reported, else its last line",
    arguments: [
      ("", "nothing"), ("one\ntwo\n", "two"), ("Cannot lock\nreleased", "Cannot lock"),
      ("an ERROR\nreleased", "an ERROR"), ("it failed\nreleased", "it failed"),
      ("already there\nreleased", "already there"), ("permission denied\nreleased", "permission denied"),
      ("device busy\nreleased", "device busy"), ("error 1\nerror 2\nok", "error 2"),
    ])
  func complaint(_ said: String, _ told: String) {
    #expect(PrivateServer.complaint(in: said) == told)
  }

  @Test("Without the right to real-time priority it runs without it, also when it is started again")
  func noRealtime() async throws {
    let folder = try TestFolder()
    let server = PrivateServer(
      name: Self.name, candidates: [.dummy], jackd: try program("exit 1", in: folder), mayUseRealtime: false)
    await #expect(throws: JackProblem.self) { _ = try await server.start(clientName: "canon") }
    await server.adopt()
    await server.restartIfEnded()
    try waitUntil("it is started again") { lines("words", in: folder).count == 3 }
    let words = "-T -n \(Self.name) -r -d dummy -r 48000 -p 256"
    #expect(lines("words", in: folder) == [words, words, words])
    await server.leave()
  }

  @Test("It runs as requested, and is started again in the same way")
  func asRequested() async throws {
    let folder = try TestFolder()
    let jackd = try program("echo Cannot open; exit 1", in: folder)
    var request = ServerRequest()
    (request.period, request.rate) = (512, 96000)
    let server = PrivateServer(
      request, name: Self.name, candidates: [.alsa(Self.card), .dummy], jackd: jackd, mayUseRealtime: true)
    await #expect(throws: JackProblem.self) { _ = try await server.start(clientName: "canon") }
    await server.adopt()
    await server.restartIfEnded()
    try waitUntil("it is started again") { lines("words", in: folder).count == 5 }
    let words = lines("words", in: folder)
    let card = "-T -n \(Self.name) -R -d alsa -P hw:9,1 -r 96000 -p 512 -n 3"
    #expect(words[0] == card && words[4] == card)
    #expect(words[2] == "-T -n \(Self.name) -R -d dummy -r 96000 -p 512")
    #expect(await server.notes == [.cardFailed("hw:9,1", said: "Cannot open")])
  }

  @Test("A card that has gone is waited for, and no other is opened meanwhile")
  func cardAway() async throws {
    let folder = try TestFolder()
    let jackd = try program("exit 1", in: folder)
    let list = "01-00: USB Audio : USB Audio : playback 1\n", other = "00-00: Analog : Analog : playback 1\n"
    _ = try folder.write(" 1 [USB            ]: USB-Audio - Scarlett\n", to: "cards")
    _ = try folder.write(list, to: "pcm")
    let server = PrivateServer(
      name: Self.name, candidates: nil, jackd: jackd, cards: { SoundCards(folder: folder.path) })
    await server.adopt()
    #expect(await server.backend.description == "sound card hw:USB,0 (Scarlett: USB Audio)")
    _ = try folder.write(other, to: "pcm")
    #expect(await server.restartIfEnded() == .cardAway("hw:USB,0 (Scarlett: USB Audio)"))
    #expect(lines("words", in: folder) == [])
    _ = try folder.write(list, to: "pcm")
    #expect(await server.restartIfEnded() == nil)
    try waitUntil("it is started") { lines("words", in: folder).first?.contains("-P hw:USB,0") == true }
    await server.leave()
  }

  @Test("A card that no one has is an error, with those that are there")
  func unknownCard() async throws {
    let folder = try TestFolder()
    let cards = SoundCards(cards: "", devices: "00-03: HDMI 0 : HDMI 0 : playback 1\n")
    var request = ServerRequest()
    request.device = "Scarlett"
    let server = PrivateServer(
      request, name: Self.name, candidates: nil, jackd: try program("exit 1", in: folder), cards: { cards })
    await #expect(throws: JackProblem.noDevice("Scarlett", known: cards.devices)) {
      _ = try await server.start(clientName: "canon")
    }
    #expect(
      JackProblem.noDevice("Scarlett", known: cards.devices).message
        == "--device Scarlett: no sound card that can play has this name. There are: hw:0,3 (HDMI 0). Connect it, or name one of these."
    )
    #expect(lines("words", in: folder) == [])
  }
}
