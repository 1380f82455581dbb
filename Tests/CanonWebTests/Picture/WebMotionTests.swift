import NIOCore
import Testing

@testable import CanonControl
@testable import CanonSession
@testable import CanonWeb

@Suite struct WebMotionTests {
  @Test(
    "The event of what moves has the JSON that an encoder makes, in a chunk with its length",
    arguments: [
      WebMotion(place: 0, peaks: []), WebMotion(place: 9, peaks: [0]),
      WebMotion(place: -10, peaks: [-99, 5, -1]),
      WebMotion(place: .max, peaks: [Int](repeating: -60, count: 300)),
      WebMotion(place: .min, peaks: [.min, .max]),
    ])
  func event(motion: WebMotion) throws {
    let data = "event: motion\ndata: \(JSONText.text(motion))\n\n"
    // Behind what stands there already.
    var bytes = ByteBuffer(string: "before")
    motion.write(to: &bytes)
    #expect(bytes.readString(length: 6) == "before")
    #expect(try chunk(bytes) == data)
  }

  @Test(
    "An event is a chunk: its length in eight hexadecimal digits, and its text",
    arguments: [0, 1, 231, 70_000])
  func chunks(length: Int) throws {
    let data = String(repeating: "ä", count: length)
    #expect(try chunk(WebViewer.event("picture", data)) == "event: picture\ndata: \(data)\n\n")
    #expect(try chunk(WebViewer.event("alive")) == "event: alive\ndata: {}\n\n")
  }

  @Test("A peak is in whole decibels, of the louder side; silence is -99; what is as before has not moved")
  func peaks() {
    var (loud, quiet) = (StemLevel(), StemLevel())
    loud.peak = (0.5, 1)
    quiet.peak = (0.000_01, 0)
    var motion = WebMotion(place: 7, peaks: [])
    let levels = [loud, quiet, StemLevel()]
    let others = motion.move(to: 7, levels)
    #expect(others && motion == WebMotion(place: 7, peaks: [0, -99, -99]))
    let same = motion.move(to: 7, levels)
    #expect(!same)
    let later = motion.move(to: 8, levels)
    #expect(later)
    quiet.peak = (0.1, 0)
    let louder = motion.move(to: 8, [loud, quiet, StemLevel()])
    #expect(louder)
    #expect(motion == WebMotion(place: 8, peaks: [0, -20, -99]))
  }

  /// The text of one whole chunk.
  private func chunk(_ bytes: ByteBuffer) throws -> String {
    let text = Array(bytes.readableBytesView)
    try #require(text.count >= 12 && text[8..<10] == [13, 10])
    let length = try #require(Int(String(decoding: text[..<8], as: UTF8.self), radix: 16))
    let rest = text[10...]
    try #require(rest.count == length + 2 && rest.suffix(2) == [13, 10])
    return String(decoding: rest.dropLast(2), as: UTF8.self)
  }
}
