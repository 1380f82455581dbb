/// The memory that programs can have without swapping.
public enum AvailableMemory {
  package static let file = "/proc/meminfo"

  /// In bytes; nil if the system does not tell.
  public static var now: Int64? { bytes(in: SmallFile.text(file)) }

  /// The same from the text of ``file``.
  package static func bytes(in text: String?) -> Int64? {
    let line = text?.split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }.flatMap { Int64(exactly: $0) }
      .flatMap { $0 <= .max >> 10 ? $0 << 10 : nil }
  }

  /// The memory there is, if more than half of it is needed, which canon does not take.
  /// - Parameter needed: In bytes.
  /// - Returns: nil if it is enough, or if the system does not tell.
  package static func tooLittle(for needed: Int64) -> Int64? { now.flatMap { needed > $0 / 2 ? $0 : nil } }
}
