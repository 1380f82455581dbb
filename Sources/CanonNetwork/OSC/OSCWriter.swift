/// Writes OSC packets (OSC 1.0).
package struct OSCWriter {
  private(set) var bytes: [UInt8] = []

  /// The packet of one message.
  package static func packet(_ message: OSCMessage) -> [UInt8] {
    var writer = OSCWriter()
    writer.write(message.address)
    writer.write("," + String(message.arguments.map(\.tag)))
    for argument in message.arguments { writer.write(argument) }
    return writer.bytes
  }

  /// As few packets as hold all messages, in order: bundles to be looked at immediately, and a message alone as it is.
  /// - Parameter longest: Bytes of one packet, unless a single message is longer.
  package static func packets(
    _ messages: [OSCMessage], longest: Int
  ) -> [(bytes: [UInt8], messages: ArraySlice<OSCMessage>)] {
    var packets: [(bytes: [UInt8], messages: ArraySlice<OSCMessage>)] = []
    var elements: [[UInt8]] = []
    var (size, done) = (headSize, 0)
    func end() {
      if elements.isEmpty { return }
      let bytes = elements.count == 1 ? elements[0] : bundle(elements)
      packets.append((bytes, messages[done..<done + elements.count]))
      done += elements.count
      (elements, size) = ([], headSize)
    }
    for element in messages.map(packet) {
      if size + 4 + element.count > longest || elements.count == OSCReader.mostMessages { end() }
      elements.append(element)
      size += 4 + element.count
    }
    end()
    return packets
  }

  private static let headSize = 16

  private static func bundle(_ elements: [[UInt8]]) -> [UInt8] {
    var writer = OSCWriter()
    writer.write("#bundle")
    writer.write(number: OSCTimeTag.immediately.bits)
    for element in elements {
      writer.write(number: UInt32(element.count))
      writer.bytes += element
    }
    return writer.bytes
  }

  private mutating func write(_ value: OSCValue) {
    switch value {
    case .int(let value): write(number: UInt32(bitPattern: value))
    case .long(let value): write(number: UInt64(bitPattern: value))
    case .float(let value): write(number: value.bitPattern)
    case .double(let value): write(number: value.bitPattern)
    case .time(let value): write(number: value.bits)
    case .text(let value): write(value)
    case .blob(let value):
      write(number: UInt32(value.count))
      bytes += value
      fill()
    case .bool, .none, .impulse: break
    }
  }

  private mutating func write<Number: FixedWidthInteger>(number: Number) {
    for place in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> Number(place)))
    }
  }

  /// A text ends with its first zero, as the reader's does.
  private mutating func write(_ text: String) {
    bytes += text.utf8.prefix { $0 != 0 }
    bytes.append(0)
    fill()
  }

  private mutating func fill() { while !bytes.count.isMultiple(of: 4) { bytes.append(0) } }
}
