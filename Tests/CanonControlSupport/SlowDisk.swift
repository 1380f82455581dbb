/// Holds up whoever reads, until it is let go.
public actor SlowDisk {
  private var readers: [CheckedContinuation<Void, Never>] = []
  private var isLetGo = false

  public init() {}

  public func read() async {
    if !isLetGo { await withCheckedContinuation { readers.append($0) } }
  }

  /// Whoever waits, and whoever comes later, reads at once.
  public func letGo() {
    isLetGo = true
    for reader in readers { reader.resume() }
    readers = []
  }
}
