import CanonLiveSupport
import Foundation
import Testing

@testable import CanonJack

/// The way to a server where no JACK runs: through PipeWire, if that does.
@Suite struct ServerLadderTests {
  /// A machine without JACK; its `pw-jack` tells how it was called, a word a line.
  private struct Machine {
    let folder: TestFolder

    init(hasWrapper: Bool = true) throws {
      folder = try TestFolder()
      guard hasWrapper else { return }
      let script =
        "#!/bin/sh\necho \"guard: $CANON_THROUGH_PIPEWIRE\"\necho \"$PIPEWIRE_PROPS\"\nfor word; do echo \"$word\"; done\n"
      chmod(try folder.write(script, to: "pw-jack"), 0o755)
    }

    func play(_ environment: [String: String]) throws -> (status: Int32, output: [String], errors: [String]) {
      try CanonProcess.run(
        ["play", "Schedules/always.toml", "--json", "--no-start-server"],
        environment: ["PATH": folder.path + ":/bin:/usr/bin", "JACK_DEFAULT_SERVER": "canon-test-none"]
          .merging(environment) { $1 })
    }
  }

  /// canon's own properties are set later, when the client has its name.
  private static let anew = [
    "guard: 1", "", CanonProcess.path, "play", "Schedules/always.toml", "--json", "--no-start-server",
  ]

  @Test("With PipeWire's socket, canon restarts through pw-jack with the same arguments")
  func throughPipeWire() throws {
    let machine = try Machine()
    _ = try machine.folder.write("", to: "pipewire-0")
    for folder in ["PIPEWIRE_RUNTIME_DIR", "XDG_RUNTIME_DIR"] {
      try #expect(machine.play([folder: machine.folder.path]).output == Self.anew)
    }
  }

  @Test("PipeWire describes a client by its name, whatever is in it")
  func description() {
    #expect(
      PipeWireProperties.text(for: #"a "b\c""#)
        == #"{ media.role = "Music" application.icon-name = "canon" node.description = "a \"b\\c\"" }"#)
  }

  @Test("The user's own properties for PipeWire stay")
  func properties() throws {
    let machine = try Machine()
    _ = try machine.folder.write("", to: "pipewire-0")
    let own = "{ media.role = \"Production\" }"
    let result = try machine.play([
      "PIPEWIRE_RUNTIME_DIR": machine.folder.path, "PIPEWIRE_PROPS": own,
    ])
    #expect(result.output.dropFirst().first == own)
  }

  @Test("PipeWire's own folder takes precedence over the user's")
  func folders() throws {
    let machine = try Machine()
    _ = try machine.folder.write("", to: "pipewire-0")
    let result = try machine.play([
      "PIPEWIRE_RUNTIME_DIR": "/nonexistent", "XDG_RUNTIME_DIR": machine.folder.path,
    ])
    #expect(result.output.isEmpty && result.status != 0)
  }

  @Test("A socket of another name, with or without its folder, is that of PIPEWIRE_REMOTE")
  func remote() throws {
    let machine = try Machine()
    let socket = try machine.folder.write("", to: "studio")
    for name in ["studio", socket] {
      let result = try machine.play(["PIPEWIRE_RUNTIME_DIR": machine.folder.path, "PIPEWIRE_REMOTE": name])
      #expect(result.output == Self.anew)
    }
    let other = try machine.play(["PIPEWIRE_RUNTIME_DIR": machine.folder.path])
    #expect(other.output.isEmpty && other.errors.first?.contains("no JACK server (default) answers") == true)
  }

  @Test("canon restarts only once, and not if a server is named")
  func once() throws {
    let machine = try Machine()
    _ = try machine.folder.write("", to: "pipewire-0")
    let again = try machine.play([
      "PIPEWIRE_RUNTIME_DIR": machine.folder.path, "CANON_THROUGH_PIPEWIRE": "1",
    ])
    #expect(again.output.isEmpty && again.errors.first?.contains("no JACK server (default) answers") == true)
    let named = try CanonProcess.run(
      ["play", "Schedules/always.toml", "--server", "canon-test-none"],
      environment: [
        "PATH": machine.folder.path + ":/bin:/usr/bin", "PIPEWIRE_RUNTIME_DIR": machine.folder.path,
      ])
    #expect(named.output.isEmpty && named.errors.first?.contains("called \"canon-test-none\"") == true)
  }

  @Test("PipeWire without pw-jack is reported to lack its JACK library")
  func noWrapper() throws {
    let machine = try Machine(hasWrapper: false)
    _ = try machine.folder.write("", to: "pipewire-0")
    let result = try machine.play([
      "PIPEWIRE_RUNTIME_DIR": machine.folder.path, "PATH": machine.folder.path,
    ])
    #expect(result.errors == ["canon: " + JackProblem.noPipeWireJack.message])
  }

  @Test("libjack's own messages are shown where they are asked for, and nowhere else")
  func messages() throws {
    let machine = try Machine()
    try #expect(!machine.play([:]).errors.contains { $0.hasPrefix("jack: ") })
    try #expect(machine.play(["CANON_JACK_MESSAGES": "1"]).errors.contains { $0.hasPrefix("jack: ") })
  }
}
