import CanonJack

extension Finding {
  /// What mends it, to be typed into a shell as it is. Empty where nothing is wrong, and where people have to decide.
  package var commands: [String] {
    switch self {
    case .noRealtime(let rights), .littleLocked(_, _, let rights): rights.commands
    case .slowClock: ["sudo apt-get install linux-cpupower", "sudo cpupower frequency-set -g performance"]
    case .timeWrong, .timeUnsynchronised: ["sudo timedatectl set-ntp true"]
    case .littleDisk(let path, _), .fullDisk(let path): ["df -h \(Self.quote(path))"]
    case .closedFolder(let path): ["ls -ld \(Self.quote(path))"]
    case .serverProblem(.noJackd): ["sudo apt-get install jackd2"]
    case .serverProblem(.noPipeWireJack): ["sudo apt-get install pipewire-jack"]
    case .zoneDiffers, .zoneUnknown: ["sudo apt-get install --only-upgrade tzdata"]
    case .source(let problems): problems.first.map { ["canon check \(Self.quote($0.file))"] } ?? []
    default: []
    }
  }

  /// One word of a shell.
  static func quote(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+".contains($0)) }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
