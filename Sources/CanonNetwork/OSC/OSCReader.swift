/// Reads OSC packets (OSC 1.0). Everything that comes from a network is checked before it is used.
package struct OSCReader {
  /// Bundles within bundles.
  package static let deepest = 4
  /// Messages of one packet.
  package static let mostMessages = 64
  /// Bytes of one packet.
  package static let longestPacket = 65_536

  private var rest: ArraySlice<UInt8>

  /// All messages of a packet, in order.
  /// - Parameter packet: A message, or a bundle of packets.
  package static func messages(_ packet: [UInt8]) throws(OSCFormatProblem) -> [OSCTimedMessage] {
    var messages: [OSCTimedMessage] = []
    try read(packet[...], at: .immediately, depth: 0, into: &messages)
    return messages
  }

  private static func read(
    _ bytes: ArraySlice<UInt8>, at time: OSCTimeTag, depth: Int, into messages: inout [OSCTimedMessage]
  ) throws(OSCFormatProblem) {
    guard !bytes.isEmpty, bytes.count.isMultiple(of: 4) else { throw .length(bytes.count) }
    var reader = OSCReader(rest: bytes)
    guard bytes.first != UInt8(ascii: "#") else {
      if depth == deepest { throw .tooDeep }
      guard try reader.text() == "#bundle" else { throw .noAddress }
      let time = OSCTimeTag(bits: try reader.number())
      while !reader.rest.isEmpty {
        let count = Int(try reader.number() as UInt32)
        try read(try reader.bytes(count), at: time, depth: depth + 1, into: &messages)
      }
      return
    }
    guard messages.count < mostMessages else { throw .tooMany }
    messages.append(OSCTimedMessage(time: time, message: try reader.message()))
  }

  private mutating func message() throws(OSCFormatProblem) -> OSCMessage {
    guard rest.first == UInt8(ascii: "/") else { throw .noAddress }
    let address = try text()
    // Old senders leave the types out; then there is nothing to read.
    guard !rest.isEmpty else { return OSCMessage(address) }
    let tags = try text()
    guard tags.first == "," else { throw .noTypes }
    var arguments: [OSCValue] = []
    for tag in tags.dropFirst() where tag != "[" && tag != "]" { arguments.append(try value(tag)) }
    return OSCMessage(address, arguments)
  }

  private mutating func value(_ tag: Character) throws(OSCFormatProblem) -> OSCValue {
    switch tag {
    case "i", "r", "m": .int(Int32(bitPattern: try number()))
    case "h": .long(Int64(bitPattern: try number()))
    case "f": .float(Float(bitPattern: try number()))
    case "d": .double(Double(bitPattern: try number()))
    case "t": .time(OSCTimeTag(bits: try number()))
    case "s", "S": .text(try text())
    case "c": .text(try letter())
    case "b": .blob(try blob())
    case "T": .bool(true)
    case "F": .bool(false)
    case "N": .none
    case "I": .impulse
    default: throw .type(tag)
    }
  }

  /// - Parameter count: Any number that a packet can name.
  private mutating func bytes(_ count: Int) throws(OSCFormatProblem) -> ArraySlice<UInt8> {
    guard count <= rest.count else { throw .short }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private mutating func number<Number: FixedWidthInteger>() throws(OSCFormatProblem) -> Number {
    try bytes(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number($1) }
  }

  private mutating func letter() throws(OSCFormatProblem) -> String {
    guard let letter = Unicode.Scalar(try number() as UInt32), letter.isASCII, letter != "\0" else {
      throw .notText
    }
    return String(letter)
  }

  /// A text, its end and what fills the last four bytes.
  private mutating func text() throws(OSCFormatProblem) -> String {
    guard let end = rest.firstIndex(of: 0) else { throw .short }
    let text = try bytes(end - rest.startIndex)
    rest = rest.dropFirst(4 - text.count % 4)
    guard let valid = String(validating: text, as: UTF8.self) else { throw .notText }
    return valid
  }

  private mutating func blob() throws(OSCFormatProblem) -> [UInt8] {
    let count = Int(try number() as UInt32)
    let blob = Array(try bytes(count))
    _ = try bytes((4 - count % 4) % 4)
    return blob
  }
}
