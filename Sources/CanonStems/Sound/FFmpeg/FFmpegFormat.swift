import CanonEngine

/// What ffmpeg is asked to read.
enum FFmpegFormat {
  /// The file that the program has as its standard input. It is opened again by this name, so that it can be read in any order.
  static let input = "file:/dev/fd/0"

  /// Only these formats and only files are allowed: a playlist is neither.
  static let limits = [
    "-protocol_whitelist", "file,pipe", "-format_whitelist",
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,wv,asf,ape,tta,ac3,eac3,aac,caf,dsf",
  ]

  /// Whether a file begins as one that ffmpeg decodes and libsndfile does not.
  static func isNamed(in start: [UInt8]) -> Bool {
    if begins.contains(where: { start.starts(with: $0) }) { return true }
    // AAC without a container: a sync word, and layer 0.
    if start.count >= 2, start[0] == 0xff, start[1] & 0xf6 == 0xf0 { return true }
    guard start.count >= 12 else { return false }
    let name = String(decoding: start[4..<8], as: UTF8.self)
    if ["ftyp", "moov", "wide", "free", "skip", "mdat", "pnot"].contains(name) { return true }
    // libsndfile reads every kind of CAF but AAC. Its first chunk describes the samples, after their rate.
    return start.starts(with: "caff".utf8) && start.count >= 32 && start[28..<32].elementsEqual("aac ".utf8)
  }

  /// The name of the container of a file that begins so, for people.
  static func container(of start: [UInt8]) -> String {
    if let known = names.first(where: { start.starts(with: $0.start) }) { return known.name }
    if start.count >= 2, start[0] == 0xff { return "AAC" }
    return start.starts(with: "caff".utf8) ? "CAF" : "MPEG-4"
  }

  private static let names: [(start: [UInt8], name: String)] = [
    ([0x1a, 0x45, 0xdf, 0xa3], "Matroska"), ([0x30, 0x26, 0xb2, 0x75], "ASF"), ([0x0b, 0x77], "AC-3"),
    (Array("wvpk".utf8), "WavPack"), (Array("MAC ".utf8), "Monkey's Audio"), (Array("TTA1".utf8), "TTA"),
    (Array("DSD ".utf8), "DSF"),
  ]

  private static let begins: [[UInt8]] =
    [
      [0x1a, 0x45, 0xdf, 0xa3],  // Matroska and WebM
      [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],  // ASF: WMA
      [0x0b, 0x77],  // AC-3
    ] + ["wvpk", "MAC ", "TTA1", "DSD "].map { Array($0.utf8) }

  /// The number of frames that WavPack and TTA have in their first bytes; nil if they do not tell, and of other formats.
  static func frames(in start: [UInt8]) -> FrameCount? {
    func number(at offset: Int) -> FrameCount? {
      start.count >= offset + 4 ? FrameCount(start[offset..<(offset + 4)].littleEndian) : nil
    }
    if start.starts(with: "TTA1".utf8) { return number(at: 14).flatMap { $0 > 0 ? $0 : nil } }
    guard start.starts(with: "wvpk".utf8), let frames = number(at: 12), frames != 0xffff_ffff, frames > 0
    else {
      return nil
    }
    return frames
  }
}
