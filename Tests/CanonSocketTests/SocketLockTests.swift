import CanonLiveSupport
import Foundation
import Glibc
import Testing

@testable import CanonSocket

/// Two canons that start at the same moment must not choose the same name: the choice is made under a lock.
@Suite struct SocketLockTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test("While one canon chooses its name, others wait; after that they may choose")
  func oneAtATime() throws {
    let lock = try SocketLock(folder.path)
    let other = open(folder.file(".lock"), O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX | LOCK_NB) == -1 && errno == EWOULDBLOCK)
    lock.end()
    #expect(flock(other, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("The free name is that of the socket's file, without a slash")
  func slash() {
    #expect(SocketLock.freeName("a/b", in: SocketPlace(folder: folder.path)) == "a-b")
  }

  @Test("The lock is its user's alone, and a link in its place is not followed")
  func file() throws {
    try SocketLock(folder.path).end()
    var attributes = stat()
    #expect(stat(folder.file(".lock"), &attributes) == 0 && attributes.st_mode & 0o777 == 0o600)
    unlink(folder.file(".lock"))
    symlink(folder.file("elsewhere"), folder.file(".lock"))
    #expect(throws: SocketProblem.folder(folder.path, ELOOP)) { try SocketLock(folder.path) }
    #expect(access(folder.file("elsewhere"), F_OK) != 0)
  }
}
