import CanonLiveSupport
import Foundation
import Testing

/// What goes where, as `canon ports` shows and saves it.
extension LiveTests.Ports {
  private typealias Object = [String: Any]

  /// Runs `canon ports` to its end.
  private func ports(_ options: String...) throws -> (status: Int32, output: [String], errors: [String]) {
    try CanonProcess.run(["ports"] + options)
  }

  private func document(_ options: String...) throws -> Object {
    let line = try CanonProcess.run(["ports", "--json"] + options).output.first ?? "{}"
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
  }

  /// What is connected, as `master_1 system:playback_1 default`.
  private func connections(_ document: Object) -> Set<String> {
    var all: Set<String> = []
    for output in document["outputs"] as? [Object] ?? [] {
      for port in output["ports"] as? [Object] ?? [] {
        for connection in port["connections"] as? [Object] ?? [] {
          let name = (port["port"] as? String ?? "").split(separator: ":").last ?? ""
          all.insert("\(name) \(connection["input"] ?? "") \(connection["origin"] ?? "")")
        }
      }
    }
    return all
  }

  private func waiting(_ document: Object) -> [String] {
    (document["waiting"] as? [Object] ?? []).compactMap { $0["target"] as? String }
  }

  @Test(
    "canon ports tells what goes where and why, what is waited for, and after a restart of the server too")
  func view() throws {
    #expect(try ports().status == 69, "no canon yet")
    let folder = try TestFolder()
    let set = try folder.writeFlatSet(
      "Two", ["a", "b"], level: 0.1, more: "[patch]\na = [\"system:playback_1\", \"late:in\"]\n")
    let server = try DummyServer.started("canon-test-view")
    defer { server.stop() }
    let canon = try CanonProcess.play(set, on: server, "--connect", "b=capture")
    try waitUntil("the connections are shown") { try !connections(document()).isEmpty }
    let first = try document()
    #expect(
      connections(first) == [
        "master_1 system:playback_1 default", "master_2 system:playback_2 default",
        "a_1 system:playback_1 set",
      ])
    #expect(waiting(first) == ["late:in", "capture"])
    let capture = try CaptureClient(server: server.name)
    try capture.listen(to: "canon:a")
    let watcher = try #require(Watcher(server: server.name))
    watcher.disconnect("canon:master_2", "system:playback_2")
    let expected: Set = [
      "master_1 system:playback_1 default", "a_1 system:playback_1 set", "a_1 capture:in_1 person",
      "a_2 capture:in_2 person", "b_1 capture:in_1 option", "b_2 capture:in_2 option",
    ]
    try waitUntil("what people do is shown") {
      let now = try document()
      return connections(now) == expected && waiting(now) == ["late:in"]
    }
    let text = try ports()
    #expect(text.status == 0)
    #expect(
      text.output.contains {
        $0.hasPrefix("master: left to \"system:playback_1\" (default); right to nothing.")
          && $0.hasSuffix("Disconnected by hand: right from \"system:playback_2\".")
      }, "\(text.output)")
    #expect(text.output.last == "Waiting for \"late:in\" (set), which a_2 is to be connected to.")
    #expect(try CanonProcess.run(["ctl", "ports"]).output == text.output)

    // What people have made is waited for when its client goes, and that is told.
    var start = canon.output.count
    _ = capture.finish()
    try canon.waitForEvent("note", from: start) {
      $0["code"] as? String == "not-connected"
        && ($0["message"] as? String)?.contains("\"capture:in_1\"") == true
    }
    #expect(try Set(waiting(document())) == ["late:in", "capture", "capture:in_1", "capture:in_2"])

    start = canon.output.count
    watcher.close()
    server.kill()
    try canon.waitForEvent("lost", from: start)
    let without = try ports()
    #expect(without.status == 0 && without.output.count == 1)
    #expect(without.output.first?.hasPrefix("There is no JACK server, so nothing is connected.") == true)
    let nothing = try ports("--save", folder.file("nothing.toml"))
    #expect(nothing.status == 69 && nothing.errors.joined().contains("nothing is saved"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("nothing.toml")))
    try server.start()
    try canon.waitForEvent("connected", from: start)
    let again = try CaptureClient(server: server.name)
    try waitUntil("everything is as it was") { try connections(document()) == expected }
    _ = again.finish()
    try #expect(canon.quit() == 0)
  }

  @Test("canon ports --save writes a plan that another canon reads back, whatever the ports are called")
  func save() throws {
    let folder = try TestFolder()
    let set = try folder.writeFlatSet("The \\\"plan\\\"", ["a", "b", "c"], level: 0.1)
    let server = try DummyServer.started("canon-test-plan")
    defer { server.stop() }
    let names = ["in 1", "in*", "in/2", "in,3", "\"q\"", "[x]", "入力", "back\\1", "end/"]
    let target = try #require(InputClient(server: server.name, name: "/odd client", ports: names))
    defer { target.close() }
    let canon = try CanonProcess.play(set, on: server)
    try waitUntil("the master is connected") { try !connections(document()).isEmpty }
    for (place, name) in names.enumerated() {
      target.connect("canon:\(["a", "b"][place % 2])_\(place % 3 == 0 ? 1 : 2)", name)
    }
    target.connect("canon:master_1", "in*")
    let watcher = try #require(Watcher(server: server.name))
    watcher.disconnect("canon:master_1", "system:playback_1")
    try waitUntil("all is shown") {
      let shown = try connections(document())
      return shown.count == names.count + 2 && !shown.contains("master_1 system:playback_1 default")
    }
    func wired(_ client: String) -> [String: Set<String>] {
      var all: [String: Set<String>] = [:]
      for port in ["master", "a", "b", "c"].flatMap({ ["\($0)_1", "\($0)_2"] }) {
        all[port] = Set(watcher.connections(of: "\(client):\(port)"))
      }
      return all
    }
    let expected = wired("canon")
    let path = folder.file("config/canon/patch.toml")
    try FileManager.default.createDirectory(
      atPath: folder.file("config/canon"), withIntermediateDirectories: true)
    let saved = try ports("--save", path)
    #expect(saved.status == 0 && saved.output.first?.contains(path) == true, "\(saved)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let twice = try ports("--save", path)
    #expect(twice.status == 73 && twice.errors.joined().contains("exists and stays as it is"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try ports("--save", folder.file("nowhere/plan.toml")).status == 73)
    #expect(try ports("--name", "nobody", "--save", folder.file("b.toml")).status == 69)
    #expect(try ports("--json", "--save", folder.file("b.toml")).status == 2)

    // As patch.toml, and as the table of a set.
    let second = try CanonProcess(
      ["play", set, "--json", "--server", server.name, "--name", "second"],
      environment: ["XDG_CONFIG_HOME": folder.file("config")])
    try waitUntil("the second canon is wired as the first") {
      wired("second") == expected || !second.isRunning
    }
    #expect(wired("second") == expected)
    try #expect(second.quit() == 0)
    let table = "[patch]\n" + text.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n"
    let other = try folder.writeFlatSet("Other", ["a", "b", "c"], level: 0.1, more: table)
    let third = try CanonProcess(["play", other, "--json", "--server", server.name, "--name", "third"])
    try waitUntil("the third canon is wired as the first") { wired("third") == expected || !third.isRunning }
    #expect(wired("third") == expected)
    try #expect(third.quit() == 0)
    watcher.close()
    try #expect(canon.quit() == 0)
  }

  @Test(
    "reload reads patch.toml again, under the set's new title too; a wrong file is told and changes nothing")
  func reload() throws {
    let folder = try TestFolder()
    let set = try folder.writeFlatSet("One", ["a"], level: 0.1)
    let file = "config/canon/patch.toml"
    _ = try folder.write(
      "[One]\na = \"system:playback_1\"\n[Two]\na = \"system:playback_2\"\n", to: file)
    let server = try DummyServer.started("canon-test-view")
    defer { server.stop() }
    let canon = try CanonProcess(
      ["play", set, "--json", "--server", server.name],
      environment: ["XDG_CONFIG_HOME": folder.file("config")])
    try canon.waitForEvent("clock")
    let watcher = try #require(Watcher(server: server.name))
    func wired(_ input: String?) throws {
      try waitUntil("a is connected to \(input ?? "nothing")") {
        watcher.connections(of: "canon:a_1") == (input.map { [$0] } ?? [])
      }
    }
    func reload() throws {
      let start = canon.output.count
      canon.say("reload now")
      try canon.waitForEvent("reloaded", from: start)
    }
    try wired("system:playback_1")
    let text = try String(contentsOfFile: set, encoding: .utf8)
    _ = try folder.write(text.replacingOccurrences(of: "\"One\"", with: "\"Two\""), to: "set.toml")
    try reload()
    try wired("system:playback_2")
    _ = try folder.write("[Two]\na = 3\n", to: file)
    let start = canon.output.count
    try reload()
    let told = try canon.waitForEvent("note", from: start) { $0["code"] as? String == "patch-kept" }
    #expect((told["message"] as? String)?.contains("patch.toml:2") == true)
    #expect(watcher.connections(of: "canon:a_1") == ["system:playback_2"])
    _ = try folder.write("[Two]\na = []\n", to: file)
    try reload()
    try wired(nil)
    watcher.close()
    try #expect(canon.quit() == 0)
    _ = try folder.write("[Two]\na = 3\n", to: file)
    func another(_ options: String...) throws -> CanonProcess {
      try CanonProcess(
        ["play", set, "--json", "--server", server.name] + options,
        environment: ["XDG_CONFIG_HOME": folder.file("config")])
    }
    try #expect(another().finish() == 65)
    let unconnected = try another("--no-connect")
    try unconnected.waitForEvent("clock")
    try #expect(unconnected.quit() == 0)
  }
}
