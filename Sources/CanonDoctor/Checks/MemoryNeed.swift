import CanonFiles

/// Whether a set's samples fit in this machine's memory.
package enum MemoryNeed {
  package static let file = AvailableMemory.file

  /// - Parameters:
  ///   - bytes: What the samples take.
  ///   - available: The bytes that programs can have without swapping; nil if that is not known.
  package static func finding(_ title: String, stems: Int, bytes: UInt64, available: UInt64?) -> Finding {
    if let available, bytes > available { return .setTooLarge(title, bytes: bytes, available: available) }
    return .set(title, stems: stems, bytes: bytes, available: available)
  }

  /// The available bytes, from the text of `/proc/meminfo`; nil if it does not tell.
  package static func available(in text: String?) -> UInt64? {
    AvailableMemory.bytes(in: text).map(UInt64.init)
  }

  static var available: UInt64? { available(in: SmallFile.text(file)) }
}
