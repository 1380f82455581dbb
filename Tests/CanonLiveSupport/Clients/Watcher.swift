import CJack
import Foundation
import Synchronization

/// A JACK client that only queries the server.
public final class Watcher {
  private let client: OpaquePointer
  private let noted = Mutex<[String]>([])

  public init?(server: String) {
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open("watcher", server, &status) else { return nil }
    self.client = client
  }

  /// Notes the ports that are registered from now on. Nothing else tells a port from an earlier one with its name: numbers are used again.
  public func noteRegistrations() {
    jack_set_port_registration_callback(
      client,
      { number, isRegistered, context in
        guard isRegistered != 0, let context else { return }
        let watcher = Unmanaged<Watcher>.fromOpaque(context).takeUnretainedValue()
        guard let port = jack_port_by_id(watcher.client, number), let name = jack_port_name(port) else {
          return
        }
        watcher.noted.withLock { $0.append(String(cString: name)) }
      }, Unmanaged.passUnretained(self).toOpaque())
    jack_activate(client)
  }

  /// The full names of the ports that were registered since then, of all clients.
  public var registered: [String] { noted.withLock { $0 } }

  /// The full names of a client's ports, in the server's order.
  public func ports(of name: String) -> [String] {
    TestJack.texts(jack_get_ports(client, "^\(name):", nil, 0))
  }

  public func prettyName(of port: String) -> String? {
    guard let handle = jack_port_by_name(client, port) else { return nil }
    var value: UnsafeMutablePointer<CChar>?
    var type: UnsafeMutablePointer<CChar>?
    guard
      jack_get_property(jack_port_uuid(handle), "http://jackaudio.org/metadata/pretty-name", &value, &type)
        == 0
    else { return nil }
    defer {
      jack_free(value)
      jack_free(type)
    }
    return value.map { String(cString: $0) }
  }

  /// The full names of the ports to which a port is connected.
  public func connections(of port: String) -> [String] {
    jack_port_by_name(client, port).map { TestJack.texts(jack_port_get_all_connections(client, $0)) } ?? []
  }

  public func disconnect(_ output: String, _ input: String) { jack_disconnect(client, output, input) }

  public func close() { jack_client_close(client) }
}
