/// The packet table of a CAF file (Apple Core Audio Format Specification 1.0, "Packet Table Chunk"): which of the decoded frames are music.
struct CAFPackets: Equatable {
  /// Frames of the music.
  let frames: Int
  /// Frames that come before it out of the decoder.
  let priming: Int

  /// - Parameter rate: At which it is decoded, in hertz.
  /// - Returns: nil without a table, and for one of other packets than those of the file's description.
  init?(_ file: HeaderBytes, at rate: Int) {
    let file = file.ordered(isBigEndian: true)
    // The description is the first chunk: it begins with the rate as a float of 64 bits, and its third last number is the frames of a packet.
    guard file.text(at: 0) == "caff", file.text(at: 8) == "desc",
      let bits = file.bytes(at: 20, count: 8), Double(bitPattern: bits[...].bigEndian) == Double(rate),
      let packet = file.number(at: 40, count: 4)
    else { return nil }
    let table = TagChunks.first(file, as: .caf) {
      chunk -> (packets: Int, frames: Int, priming: Int, rest: Int)? in
      guard chunk.name == "pakt", chunk.size >= 24, let packets = file.number(at: chunk.start, count: 8),
        let frames = file.number(at: chunk.start + 8, count: 8),
        let priming = file.number(at: chunk.start + 16, count: 4),
        let rest = file.number(at: chunk.start + 20, count: 4)
      else { return nil }
      return (packets, frames, priming, rest)
    }
    guard let table, table.frames > 0 else { return nil }
    let (all, isTooLong) = table.packets.multipliedReportingOverflow(by: packet)
    let (sum, isTooMuch) = table.frames.addingReportingOverflow(table.priming + table.rest)
    guard !isTooLong, !isTooMuch, all == sum else { return nil }
    (frames, priming) = (table.frames, table.priming)
  }
}
