import CJack
import CanonEngine
import CanonFiles
import CanonSession
import Glibc

/// A reason why canon cannot use a JACK server, with its remedy.
public enum JackProblem: Error, Translated, Hashable, Sendable {
  /// No server of this name answers; nil means the default one.
  case noServer(name: String?)
  case refused(name: String?, status: UInt32)
  case unsupportedRate(Int)
  /// A port cannot be registered: JACK allows 2032 ports for each client and 255 bytes for each name.
  case port(String)
  case cannotActivate
  case noJackd
  /// A private server could not be started; `said` is its last complaint.
  case privateServer(backend: String, said: String)
  /// No server can start until a place in jackd's registry is free.
  case registryFull(ServerRegistry)
  case noPipeWireJack
  /// No sound card has this name; those that can play.
  case noDevice(String, known: [SoundDevice])

  /// The port that cannot be registered.
  var portName: String? { if case .port(let name) = self { name } else { nil } }

  /// In English.
  package var message: String {
    switch self {
    case .noServer(let name):
      let server = name.map { "called \"\($0)\"" } ?? "(default)"
      return """
        no JACK server \(server) answers. Start one, e.g. with qjackctl or "jackd -d alsa"; or let canon start a \
        private one (without --no-start-server and --server); or play to a file with "canon render". A server that runs \
        elsewhere is reached with --server NAME or JACK_DEFAULT_SERVER, by the same user.
        """
    case .refused(let name, let status):
      let server = name.map { "\"\($0)\"" } ?? "(default)"
      return
        "the JACK server \(server) refused canon: \(Self.reasons(status)). Restart the server if it goes on."
    case .unsupportedRate(let rate):
      return
        "the JACK server runs at \(rate) Hz; expected \(SampleRate.range.lowerBound) to \(SampleRate.range.upperBound). Choose another rate."
    case .port(let name):
      return
        "the port \"\(name)\" could not be made: expected at most 2032 ports and names of at most 255 bytes. Use fewer stems or shorter ids."
    case .cannotActivate: return "the JACK server did not let canon begin. Restart the server."
    case .noJackd:
      return
        "no JACK server answers and none can be started: jackd is not installed. Install it (Debian: apt-get install jackd2), or play to a file with \"canon render\"."
    case .privateServer(let backend, let said):
      return
        "a private JACK server (\(backend)) could not be started: \(said). Start one yourself, or use \"canon render\"."
    case .registryFull(let registry):
      return "a private JACK server could not be started. \(registry.text(.english))"
    case .noPipeWireJack:
      return
        "PipeWire runs here, but its JACK library is missing. Install it (Debian: apt-get install pipewire-jack)."
    case .noDevice(let name, let known):
      return "--device \(CleanText.clean(name)): no sound card that can play has this name. "
        + (known.isEmpty
          ? "There is none: connect one, or omit the option to play in silence."
          : "There are: \(known.map(\.description).joined(separator: "; ")). Connect it, or name one of these.")
    }
  }

  /// Whether the same server may accept canon later.
  var mayPass: Bool {
    switch self {
    case .noServer, .refused: true
    default: false
    }
  }

  /// Whether the server went while it accepted canon.
  var isBrokenOff: Bool {
    if case .refused(_, let status) = self { status & UInt32(JackServerError.rawValue) != 0 } else { false }
  }

  /// The set bits of a `jack_status_t` in words.
  static func reasons(_ status: UInt32) -> String {
    let words = words(
      of: status,
      [
        (JackInvalidOption, "an invalid option"),
        (JackNameNotUnique, "the name is taken"),
        (JackServerFailed, "it cannot be reached"),
        (JackServerError, "communication failed"),
        (JackNoSuchClient, "no such client"),
        (JackLoadFailure, "an internal client cannot be loaded"),
        (JackInitFailure, "a client cannot be initialised"),
        (JackShmFailure, "no access to shared memory"),
        (JackVersionError, "its protocol is of another version"),
        (JackBackendError, "its backend failed"),
      ])
    return words.isEmpty ? "status \(status)" : words.joined(separator: ", ")
  }

  static func words(of status: UInt32, _ all: [(bit: JackStatus, word: String)]) -> [String] {
    all.filter { status & UInt32($0.bit.rawValue) != 0 }.map(\.word)
  }
}
