import CSystemd
import Foundation
import Glibc
import Synchronization

/// A player's object on the bus of the user's session. sd-bus belongs to one thread; this one waits for the bus and for answers, and for nothing
/// else.
final class SessionBus: Sendable {
  /// Calls that may wait for an answer. More are refused.
  static let mostCalls = 64

  /// A call, by the number under which it is answered.
  typealias Request = (number: Int, call: BusCall)

  private enum Job: Sendable {
    case answer(Int, BusAnswer)
    case signal(interface: String, member: String, [BusValue])
    case end
  }

  /// The calls, in their order. They end when the bus does; at once if there is none.
  let requests: AsyncStream<Request>
  /// nil once the bus has ended: nothing is kept for it then.
  private let jobs = Mutex<[Job]?>([])
  /// Wakes the thread.
  private let event: Int32
  private let isOver = DispatchSemaphore(value: 0)

  /// Begins to look for the bus.
  /// - Parameters:
  ///   - address: That of the bus; nil for that of the user's session.
  ///   - name: The name under which others find the object. A second canon takes `NAME.instancePID`, as MPRIS asks.
  ///   - path: That of the object.
  ///   - refuse: The wording of refusals that need no look at the performance.
  init(
    address: String?, name: String, path: String, refuse: @escaping @Sendable (PlayerRefusal) -> BusAnswer
  ) {
    event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    let (requests, continuation) = AsyncStream.makeStream(of: Request.self)
    self.requests = requests
    let thread = Thread { [self] in
      if let link = BusLink(address: address, name: name, path: path, continuation, refuse: refuse) {
        serve(link)
      }
      jobs.withLock { $0 = nil }
      continuation.finish()
      isOver.signal()
    }
    thread.name = "canon D-Bus"
    thread.start()
  }

  deinit { close(event) }

  // MARK: - From any thread

  func answer(_ number: Int, _ answer: BusAnswer) { give(.answer(number, answer)) }

  func signal(_ interface: String, _ member: String, _ values: [BusValue]) {
    give(.signal(interface: interface, member: member, values))
  }

  /// Leaves the bus, once all that was given before is sent. A bus that does not read is waited for 300 ms.
  func leave() async {
    give(.end)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [isOver] in
        _ = isOver.wait(timeout: .now() + .milliseconds(300))
        continuation.resume()
      }
    }
  }

  private func give(_ job: Job) {
    jobs.withLock { $0?.append(job) }
    eventfd_write(event, 1)
  }

  // MARK: - On its thread

  private func serve(_ link: BusLink) {
    while true {
      for job in jobs.withLock({ jobs in (jobs ?? [], jobs = []).0 }) {
        switch job {
        case .answer(let number, let answer): link.answer(number, answer)
        case .signal(let interface, let member, let values): link.signal(interface, member, values)
        case .end: return
        }
      }
      guard let isBusy = link.process() else { return }
      if isBusy { continue }
      link.wait(or: event)
      var count: eventfd_t = 0
      eventfd_read(event, &count)
    }
  }
}
