/// The number of a stem in its set, counted from 0 in the order of the set file.
public struct StemIndex: RawRepresentable, Hashable, Comparable, BitwiseCopyable, Sendable {
  public let rawValue: Int32

  @_noLocks public init(rawValue: Int32) { self.rawValue = rawValue }

  public init(_ index: Int) { rawValue = Int32(index) }

  public static func < (a: StemIndex, b: StemIndex) -> Bool { a.rawValue < b.rawValue }
}

extension StemIndex {
  /// The index for use with Swift's collections.
  public var int: Int { Int(rawValue) }
}
