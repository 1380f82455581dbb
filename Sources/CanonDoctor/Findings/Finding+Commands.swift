import CanonFiles
import CanonJack

extension Finding {
  /// What mends it, to be typed into one shell as it is; where people have to decide, what shows the choices. Empty where nothing is
  /// wrong, and for what canon does itself.
  package var commands: [String] {
    switch self {
    case .noRealtime(let rights), .littleLocked(_, _, let rights): rights.commands
    case .slowClock: ["sudo apt-get install linux-cpupower", "sudo cpupower frequency-set -g performance"]
    case .timeWrong, .timeUnsynchronised: ["sudo timedatectl set-ntp true"]
    case .littleDisk(let path, _), .fullDisk(let path): ["df -h \(Self.quote(path))"]
    case .closedFolder(let path):
      [
        "ls -ld \(Self.quote(path))", #"mkdir -p "$HOME/canon-state""#,
        #"export XDG_STATE_HOME="$HOME/canon-state""#,
      ]
    case .serverProblem(let problem): problem.commands
    case .noOutputs: [Self.cards]
    case .notConnected: ["canon ports", "canon play --connect=physical:1"]
    // A server that has the name of a killed one takes its place, and leaves it when it ends.
    case .registryFull(let registry):
      registry.servers.first { !$0.isAlive }.map {
        ["timeout 3 jackd -r -n \(Self.quote($0.name)) -d dummy"]
      } ?? [Self.servers]
    case .zoneDiffers, .zoneUnknown: ["sudo apt-get install --only-upgrade tzdata"]
    case .setTooLarge: [Self.largest]
    case .source(let problems): Self.check(problems)
    case .selfTest(let figures): figures.commands
    case .selfTestFailed(let problem): problem.commands
    default: []
    }
  }

  fileprivate static func check(_ problems: [FileProblem]) -> [String] {
    problems.first.map { ["canon check \(quote($0.file))"] } ?? []
  }

  fileprivate static let cards = "cat /proc/asound/cards"
  fileprivate static let servers = "pgrep -a 'jackd|pipewire'"
  fileprivate static let largest = "ps -eo rss,args --sort=-rss | head"
  fileprivate static let busiest = "ps -eo pcpu,args --sort=-pcpu | head"
  fileprivate static let report = "canon doctor --json"

  /// One word of a shell.
  static func quote(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}

extension JackProblem {
  fileprivate var commands: [String] {
    switch self {
    case .noJackd: ["sudo apt-get install jackd2"]
    case .noPipeWireJack: ["sudo apt-get install pipewire-jack"]
    case .noServer(let name): ["jackd \(name.map { "-n \(Finding.quote($0)) " } ?? "")-d alsa"]
    case .noDevice(_, let known):
      known.isEmpty ? [Finding.cards] : known.map { "canon play --device=\(Finding.quote($0.address))" }
    case .registryFull(let registry): Finding.registryFull(registry).commands
    case .refused, .unsupportedRate, .port, .cannotActivate, .privateServer: [Finding.servers]
    }
  }
}

extension SelfTestFigures {
  fileprivate var commands: [String] {
    guard isExact else { return [Finding.report] }
    return level == .well ? [] : largerPeriod.map { ["canon play --period \($0)"] } ?? [Finding.busiest]
  }
}

extension SelfTestProblem {
  fileprivate var commands: [String] {
    switch self {
    case .server(let problem): problem.commands
    case .files(let problems): Finding.check(problems.problems)
    case .noFolder: [#"mkdir -p "$HOME/tmp""#, #"export TMPDIR="$HOME/tmp""#]
    case .tooSlow: [Finding.busiest]
    case .other: [Finding.report]
    }
  }
}
