/// The boundaries on which a change may take effect: `now`, or every `count` beats, bars, loops, loops of the stem
/// itself, or common cycles. (PipeWire calls the period size a quantum; canon never does.)
public struct Quantum: Hashable, BitwiseCopyable, Sendable {
  public enum Unit: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// At once: on the frame on which the command is received.
    case now
    case beat
    case bar
    /// The set's loop; the default.
    case loop
    /// The stem's own loop.
    case stem
    /// The common cycle: the least common multiple of the loops of all playing stems.
    case cycle
  }

  public let unit: Unit
  /// 1 or more; `bar:4` takes effect on every fourth bar. Always 1 for ``Unit/now``.
  public let count: Int32

  /// The largest accepted count.
  public static let largestCount: Int32 = 1_000_000

  public static let now = Quantum(checked: .now, 1)
  public static let beat = Quantum(checked: .beat, 1)
  public static let bar = Quantum(checked: .bar, 1)
  public static let loop = Quantum(checked: .loop, 1)
  public static let stem = Quantum(checked: .stem, 1)
  public static let cycle = Quantum(checked: .cycle, 1)

  /// - Returns: nil when `count` is not in 1 ... ``largestCount``, or is not 1 for `now`.
  public init?(_ unit: Unit, count: Int = 1) {
    guard (1...Int(Self.largestCount)).contains(count), unit != .now || count == 1 else { return nil }
    self.init(checked: unit, Int32(count))
  }

  private init(checked unit: Unit, _ count: Int32) {
    self.unit = unit
    self.count = count
  }

  /// The quantum of a command that concerns no single stem: `stem` becomes `loop`.
  package var ofTheSet: Quantum { unit == .stem ? Quantum(checked: .loop, count) : self }
}

extension Quantum: LosslessStringConvertible {
  /// Reads `loop`, `bar:4` and the like; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let unit = Unit(word: parts[0]) else { return nil }
    guard parts.count == 2 else {
      self.init(unit)
      return
    }
    guard parts[1].allSatisfy(\.isNumber), let count = Int(parts[1]) else { return nil }
    self.init(unit, count: count)
  }

  public var description: String { count == 1 ? unit.word : "\(unit.word):\(count)" }
}

extension Quantum.Unit {
  /// The unit's word in commands and files.
  public var word: String {
    switch self {
    case .now: "now"
    case .beat: "beat"
    case .bar: "bar"
    case .loop: "loop"
    case .stem: "stem"
    case .cycle: "cycle"
    }
  }

  init?(word: some StringProtocol) {
    guard let unit = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = unit
  }
}
