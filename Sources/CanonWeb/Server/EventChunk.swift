import NIOCore

extension WebViewer {
  /// An event of the stream (``NIOCore/ByteBuffer/writeEvent(_:_:)``).
  /// - Parameter data: One line.
  static func event(_ name: StaticString, _ data: String = "{}") -> ByteBuffer {
    var event = ByteBufferAllocator().buffer(capacity: data.utf8.count + 44)
    event.writeEvent(name) { $0.writeString(data) }
    return event
  }
}

extension ByteBuffer {
  /// Writes an event of the stream, in the form in which it is sent to every browser: a chunk of its own (RFC 9112).
  /// - Parameter data: Writes one line.
  mutating func writeEvent(_ name: StaticString, _ data: (inout ByteBuffer) -> Void) {
    writeChunk { text in
      text.writeStaticString("event: ")
      text.writeStaticString(name)
      text.writeStaticString("\ndata: ")
      data(&text)
      text.writeStaticString("\n\n")
    }
  }

  /// Writes a chunk. Its length is written last, in its eight digits.
  mutating func writeChunk(_ text: (inout ByteBuffer) -> Void) {
    let head = writerIndex
    writeStaticString("00000000\r\n")
    let start = writerIndex
    text(&self)
    var (length, digit) = (writerIndex - start, head + 8)
    while length > 0, digit > head {
      digit -= 1
      let value = UInt8(length & 15)
      setInteger(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10, at: digit)
      length >>= 4
    }
    writeStaticString("\r\n")
  }

  /// Writes a whole number in decimal digits.
  mutating func writeDigits(of number: Int64) {
    if number < 0 { writeInteger(UInt8(ascii: "-")) }
    var (left, digits) = (number.magnitude, 1)
    while left >= 10 {
      left /= 10
      digits += 1
    }
    let start = writerIndex
    writeRepeatingByte(UInt8(ascii: "0"), count: digits)
    left = number.magnitude
    for place in stride(from: start + digits - 1, through: start, by: -1) {
      setInteger(UInt8(ascii: "0") + UInt8(left % 10), at: place)
      left /= 10
    }
  }
}
