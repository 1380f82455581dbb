import CJack
import Foundation

/// Another JACK application with inputs of any names, which it does not read.
public final class InputClient {
  private let client: OpaquePointer
  private let name: String

  /// - Parameter ports: The names of its inputs, without that of the client.
  public init?(server: String, name: String, ports: [String]) {
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open(name, server, &status) else { return nil }
    (self.client, self.name) = (client, name)
    for port in ports {
      jack_port_register(client, port, canon_jack_audio_type(), UInt(JackPortIsInput.rawValue), 0)
    }
    jack_activate(client)
  }

  /// Connects an output to one of its inputs.
  /// - Parameter port: Without the name of the client.
  public func connect(_ output: String, _ port: String) { jack_connect(client, output, "\(name):\(port)") }

  public func close() { jack_client_close(client) }
}
