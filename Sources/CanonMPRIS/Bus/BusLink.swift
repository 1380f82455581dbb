import CSystemd
import Glibc

/// The connection of ``SessionBus``.
/// - Thread: one
final class BusLink {
  private let bus: OpaquePointer
  private let path: String
  private let requests: AsyncStream<SessionBus.Request>.Continuation
  /// The calls that are not answered yet.
  private var open: [Int: OpaquePointer] = [:]
  private var lastNumber = 0
  /// The wording of refusals.
  private let refuse: (PlayerRefusal) -> BusAnswer

  /// Messages that may wait for a bus that does not read.
  private static let mostWaiting = 64

  /// Connects, and takes a name.
  /// - Parameter address: That of the bus; nil for that of the user's session.
  /// - Returns: nil if there is no bus, or if it lets canon have no name.
  init?(
    address: String?, name: String, path: String, _ requests: AsyncStream<SessionBus.Request>.Continuation,
    refuse: @escaping (PlayerRefusal) -> BusAnswer
  ) {
    var bus: OpaquePointer?
    guard Self.connect(&bus, address), let bus else { return nil }
    (self.bus, self.path, self.requests, self.refuse) = (bus, path, requests, refuse)
    // The end of a session is not that of the music.
    sd_bus_set_exit_on_disconnect(bus, 0)
    let handler: sd_bus_message_handler_t = { message, link, _ in
      guard let message, let link else { return 0 }
      return Unmanaged<BusLink>.fromOpaque(link).takeUnretainedValue().take(message)
    }
    let this = Unmanaged.passUnretained(self).toOpaque()
    guard sd_bus_add_object(bus, nil, path, handler, this) >= 0,
      sd_bus_request_name(bus, name, 0) >= 0
        || sd_bus_request_name(bus, "\(name).instance\(getpid())", 0) >= 0
    else { return nil }
  }

  private static func connect(_ bus: inout OpaquePointer?, _ address: String?) -> Bool {
    guard let address else { return sd_bus_open_user(&bus) >= 0 }
    guard sd_bus_new(&bus) >= 0 else { return false }
    if sd_bus_set_address(bus, address) >= 0, sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0 {
      return true
    }
    sd_bus_unref(bus)
    return false
  }

  deinit {
    for message in open.values { sd_bus_message_unref(message) }
    sd_bus_flush_close_unref(bus)
  }

  /// Reads and writes what is there.
  /// - Returns: Whether there may be more; nil once the bus has ended.
  func process() -> Bool? {
    let result = sd_bus_process(bus, nil)
    return result < 0 ? nil : result > 0
  }

  /// Waits until the bus has something, or `descriptor` can be read.
  func wait(or descriptor: Int32) {
    var microseconds = UInt64.max
    sd_bus_get_timeout(bus, &microseconds)
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let passed = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    let left = microseconds > passed ? (microseconds - passed) / 1000 + 1 : 0
    var descriptors = [
      pollfd(fd: sd_bus_get_fd(bus), events: Int16(max(0, sd_bus_get_events(bus))), revents: 0),
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    poll(&descriptors, 2, microseconds == .max ? -1 : Int32(clamping: left))
  }

  /// - Returns: 1 for a call that canon answers; 0 leaves it to sd-bus.
  private func take(_ message: OpaquePointer) -> Int32 {
    guard sd_bus_message_is_method_call(message, nil, nil) > 0 else { return 0 }
    let method = BusMessage(pointer: message).method
    guard let call = BusMessage(pointer: message).call else {
      reply(to: message, refuse(.unknownMethod("\(method.interface).\(method.member)")))
      return 1
    }
    guard open.count < SessionBus.mostCalls else {
      reply(to: message, refuse(.busy))
      return 1
    }
    lastNumber += 1
    open[lastNumber] = sd_bus_message_ref(message)
    requests.yield((lastNumber, call))
    return 1
  }

  func answer(_ number: Int, _ answer: BusAnswer) {
    guard let call = open.removeValue(forKey: number) else { return }
    reply(to: call, answer)
    sd_bus_message_unref(call)
  }

  private func reply(to call: OpaquePointer, _ answer: BusAnswer) {
    var message: OpaquePointer?
    if case .error(let name, let text) = answer {
      _ = name.withCString { name in
        text.withCString { text in
          var error = sd_bus_error(name: name, message: text, _need_free: 0)
          return sd_bus_message_new_method_error(call, &message, &error)
        }
      }
    } else {
      sd_bus_message_new_method_return(call, &message)
    }
    guard let message else { return }
    switch answer {
    case .value(let value): BusMessage(pointer: message).append(value)
    case .variant(let value): BusMessage(pointer: message).append(variant: value)
    case .done, .error: break
    }
    send(message)
  }

  /// Sends a signal, unless the bus does not read: the next one has what is true then.
  func signal(_ interface: String, _ member: String, _ values: [BusValue]) {
    var waiting: UInt64 = 0
    guard sd_bus_get_n_queued_write(bus, &waiting) < 0 || waiting < Self.mostWaiting else { return }
    var message: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0, let message else { return }
    for value in values { BusMessage(pointer: message).append(value) }
    send(message)
  }

  private func send(_ message: OpaquePointer) {
    sd_bus_send(bus, message, nil)
    sd_bus_message_unref(message)
  }
}
