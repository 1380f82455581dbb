import CJack

/// What the ports are connected to, and which ports there are to connect them to.
extension JackClient {
  /// Whether connections have been made or cut since they were last examined.
  var hasChangedConnections: Bool { watch.pointee.hasChanged }

  /// Requests a check of which stems' and buses' ports are connected. Does not block. Must not be called once ``close()``
  /// has been.
  func updateConnections() {
    if watch.pointee.isLooking.exchange(true, ordering: .relaxed) { return }
    looks.async { [self] in
      watch.pointee.look { report.pointee.isEnabled.load(ordering: .relaxed) }
      watch.pointee.isLooking.store(false, ordering: .relaxed)
    }
  }

  /// Returns once it is known which stems' and buses' ports are connected: from then on the callback fills them. Must not be called once
  /// ``close()`` has been.
  func examineConnections() async {
    await withCheckedContinuation { done in
      looks.async { [self] in
        watch.pointee.look { report.pointee.isEnabled.load(ordering: .relaxed) }
        done.resume()
      }
    }
  }

  /// Whether connections have changed since the last call. Does not block.
  func consumeWiringChange() -> Bool { watch.pointee.consumeWiringChange() }

  /// The ports to which port `index` is connected.
  func connections(of index: Int) -> [String] {
    watch.pointee.port(index).map { Self.names(jack_port_get_connections($0)) } ?? []
  }

  /// The names of other clients' audio input ports, in the server's order.
  func inputs(physical: Bool) -> [String] {
    let flags = JackPortIsInput.rawValue | (physical ? JackPortIsPhysical.rawValue : 0)
    return Self.names(jack_get_ports(pointer, nil, canon_jack_audio_type(), UInt(flags)))
  }

  /// The names of audio output ports that end like this.
  func outputs(endingIn end: String) -> [String] {
    Self.names(
      jack_get_ports(pointer, "\(end)$", canon_jack_audio_type(), UInt(JackPortIsOutput.rawValue)))
  }

  static func names(_ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> [String] {
    guard let list else { return [] }
    defer { jack_free(list) }
    var names: [String] = []
    var k = 0
    while let name = list[k] {
      names.append(String(cString: name))
      k += 1
    }
    return names
  }
}
