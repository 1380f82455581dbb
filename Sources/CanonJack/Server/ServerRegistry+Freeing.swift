import Glibc

extension ServerRegistry {
  /// Frees the places of killed servers, and only if no server of the registry lives.
  /// - Returns: The names of those that have lost their places; empty if a server lives, if the registry is locked for longer than a
  ///   second, or if it cannot be written.
  /// - Thread: any control thread; may wait for a second
  package static func removeDead(path: String = Self.path) -> [String] {
    // jackd's own lock: a semaphore that is released if this process dies. Without it no jackd has run.
    let semaphore = semget(lockKey, 0, 0)
    guard semaphore < 0 || change(semaphore, by: -1) else { return [] }
    defer { if semaphore >= 0 { _ = change(semaphore, by: 1) } }
    guard let registry = ServerRegistry(path: path), !registry.hasLiving else { return [] }
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    let nothing = [UInt8](repeating: 0, count: place)
    return registry.servers.filter { server in
      pwrite(file, nothing, nothing.count, off_t(server.offset)) == nothing.count
    }.map(\.name)
  }

  /// The number of jackd's semaphore.
  private static let lockKey: key_t = 0x28_2929

  private static func change(_ semaphore: Int32, by amount: Int16) -> Bool {
    var step = sembuf(sem_num: 0, sem_op: amount, sem_flg: Int16(SEM_UNDO) | Int16(IPC_NOWAIT))
    for _ in 0..<100 {
      if semop(semaphore, &step, 1) == 0 { return true }
      guard errno == EAGAIN || errno == EINTR else { return false }
      usleep(10_000)
    }
    return false
  }
}
