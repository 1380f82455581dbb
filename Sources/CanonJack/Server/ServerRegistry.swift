import CanonFiles
import Glibc

/// jackd's list of the servers on this machine, in shared memory. It has eight places, and a server that was killed keeps
/// its place until one of the same name starts. The list can therefore be full while no server runs; a new server then
/// ends at once.
public struct ServerRegistry: Translated, Hashable, Sendable {
  public struct Server: Hashable, Sendable {
    public let name: String
    public let process: pid_t
    public var isAlive: Bool { kill(process, 0) == 0 || errno == EPERM }
    /// The offset of its place in the file, in bytes.
    public let offset: Int

    package init(name: String, process: pid_t, offset: Int = 0) {
      (self.name, self.process, self.offset) = (name, process, offset)
    }
  }

  public static let path = "/dev/shm/jack-shm-registry"
  /// The size of the header before the places, in bytes.
  private static let head = 24
  /// The size of a place, which holds a process and a name, in bytes.
  public static let place = 264
  public static let capacity = 8

  public let servers: [Server]

  package init(_ servers: [Server]) { self.servers = servers }

  /// Reads the registry.
  /// - Returns: nil if there is none, or if it has another format.
  public init?(path: String = Self.path) {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Self.head + Self.capacity * Self.place)
    guard fread(&bytes, 1, bytes.count, file) == bytes.count else { return nil }
    func number(at offset: Int) -> UInt32 {
      bytes[offset..<(offset + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard number(at: 0) == 0x4A41_434B, number(at: 16) == UInt32(bytes.count) else { return nil }
    servers = (0..<Self.capacity).compactMap { index in
      let offset = Self.head + index * Self.place
      let process = pid_t(bitPattern: number(at: offset))
      guard process > 0 else { return nil }
      let name = bytes[(offset + 4)..<(offset + Self.place)].prefix { $0 != 0 }
      // "jack-USER:NAME:"
      let words = String(decoding: name, as: UTF8.self).split(
        separator: ":", omittingEmptySubsequences: false)
      return Server(name: words.count > 1 ? String(words[1]) : "", process: process, offset: offset)
    }
  }

  /// Whether there is no place for a server of this name.
  public func hasNoRoom(for name: String) -> Bool {
    servers.count == Self.capacity && !servers.contains { $0.name == name && !$0.isAlive }
  }

  /// In English.
  package var message: String {
    let names = servers.map { "\"\($0.name)\"" + ($0.isAlive ? "" : " (killed)") }
    let remedy =
      hasLiving
      ? "Start and end a server of the name of one that was killed, or end one that runs."
      : "Remove \(Self.path)."
    return
      "JACK's registry has room for \(Self.capacity) servers and is full: \(names.joined(separator: ", ")). \(remedy)"
  }

  /// The running server of this name.
  func living(_ name: String) -> Server? { servers.first { $0.name == name && $0.isAlive } }

  public var hasLiving: Bool { servers.contains(where: \.isAlive) }
}
