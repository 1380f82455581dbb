/// Where an output is to be connected: to input ports of other JACK clients.
public enum PatchTarget: Hashable, Sendable {
  /// The pair of physical playback ports that begins with this one, counted from 1.
  case physical(Int)
  /// The port of this name, or the first two inputs of the client of this name.
  case named(String)
  /// The ports whose names match a pattern of the shell (`*`, `?`, `[…]`), or that have this very name.
  case glob(NamePattern)
  /// The ports in whose names a POSIX extended regular expression is found. It is written between slashes; it has no counts
  /// of repetitions, no back references, and at most eight signs `+`.
  case expression(NamePattern)

  /// The longest name in bytes; longer than any that JACK gives a port.
  static let longest = 512
  private static let physicalWord = "physical:"

  /// - Returns: nil if the text is empty or too long, holds control characters, or is an expression that cannot be read.
  public init?(_ text: String) {
    let isClean = text.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
    guard isClean, !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
    if text.hasPrefix(Self.physicalWord) {
      guard let number = Int(text.dropFirst(Self.physicalWord.count)), (1...4096).contains(number) else {
        return nil
      }
      self = .physical(number)
    } else if text.hasPrefix("/"), text.hasSuffix("/") {
      guard let pattern = NamePattern(expression: String(text.dropFirst().dropLast())) else { return nil }
      self = .expression(pattern)
    } else {
      self = NamePattern(glob: text).map(PatchTarget.glob) ?? .named(text)
    }
  }

  /// Whether it names one port and no more. (The name of a client has no colon.)
  public var isOnePort: Bool { if case .named(let name) = self { name.contains(":") } else { false } }

  /// Whether it is a number of physical ports.
  public var isPhysical: Bool { if case .physical = self { true } else { false } }

  /// The ports that it means now, in the server's order.
  /// - Parameters:
  ///   - inputs: All audio inputs of other clients.
  ///   - physical: Those among them that are physical playback ports.
  public func ports(among inputs: [String], physical: [String]) -> [String] {
    switch self {
    case .physical(let number): Self.pair(physical.dropFirst(number - 1))
    case .named(let name):
      if inputs.contains(name) {
        [name]
      } else {
        isOnePort ? [] : Array(inputs.filter { $0.hasPrefix(name + ":") }.prefix(2))
      }
    case .glob(let pattern):
      inputs.contains(pattern.text) ? [pattern.text] : inputs.filter(pattern.matches)
    case .expression(let pattern): inputs.filter(pattern.matches)
    }
  }

  /// The first port, and the second one if it belongs to the same device.
  private static func pair(_ ports: ArraySlice<String>) -> [String] {
    ports.prefix(2).filter { ports.first.map(device) == device(of: $0) }
  }

  /// The device of a physical port: its name without the last part. (PipeWire's names of devices have colons too.)
  public static func device(of port: String) -> String {
    port.lastIndex(of: ":").map { String(port[..<$0]) } ?? port
  }
}

extension PatchTarget: CustomStringConvertible {
  /// As it is written.
  public var description: String {
    switch self {
    case .physical(let number): "\(Self.physicalWord)\(number)"
    case .named(let name): name
    case .glob(let pattern): pattern.text
    case .expression(let pattern): "/\(pattern.text)/"
    }
  }
}
