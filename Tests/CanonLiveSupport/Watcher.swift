import CJack
import Foundation

/// A JACK client that only queries the server.
public final class Watcher {
  private let client: OpaquePointer

  public init?(server: String) {
    var status = JackStatus(rawValue: 0)
    guard let client = canon_jack_open("watcher", server, &status) else { return nil }
    self.client = client
  }

  /// The full names of a client's ports, in the server's order.
  public func ports(of name: String) -> [String] {
    guard let list = jack_get_ports(client, "^\(name):", nil, 0) else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let port = list[names.count] { names.append(String(cString: port)) }
    return names
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
    guard let handle = jack_port_by_name(client, port),
      let list = jack_port_get_all_connections(client, handle)
    else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    while let port = list[names.count] { names.append(String(cString: port)) }
    return names
  }

  public func disconnect(_ output: String, _ input: String) { jack_disconnect(client, output, input) }

  public func close() { jack_client_close(client) }
}
