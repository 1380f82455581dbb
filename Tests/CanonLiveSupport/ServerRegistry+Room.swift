import CanonJack
import Foundation

extension ServerRegistry {
  /// Frees the places of servers that were killed, as jackd does with the place of its own name; living servers keep theirs.
  public static func makeRoom(path: String = Self.path) {
    // jackd's own lock: a semaphore that is released if this process dies.
    let semaphore = semget(0x28_2929, 0, 0)
    var step = sembuf(sem_num: 0, sem_op: -1, sem_flg: Int16(SEM_UNDO))
    guard semaphore < 0 || semop(semaphore, &step, 1) == 0 else { return }
    defer {
      step.sem_op = 1
      if semaphore >= 0 { semop(semaphore, &step, 1) }
    }
    guard let registry = ServerRegistry(path: path), let file = FileHandle(forUpdatingAtPath: path) else {
      return
    }
    for server in registry.servers where !server.isAlive {
      try? file.seek(toOffset: UInt64(server.offset))
      try? file.write(contentsOf: Data(count: Self.place))
    }
    try? file.close()
  }

  /// Ensures that a server of this name can start.
  /// - Throws: The reason why it cannot.
  public static func makeRoom(for name: String) throws {
    forgetDatabase()
    guard ServerRegistry()?.hasNoRoom(for: name) == true else { return }
    makeRoom()
    if let registry = ServerRegistry(), registry.hasNoRoom(for: name) {
      throw TimedOut(description: registry.text(.english))
    }
  }

  /// Removes libjack's database of ports' names if no server runs. A client or server that was killed may have left
  /// it locked, and then no client can join any server again.
  public static func forgetDatabase() {
    guard ServerRegistry()?.servers.contains(where: \.isAlive) != true else { return }
    try? FileManager.default.removeItem(atPath: "/dev/shm/jack_db-\(getuid())")
  }
}
