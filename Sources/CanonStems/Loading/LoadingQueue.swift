import CanonEngine

/// The stems whose samples have yet to be read, in the order in which they are. A stem that somebody asks for goes to the front.
public struct LoadingQueue: Sendable {
  /// Those that nobody has begun to read.
  public private(set) var waiting: [StemIndex]
  /// Those that are being read.
  public private(set) var underWay: Set<StemIndex> = []

  /// Both.
  private var left: Set<StemIndex>

  public init(_ stems: [StemIndex] = []) { (waiting, left) = (stems, Set(stems)) }

  public var isEmpty: Bool { left.isEmpty }
  /// The number of stems that have yet to be read.
  public var count: Int { left.count }

  /// Whether a stem has yet to be read.
  public func contains(_ stem: StemIndex) -> Bool { left.contains(stem) }

  /// Lets those of `stems` that wait be the next ones, in the order in which they wait.
  public mutating func bring(_ stems: Set<StemIndex>) {
    let asked = waiting.filter(stems.contains)
    if asked.isEmpty { return }
    waiting = asked + waiting.filter { !stems.contains($0) }
  }

  /// Takes the next stem, which is being read from then on.
  /// - Returns: nil if none waits.
  public mutating func next() -> StemIndex? {
    guard let stem = waiting.first else { return nil }
    waiting.removeFirst()
    underWay.insert(stem)
    return stem
  }

  /// A stem that was being read has been, or cannot be, or may no longer be.
  public mutating func end(_ stem: StemIndex) {
    if underWay.remove(stem) != nil { left.remove(stem) }
  }
}
