import CanonFiles
import Glibc

/// How a private server ends: with its last client, which may be another canon's.
extension PrivateServer {
  /// Leaves the server, and waits for its end: up to 200 ms, and up to a second if it has not had a client yet. Nothing of a server that has
  /// ended remains.
  public func leave() async {
    isKept = false
    await waitForEnd()
    if process != 0 && !hasHadClient { await letOneInAndOut() }
    if hasEnded { removeSemaphores() }
  }

  private func waitForEnd() async {
    let end = ContinuousClock.now + .milliseconds(200)
    while !hasEnded, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
  }

  /// A server that was just started waits for its first client without an end, and ends with its last one. If another canon was
  /// faster, that one keeps it. If it lets no one in, it is ended.
  private func letOneInAndOut() async {
    let end = ContinuousClock.now + .milliseconds(800)
    while !hasEnded, ContinuousClock.now < end {
      let visit = Answer<Bool>()
      ServerThread.detach { [name] in
        let client = try? JackClient(name: "canon-knock", server: name)
        client?.close()
        visit.give(client != nil)
      }
      while visit.value == nil, ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(10)) }
      if visit.value == true { return await waitForEnd() }
      try? await Task.sleep(for: .milliseconds(25))
    }
    stop()
  }

  /// Whether no server of this name runs, whoever has started it.
  private var hasEnded: Bool {
    if process != 0 && waitpid(process, nil, WNOHANG) != 0 { process = 0 }
    return process == 0 && ServerRegistry()?.living(name) == nil
  }

  /// Waits up to two seconds for the end of a server whose last client has gone, and ends it then. Nothing of it remains. If another
  /// process has started the server, only that may be left.
  func end() async {
    isKept = false
    guard process != 0 else { return }
    for signal in [0, SIGTERM, SIGKILL] where process != 0 {
      kill(process, signal)
      // A cancelled task does not sleep, so the wait is counted by the clock.
      let end = ContinuousClock.now + .seconds(2)
      while process != 0, ContinuousClock.now < end {
        if waitpid(process, nil, WNOHANG) != 0 { process = 0 } else { usleep(5000) }
      }
    }
    removeSemaphores()
  }

  /// jackd does not remove the semaphores of all clients of a server that ends with its last one.
  private func removeSemaphores() {
    let (folder, prefix) = ("/dev/shm", "jack_sem.\(getuid())_\(name)_")
    for name in Folder.names(in: folder) where name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
  }

  /// Ends a server that never had a client.
  func stop() {
    guard process != 0 else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    process = 0
  }
}
