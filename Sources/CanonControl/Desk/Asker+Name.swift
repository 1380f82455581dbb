import CanonEngine
import CanonSession
import Synchronization

/// The names of askers. The engine knows a number; people, journals and programs read the name.
extension Asker {
  /// A person at the full screen's keys or its command line.
  public static let keyboard = Asker.named("keyboard")
  /// A person at the full screen's mouse.
  public static let mouse = Asker.named("mouse")
  /// A program or person at canon's socket.
  public static let socket = Asker.named("socket")

  /// The asker of this name: the same name is always the same asker.
  /// - Parameter name: A name chosen by a surface, as `keyboard` or `osc 10.0.0.2`. When all numbers are taken, the asker
  ///   with the first word of the name is returned.
  /// - Thread: any but audio
  public static func named(_ name: String) -> Asker {
    names.withLock { $0.asker(named: name) }
  }

  /// What people and programs read: `input`, `keyboard`, `door`, and so on.
  /// - Thread: any but audio
  public var word: String { Self.names.withLock { $0.name(of: self) } }

  /// The predefined askers.
  public static let usual: [Asker] = [
    .group, .follow, .end, .clock, .door, .recovery, .score, .input, .keyboard, .mouse, .socket,
  ]

  private static let names = Mutex(AskerNames())
}

/// The number of each name.
struct AskerNames {
  private var names = ["group", "follow", "end", "clock", "door", "recovery", "score", "input"]

  func name(of asker: Asker) -> String {
    names.indices.contains(Int(asker.rawValue)) ? names[Int(asker.rawValue)] : "unknown"
  }

  mutating func asker(named name: String) -> Asker {
    if let number = names.firstIndex(of: name) { return Asker(rawValue: UInt8(number)) }
    guard names.count <= UInt8.max else {
      let kind = name.prefix { $0 != " " }
      return Asker(rawValue: UInt8(names.firstIndex { $0 == kind } ?? Int(Asker.input.rawValue)))
    }
    names.append(name)
    return Asker(rawValue: UInt8(names.count - 1))
  }
}
