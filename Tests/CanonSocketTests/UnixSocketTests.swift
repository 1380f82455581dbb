import CanonLiveSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CanonSocket

/// The client side of a socket.
@Suite struct UnixSocketTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A canon that was stopped (Ctrl-Z) keeps its name, however many clients wait for it.
  @Test func aProgramThatAcceptsNobodyStillListens() throws {
    let path = folder.file("canon.sock")
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    try #require(UnixSocket.withAddress(path) { address, length in bind(descriptor, address, length) == 0 })
    #expect(!UnixSocket.isListening(at: path))
    try #require(listen(descriptor, 0) == 0)
    var waiting: [UnixSocket] = []
    while waiting.count < 16, let client = UnixSocket(connectingTo: path) { waiting.append(client) }
    try #require(waiting.count < 16, "there is no more room to wait")
    // canon ctl waits two seconds for room. A busy machine may take longer, but not each time.
    var shortest = Duration.seconds(600)
    for _ in 1...3 where shortest >= .seconds(18) {
      let begin = ContinuousClock.now
      #expect(UnixSocket.isListening(at: path))
      shortest = min(shortest, ContinuousClock.now - begin)
    }
    #expect((.seconds(2)..<(.seconds(18))).contains(shortest))
  }

  @Test("A text that the connection cannot hold at once arrives whole, in its order")
  func long() async throws {
    let listener = try Listener(folder.file("canon.sock"))
    let path = listener.path
    let text = (0..<400_000).map { "\($0)\n" }.joined()
    let (written, continuation) = AsyncStream.makeStream(of: Bool.self)
    beginAtOnce {
      continuation.yield(UnixSocket(connectingTo: path)?.write(text: text) ?? false)
      continuation.finish()
    }
    let server = listener.accept()
    let received = await withCheckedContinuation { continuation in
      DispatchQueue(label: "server").async {
        let file = FileHandle(fileDescriptor: server, closeOnDealloc: true)
        continuation.resume(returning: try? file.readToEnd())
      }
    }
    for await isWhole in written { #expect(isWhole) }
    #expect(received == Data(text.utf8))
  }

  @Test("An attempt to connect where nobody listens leaves no descriptor open")
  func descriptors() {
    func open() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }
    let before = open()
    // More than other tests open meanwhile.
    for _ in 0..<1000 { #expect(UnixSocket(connectingTo: folder.file("nobody.sock")) == nil) }
    #expect(open() - before < 500)
  }

  @Test("The wait for an answer has the limit that was set")
  func limit() throws {
    let listener = try Listener(folder.file("canon.sock"))
    let client = try #require(UnixSocket(connectingTo: listener.path))
    for seconds in [7, 0] {
      client.limitWaiting(seconds: seconds)
      var limit = timeval()
      var size = socklen_t(MemoryLayout<timeval>.size)
      #expect(getsockopt(client.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, &size) == 0)
      #expect(limit.tv_sec == seconds && limit.tv_usec == 0)
    }
  }

  @Test("A line of one byte is written, and the end is an end whatever the last error was")
  func shortest() throws {
    let listener = try Listener(folder.file("canon.sock"))
    let client = try #require(UnixSocket(connectingTo: listener.path))
    let server = listener.accept()
    #expect(client.write(line: ""))
    var byte: UInt8 = 0
    #expect(recv(server, &byte, 1, 0) == 1 && byte == UInt8(ascii: "\n"))
    close(server)
    errno = EINTR
    #expect(client.readLine() == nil)
  }

  @Test("A signal does not end the wait for an answer")
  func signals() async throws {
    let listener = try Listener(folder.file("canon.sock"))
    let old = signal(SIGURG) { _ in }
    defer { signal(SIGURG, old) }
    let (path, thread) = (listener.path, RunningThread())
    let (answers, continuation) = AsyncStream.makeStream(of: String?.self)
    beginAtOnce {
      let client = UnixSocket(connectingTo: path)
      client?.limitWaiting(seconds: 900)
      thread.begin()
      continuation.yield(client?.readLine())
      continuation.finish()
    }
    let server = listener.accept()
    defer { close(server) }
    for _ in 0..<3 {
      try waitUntil("the client waits") { thread.sleeps }
      thread.signal(SIGURG)
    }
    try waitUntil("the client waits") { thread.sleeps }
    #expect(send(server, "done\n", 5, Int32(MSG_NOSIGNAL)) == 5)
    #expect(await answers.first { _ in true } == "done")
  }
}

/// Runs what a test waits for on a thread of its own. A queue would begin it on one of the threads that all tests share, of which the
/// test takes one while it waits.
private func beginAtOnce(_ body: @escaping @Sendable () -> Void) { Thread.detachNewThread(body) }

/// A thread of this process, seen from another.
private final class RunningThread: Sendable {
  private let thread = Mutex<(pthread_t, folder: String)?>(nil)

  /// Called by the thread, which receives signals from then on.
  func begin() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
    let folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
    thread.withLock { $0 = (pthread_self(), folder) }
  }

  /// Whether it has begun and waits in the kernel, or has ended.
  var sleeps: Bool {
    guard let folder = thread.withLock({ $0?.folder }) else { return false }
    let line = (try? String(contentsOfFile: "/proc/\(folder)/stat", encoding: .utf8)) ?? ") S"
    return line.split(separator: ")").last?.hasPrefix(" S") ?? true
  }

  func signal(_ number: Int32) {
    thread.withLock { if let (thread, _) = $0 { pthread_kill(thread, number) } }
  }
}

/// A program that listens and says nothing.
private final class Listener {
  let path: String
  private let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)

  init(_ path: String) throws {
    self.path = path
    let descriptor = descriptor
    let isBound = UnixSocket.withAddress(path) { address, length in bind(descriptor, address, length) == 0 }
    guard isBound, listen(descriptor, 4) == 0 else {
      throw TimedOut(description: "nothing listens at \(path)")
    }
  }

  deinit { close(descriptor) }

  func accept() -> Int32 { Glibc.accept(descriptor, nil, nil) }
}
