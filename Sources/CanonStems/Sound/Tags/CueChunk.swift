import CanonEngine

/// The marks of a WAV file: the points in its chunk `cue `, and their labels and lengths in a list `adtl` ("Multimedia Programming
/// Interface and Data Specifications 1.0", 1991).
///
/// Programs mark beats, verses and takes with them, so only a name says that something is a loop.
struct CueChunk {
  /// The frames of the points, by their numbers.
  private var frames: [Int: Int] = [:]
  /// In lower case, letters and digits alone, by the numbers of the points.
  private var names: [Int: String] = [:]
  /// In frames, by the numbers of the points.
  private var lengths: [Int: Int] = [:]
  /// The numbers, in the order of the file.
  private var order: [Int] = []

  private static let longestName = 256

  /// - Returns: nil if there are no points.
  init?(_ file: HeaderBytes) {
    var frames: [Int: Int] = [:], order: [Int] = []
    var lists: [TagChunks.Chunk] = []
    _ = TagChunks.first(file) { chunk -> Never? in
      if chunk.name == "LIST", file.text(at: chunk.start) == "adtl" { lists.append(chunk) }
      guard chunk.name == "cue ", let count = file.number(at: chunk.start, count: 4) else { return nil }
      for place in 0..<min(count, max(0, chunk.size - 4) / 24, LoopTag.most) {
        let start = chunk.start + 4 + place * 24
        guard let number = file.number(at: start, count: 4), let frame = file.number(at: start + 20, count: 4)
        else { break }
        if frames.updateValue(frame, forKey: number) == nil { order.append(number) }
      }
      return nil
    }
    if frames.isEmpty { return nil }
    (self.frames, self.order) = (frames, order)
    for list in lists { read(list) }
  }

  private mutating func read(_ list: TagChunks.Chunk) {
    let file = list.file
    var names = names, lengths = lengths
    _ = TagChunks.first(file, from: list.start + 4, to: list.start + list.size) { chunk -> Never? in
      guard let number = file.number(at: chunk.start, count: 4) else { return nil }
      func name(behind head: Int) {
        let text = file.upTo(min(chunk.size - head, Self.longestName), at: chunk.start + head)
        let name = String(decoding: text.prefix { $0 != 0 }, as: UTF8.self).lowercased()
          .filter { $0.isLetter || $0.isNumber }
        if !name.isEmpty, names[number] == nil { names[number] = name }
      }
      if chunk.name == "labl" { name(behind: 4) }
      if chunk.name == "ltxt", chunk.size >= 20 {
        lengths[number] = file.number(at: chunk.start + 4, count: 4)
        name(behind: 20)
      }
      return nil
    }
    (self.names, self.lengths) = (names, lengths)
  }

  /// The first region with the name "loop"; else what lies between the only points with the names "loop start" and "loop end".
  var loop: LoopPoints? {
    for number in order where names[number] == "loop" {
      guard let start = frames[number], let length = lengths[number], length > 0 else { continue }
      return LoopPoints(start: FrameCount(start), length: FrameCount(length), .cue)
    }
    let starts = order.filter { names[$0] == "loopstart" }, ends = order.filter { names[$0] == "loopend" }
    guard starts.count == 1, ends.count == 1, let start = frames[starts[0]], let end = frames[ends[0]] else {
      return nil
    }
    return LoopPoints(start: FrameCount(start), end: FrameCount(end), .cue)
  }
}
