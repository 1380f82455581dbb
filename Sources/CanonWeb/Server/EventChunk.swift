import NIOCore

extension WebViewer {
  /// An event of the stream, in the form in which it is sent to every browser: a chunk of its own (RFC 9112).
  /// - Parameter data: One line.
  static func event(_ name: StaticString, _ data: String = "{}") -> ByteBuffer {
    event(name, room: data.utf8.count) { $0.writeString(data) }
  }

  /// An event whose data are written byte by byte.
  /// - Parameter room: The bytes that the data take, nearly.
  static func event(_ name: StaticString, room: Int, _ write: (inout ByteBuffer) -> Void) -> ByteBuffer {
    chunk(room: room + 32) { text in
      text.writeStaticString("event: ")
      text.writeStaticString(name)
      text.writeStaticString("\ndata: ")
      write(&text)
      text.writeStaticString("\n\n")
    }
  }

  /// A chunk. Its length is written last, in its eight digits.
  static func chunk(room: Int, _ write: (inout ByteBuffer) -> Void) -> ByteBuffer {
    var chunk = ByteBufferAllocator().buffer(capacity: room + 12)
    chunk.writeStaticString("00000000\r\n")
    let start = chunk.writerIndex
    write(&chunk)
    var (length, digit) = (chunk.writerIndex - start, 8)
    while length > 0, digit > 0 {
      digit -= 1
      let value = UInt8(length & 15)
      chunk.setInteger(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10, at: digit)
      length >>= 4
    }
    chunk.writeStaticString("\r\n")
    return chunk
  }
}

extension ByteBuffer {
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
