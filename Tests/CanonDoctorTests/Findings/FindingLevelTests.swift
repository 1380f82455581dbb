import CanonFiles
import CanonJack
import CanonSchedule
import Testing

@testable import CanonDoctor

/// How serious each finding is, and what mends it.
@Suite struct FindingLevelTests {
  private let every: EveryFinding
  init() throws { every = try EveryFinding() }

  private func codes(_ level: Finding.Level) -> Set<String> {
    Set(every.all.filter { $0.level == level }.map(\.code))
  }

  @Test("What canon cannot play with, or what would sound wrong, is wrong")
  func wrong() {
    #expect(
      codes(.wrong) == [
        "clock-wrong", "disk-full", "not-writable", "no-jackd", "no-pipewire-jack", "no-server", "no-device",
        "server-refuses", "registry-full", "set-too-large", "source", "self-test-differs", "self-test-failed",
      ])
  }

  @Test("What may spoil the music, but need not, is a warning; what canon copes with is a note")
  func less() {
    #expect(
      codes(.warning) == [
        "no-realtime", "little-memory-lock", "disk-low", "no-outputs", "not-connected", "zone-differs",
      ])
    #expect(
      codes(.note) == [
        "cpu-saves-power", "clock-unsynchronised", "private-server", "registry-dead", "registry-freed",
        "no-sound-card", "zone-unknown",
      ])
  }

  @Test(
    "The codes of server problems: one for each that doctor can mend, one for all others",
    arguments: [
      (JackProblem.noJackd, "no-jackd"), (.noPipeWireJack, "no-pipewire-jack"),
      (.noServer(name: "x"), "no-server"), (.noDevice("usb", known: []), "no-device"),
      (.refused(name: nil, status: 1), "server-refuses"), (.unsupportedRate(1), "server-refuses"),
      (.port("canon:master_1"), "server-refuses"), (.cannotActivate, "server-refuses"),
      (.privateServer(backend: "dummy", said: "x"), "server-refuses"),
    ])
  func serverProblems(problem: JackProblem, code: String) {
    #expect(Finding.serverProblem(problem).code == code)
  }

  @Test("Nothing that is well has a command, nor has what canon does itself")
  func noCommands() {
    for finding in every.all where finding.level == .well {
      #expect(finding.commands == [], "\(finding.code)")
    }
    let silent = every.all.filter { $0.level != .well && $0.commands.isEmpty }.map(\.code)
    #expect(Set(silent) == ["private-server", "registry-dead", "registry-freed", "no-sound-card"])
  }

  @Test("Where people have to decide, a command shows them what there is, or does the most likely")
  func choices() {
    #expect(Finding.noOutputs.commands == ["cat /proc/asound/cards"])
    #expect(Finding.notConnected.commands == ["canon ports", "canon play --connect=physical:1"])
    #expect(
      Finding.setTooLarge("Evening", bytes: 2, available: 1).commands
        == ["ps -eo rss,args --sort=-rss | head"])
    func commands(_ problem: JackProblem) -> [String] { Finding.serverProblem(problem).commands }
    #expect(commands(.noDevice("usb", known: [every.device])) == ["canon play --device='hw:PCH,0'"])
    #expect(commands(.noDevice("usb", known: [])) == ["cat /proc/asound/cards"])
    #expect(commands(.unsupportedRate(4_000)) == ["pgrep -a 'jackd|pipewire'"])
    #expect(commands(.registryFull(every.registry)) == Finding.registryFull(every.registry).commands)
  }

  @Test(
    "A self-test that was not exact is reported, one that was late is given more time, one that failed what it lacked"
  )
  func selfTest() {
    func commands(_ change: (inout SelfTestFigures) -> Void) -> [String] {
      var figures = every.figures
      change(&figures)
      return Finding.selfTest(figures).commands
    }
    #expect(commands { $0.different = 1 } == ["canon doctor --json"])
    #expect(commands { $0.xruns = 1 } == ["canon play --period 512"])
    #expect(
      commands { ($0.xruns, $0.period) = (1, ServerRequest.periods.upperBound) }
        == ["ps -eo pcpu,args --sort=-pcpu | head"])
    func commands(_ problem: SelfTestProblem) -> [String] { Finding.selfTestFailed(problem).commands }
    #expect(commands(.server(.noJackd)) == ["sudo apt-get install jackd2"])
    #expect(commands(.files(FileProblems([every.problem]))) == ["canon check a.toml"])
    #expect(commands(.noFolder("/x")) == [#"mkdir -p "$HOME/tmp""#, #"export TMPDIR="$HOME/tmp""#])
    #expect(commands(.tooSlow(30)) == ["ps -eo pcpu,args --sort=-pcpu | head"])
    #expect(commands(.other("x")) == ["canon doctor --json"])
  }

  @Test(
    "A word of a shell is quoted if it has any other characters than those that are safe",
    arguments: [
      ("/home/a_b/c-1.2+3", "/home/a_b/c-1.2+3"), ("", "''"), ("a b", "'a b'"), ("~", "'~'"),
      ("$HOME", "'$HOME'"), ("a;b", "'a;b'"), ("é", "'é'"), ("カノン", "'カノン'"), ("it's", #"'it'\''s'"#),
      ("'", #"''\'''"#), ("a\nb", "'a\nb'"), ("*", "'*'"),
    ])
  func quoting(word: String, quoted: String) {
    #expect(Finding.quote(word) == quoted)
    #expect(Finding.littleDisk(word, free: 1).commands == ["df -h \(quoted)"])
    #expect(Finding.closedFolder(word).commands.first == "ls -ld \(quoted)")
  }
}
