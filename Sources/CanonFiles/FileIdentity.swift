import Foundation

/// The identity of a file, independent of its path: its place on the disk, and its bytes.
///
/// - Thread: any control thread (reads the file)
public struct FileIdentity: Sendable {
  private let path: String
  private let device: dev_t
  private let inode: ino_t
  private let size: off_t
  /// A hash of some of its bytes, which distinguishes most files of one size without reading them completely.
  private let sample: Int

  /// The number of bytes read at a time.
  private static let block = 1 << 16
  /// The number of bytes that ``sample`` reads at each place.
  private static let spot = 1 << 14

  /// - Returns: nil unless `path` leads to a regular file that can be read.
  public init?(_ path: String) {
    guard let descriptor = Self.open(path) else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (self.path, device, inode, size) = (path, status.st_dev, status.st_ino, status.st_size)
    var hasher = Hasher()
    for place in [0, status.st_size / 2, max(0, status.st_size - off_t(Self.spot))] {
      Self.read(descriptor, at: place, count: Self.spot) { hasher.combine(bytes: $0) }
    }
    sample = hasher.finalize()
  }

  /// Whether both are the same file, or files with the same bytes.
  public func isSame(as other: FileIdentity) -> Bool {
    if device == other.device, inode == other.inode { return true }
    return size == other.size && sample == other.sample && hasSameBytes(as: other)
  }

  private func hasSameBytes(as other: FileIdentity) -> Bool {
    guard let mine = Self.open(path) else { return false }
    defer { close(mine) }
    guard let others = Self.open(other.path) else { return false }
    defer { close(others) }
    var place: off_t = 0
    while place < size {
      let isEqual = Self.read(mine, at: place, count: Self.block) { block in
        Self.read(others, at: place, count: Self.block) { other in
          block.count == other.count && memcmp(block.baseAddress!, other.baseAddress!, block.count) == 0
        }
      }
      guard isEqual else { return false }
      place += off_t(Self.block)
    }
    return true
  }

  private static func open(_ path: String) -> Int32? {
    let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  /// - Parameter body: Receives the available bytes, up to `count`.
  private static func read<T>(
    _ descriptor: Int32, at place: off_t, count: Int, _ body: (UnsafeRawBufferPointer) -> T
  ) -> T {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { buffer in
      let got = max(0, pread(descriptor, buffer.baseAddress!, count, place))
      return body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
    }
  }
}

extension FileIdentity {
  /// Finds the paths that lead to the same file, or to files with the same bytes.
  /// - Returns: Groups of two or more indices in `paths`; each index appears at most once.
  public static func groups(of paths: [String]) -> [[Int]] {
    var groups: [(identity: FileIdentity, places: [Int])] = []
    // Only files of the same size are compared.
    var bySize: [off_t: [Int]] = [:]
    for (place, path) in paths.enumerated() {
      guard let identity = FileIdentity(path) else { continue }
      let near = bySize[identity.size] ?? []
      if let group = near.first(where: { groups[$0].identity.isSame(as: identity) }) {
        groups[group].places.append(place)
      } else {
        bySize[identity.size, default: []].append(groups.count)
        groups.append((identity, [place]))
      }
    }
    return groups.map(\.places).filter { $0.count > 1 }
  }
}
