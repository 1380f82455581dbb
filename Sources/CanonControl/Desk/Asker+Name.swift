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

  /// The asker of a name that a file of canon has kept. Whatever that says, it leaves numbers for the surfaces of this canon.
  /// - Thread: any but audio
  static func kept(_ name: String) -> Asker {
    names.withLock { $0.asker(named: name, sparing: AskerNames.spared) }
  }

  /// A separate asker for one of several with the same name, such as a client of the socket. It has its own list of changes.
  /// ``Desk/leave(_:)`` frees its number.
  /// - Returns: When all numbers are taken, the asker of that name.
  /// - Thread: any but audio
  static func guest(named name: String) -> Asker {
    names.withLock { $0.guest(named: name) }
  }

  /// Whether ``guest(named:)`` has made it.
  var isGuest: Bool { Self.names.withLock { $0.isGuest(self) } }

  /// Frees the guest's number. Its pending changes keep the name until the number is used again.
  func leave() { Self.names.withLock { $0.leave(self) } }

  /// What people and programs read: `input`, `keyboard`, `door`, and so on.
  /// - Thread: any but audio
  public var word: String { Self.names.withLock { $0.name(of: self) } }

  /// The predefined askers.
  public static let usual: [Asker] = [
    .group, .follow, .end, .clock, .door, .recovery, .score, .device, .folder, .input, .keyboard, .mouse,
    .socket,
  ]

  private static let names = Mutex(AskerNames())
}

/// The number of each name. The upper numbers are for guests, of whom several have one name.
struct AskerNames {
  private var names = [
    "group", "follow", "end", "clock", "door", "recovery", "score", "device", "folder", "input",
  ]
  /// The names of guests, also of those that have left, until another one takes the number.
  private var guests: [UInt8: String] = [:]
  /// The free numbers of guests; the one that was freed first is used first.
  private var free: [UInt8] = Array(UInt8.max - UInt8(mostGuests - 1)...UInt8.max)

  static let mostGuests = 160

  func name(of asker: Asker) -> String {
    let number = Int(asker.rawValue)
    return names.indices.contains(number) ? names[number] : guests[asker.rawValue] ?? "unknown"
  }

  /// The numbers that names from files do not take.
  static let spared = 40

  /// - Parameter spared: The least number of free numbers; with fewer, all count as taken.
  mutating func asker(named name: String, sparing spared: Int = 0) -> Asker {
    if let number = names.firstIndex(of: name) { return Asker(rawValue: UInt8(number)) }
    guard names.count + spared <= Int(UInt8.max) - Self.mostGuests else {
      let kind = name.prefix { $0 != " " }
      return Asker(rawValue: UInt8(names.firstIndex { $0 == kind } ?? Int(Asker.input.rawValue)))
    }
    names.append(name)
    return Asker(rawValue: UInt8(names.count - 1))
  }

  mutating func guest(named name: String) -> Asker {
    guard !free.isEmpty else { return asker(named: name) }
    let number = free.removeFirst()
    guests[number] = name
    return Asker(rawValue: number)
  }

  func isGuest(_ asker: Asker) -> Bool { guests[asker.rawValue] != nil }

  mutating func leave(_ guest: Asker) {
    if isGuest(guest), !free.contains(guest.rawValue) { free.append(guest.rawValue) }
  }
}
