import CSystemd
import CanonLiveSupport

@testable import CanonMPRIS

/// A client of a bus that does not behave.
final class BusFlood {
  private let bus: OpaquePointer

  init(_ address: String) throws {
    var bus: OpaquePointer?
    guard sd_bus_new(&bus) >= 0, let bus, sd_bus_set_address(bus, address) >= 0,
      sd_bus_set_bus_client(bus, 1) >= 0, sd_bus_start(bus) >= 0
    else { throw TimedOut(description: "no bus at \(address)") }
    self.bus = bus
  }

  deinit { sd_bus_flush_close_unref(bus) }

  private func call(_ interface: String, _ member: String) throws -> OpaquePointer {
    var call: OpaquePointer?
    sd_bus_message_new_method_call(bus, &call, MPRIS.name, MPRIS.path, interface, member)
    guard let call else { throw TimedOut(description: "no message for \(member)") }
    return call
  }

  /// Calls methods of every interface with arguments of every type, and does not wait for answers. What pauses or stops the music is not
  /// among them.
  func flood(_ count: Int) throws {
    let values: [BusValue] = [
      .bool(true), .integer(.min), .number(.nan), .text(MPRIS.player), .path("/"), .texts(["a"]),
      .table(["Volume": .number(1)]),
    ]
    let members = ["Seek", "SetPosition", "Get", "Set", "GetAll", "OpenUri", "Introspect", "None"]
    let interfaces = [MPRIS.player, MPRIS.root, BusCall.properties, BusCall.introspection]
    for number in 0..<count {
      let call = try call(interfaces[number % 4], members[number / 4 % 8])
      for argument in 0..<(number / 32 % 4) {
        BusMessage(pointer: call).append(values[(number / 128 + argument) % 7])
      }
      sd_bus_message_set_expect_reply(call, 0)
      let sent = sd_bus_send(bus, call, nil)
      sd_bus_message_unref(call)
      guard sent >= 0 else { throw TimedOut(description: "call \(number) is not sent: \(sent)") }
      while sd_bus_process(bus, nil) > 0 {}
    }
    sd_bus_flush(bus)
  }

  /// Calls a method of the player.
  /// - Returns: The last word of the error's name; nil if there is none.
  func refusal(of member: String, with text: String) throws -> String? {
    let call = try call(MPRIS.player, member)
    defer { sd_bus_message_unref(call) }
    BusMessage(pointer: call).append(.text(text))
    var (error, reply) = (sd_bus_error(), OpaquePointer?.none)
    defer { sd_bus_error_free(&error) }
    guard sd_bus_call(bus, call, 0, &error, &reply) < 0 else {
      sd_bus_message_unref(reply)
      return nil
    }
    return error.name.map { String(cString: $0) }?.split(separator: ".").last.map(String.init)
  }
}
