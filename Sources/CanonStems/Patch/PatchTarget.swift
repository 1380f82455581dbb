import Foundation

/// Where an output is to be connected: to input ports of other JACK clients.
public enum PatchTarget: Hashable, Sendable {
  /// The pair of physical playback ports that begins with this one, counted from 1.
  case physical(Int)
  /// The port of this name, or the first two inputs of the client of this name.
  case named(String)
  /// The ports whose names match a pattern of the shell (`*`, `?`, `[…]`), or that have this very name.
  case glob(String)
  /// The ports in whose names a POSIX extended regular expression is found. It is written between slashes.
  case expression(String)

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
      let expression = String(text.dropFirst().dropLast())
      guard !expression.isEmpty, let compiled = PortExpression(expression) else { return nil }
      _ = compiled
      self = .expression(expression)
    } else {
      self = text.contains { "*?[".contains($0) } ? .glob(text) : .named(text)
    }
  }

  /// Whether it names one port and no more. (The name of a client has no colon.)
  public var isOnePort: Bool { if case .named(let name) = self { name.contains(":") } else { false } }

  /// The ports that it means now, in the server's order.
  /// - Parameters:
  ///   - inputs: All audio inputs of other clients.
  ///   - physical: Those among them that are physical playback ports.
  public func ports(among inputs: [String], physical: [String]) -> [String] {
    switch self {
    case .physical(let number): return Array(physical.dropFirst(number - 1).prefix(2))
    case .named(let name):
      return inputs.contains(name) ? [name] : Array(inputs.filter { $0.hasPrefix(name + ":") }.prefix(2))
    case .glob(let pattern):
      return inputs.contains(pattern) ? [pattern] : inputs.filter { fnmatch(pattern, $0, 0) == 0 }
    case .expression(let text):
      guard let expression = PortExpression(text) else { return [] }
      return inputs.filter(expression.isFound)
    }
  }
}

extension PatchTarget: CustomStringConvertible {
  /// As it is written.
  public var description: String {
    switch self {
    case .physical(let number): "\(Self.physicalWord)\(number)"
    case .named(let text), .glob(let text): text
    case .expression(let text): "/\(text)/"
    }
  }
}

/// A compiled regular expression.
private final class PortExpression {
  private var compiled = regex_t()

  init?(_ text: String) {
    guard regcomp(&compiled, text, REG_EXTENDED | REG_NOSUB) == 0 else { return nil }
  }

  deinit { regfree(&compiled) }

  func isFound(in name: String) -> Bool { regexec(&compiled, name, 0, nil, 0) == 0 }
}
