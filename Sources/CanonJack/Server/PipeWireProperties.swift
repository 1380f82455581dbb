import Glibc

/// The variable from which PipeWire's libjack takes what mixers, session managers and other clients are shown of a client.
enum PipeWireProperties {
  static let variable = "PIPEWIRE_PROPS"

  /// The user's own, before canon has set the variable itself; nil for none. They stay as they are.
  static let ofUser = getenv(variable).map { String(cString: $0) }

  /// Programs that were made for jackd see the description as the client's name, so it is that.
  static func text(for client: String) -> String {
    let name = client.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
    return #"{ media.role = "Music" application.icon-name = "canon" node.description = "\#(name)" }"#
  }
}
