import CanonJack
import Foundation

extension TestFolder {
  /// The number of a process that cannot be: the kernel gives none as high.
  public static let noProcess: Int32 = 1 << 30

  /// Writes jackd's list of servers as jackd does, and reads it.
  /// - Parameter processes: Those of the servers, which are called `s1`, `s2` and so on; at most eight. 0 is a free place.
  public func registry(of processes: [Int32]) throws -> ServerRegistry {
    // Magic number, protocol, type, then sizes, of which the second one is that of the list.
    var words = [UInt32](repeating: 0, count: (24 + ServerRegistry.capacity * ServerRegistry.place) / 4)
    (words[0], words[4]) = (0x4A41_434B, UInt32(words.count * 4))
    var bytes = words.flatMap { word in (0..<4).map { UInt8(word >> (8 * $0) & 255) } }
    for (number, process) in processes.enumerated() {
      let place =
        (0..<4).map { UInt8(UInt32(bitPattern: process) >> (8 * $0) & 255) }
        + Array("jack-0:s\(number + 1):".utf8)
      let start = 24 + number * ServerRegistry.place
      bytes.replaceSubrange(start..<(start + place.count), with: place)
    }
    try Data(bytes).write(to: URL(fileURLWithPath: file("registry")))
    guard let registry = ServerRegistry(path: file("registry")) else {
      throw TimedOut(description: "the written registry cannot be read")
    }
    return registry
  }
}
