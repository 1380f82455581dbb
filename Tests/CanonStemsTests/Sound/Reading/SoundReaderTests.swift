import CanonEngine
import CanonStemsSupport
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// A second reader, of a format that exists in tests alone, proves the joint: what decodes is chosen by the content, decides
/// nothing, and is bounded by what asks it.
@Suite struct SoundReaderTests {
  let folder = TemporaryFolder()

  private func read(_ name: String, _ readers: SoundReaders = .withTally) throws(SoundProblem) -> [[Float]] {
    try readers.read(folder[name]).channels
  }

  private func cause(_ text: String, _ readers: SoundReaders = .withTally) throws -> SoundProblem.Cause? {
    try folder.write(text, to: "a.tally")
    let problem = #expect(throws: SoundProblem.self) { try read("a.tally", readers) }
    let uses = TallyReader.uses(of: folder["a.tally"])
    let hasHeader = ![.unrecognised, .damaged].contains(problem?.cause)
    #expect(uses.opened == (hasHeader ? 1 : 0) && uses.closed == uses.opened, "\(text.prefix(100))")
    return problem?.cause
  }

  @Test("The content chooses the reader, not the name")
  func content() throws {
    try folder.write(TallyReader.text([0.5, -0.5], frames: 2), to: "a.wav")
    try folder.sound("b.tally", [0.25])
    #expect(try read("a.wav") == [[0.5, -0.5]])
    #expect(try read("b.tally") == [[0.25]])
    #expect(TallyReader.uses(of: folder["b.tally"]) == .init())
    #expect(throws: SoundProblem(folder["a.wav"], .unrecognised)) { try read("a.wav", .standard) }
    #expect(throws: SoundProblem(folder["a.wav"], .unrecognised)) { try read("a.wav", SoundReaders([])) }
  }

  @Test(
    "Channels are told apart, and frames that only decoding counts are counted", arguments: [nil, 40_000])
  func frames(announced: Int?) throws {
    let left = (0..<40_000).map { Float($0) / 65_536 }, right = left.map { -$0 }
    let pairs = zip(left, right).flatMap { [$0, $1] }
    try folder.write(TallyReader.text(pairs, channels: 2, frames: announced), to: "a.tally")
    #expect(try read("a.tally") == [left, right])
  }

  @Test("A reader is asked for some thousands of frames at a time, and closed once")
  func bounds() throws {
    for (number, kind) in ["floats", "integers16"].enumerated() {
      for channels in 1...2 {
        let name = "\(number)-\(channels).tally"
        let samples = [Float](repeating: 0.5, count: 50_000 * channels)
        try folder.write(TallyReader.text(samples, channels: channels, kind, frames: 50_000), to: name)
        do {
          let sound = try OpenSound(folder[name], .withTally)
          var target = [Int16](repeating: 0, count: 50_000 * channels)
          try target.withUnsafeMutableBufferPointer { try sound.readIntegers(from: 0, into: $0) }
          #expect(target.allSatisfy { $0 == 16_384 })
        }
        _ = try read(name)
        #expect(
          TallyReader.uses(of: folder[name])
            == .init(opened: 2, closed: 2, readings: 8, largestRoom: Decoder.chunkFrames))
      }
    }
  }

  @Test("A reader that finds no frame is asked for those before it")
  func region() throws {
    let samples = (0..<40_000).map { Float($0) / 65_536 }
    try folder.write(TallyReader.text(samples, frames: 40_000), to: "a.tally")
    for first in [0, 1, 16_384, 20_000] {
      var read = [Float](repeating: .nan, count: 500)
      try read.withUnsafeMutableBufferPointer { target in
        try OpenSound(folder["a.tally"], .withTally)
          .readFloats(from: FrameCount(first), count: 500, into: target, stride: 500)
      }
      #expect(read == Array(samples[first..<(first + 500)]), "\(first)")
    }
  }

  @Test("canon's limits hold for every reader, and a refusal closes it")
  func limits() throws {
    #expect(try cause(TallyReader.text([0], rate: 7, frames: 1)) == .sampleRate(7))
    #expect(try cause(TallyReader.text([0], channels: 3, frames: 1)) == .channels(3))
    #expect(try cause(TallyReader.text([0], channels: 0, frames: 1)) == .channels(0))
    #expect(try cause(TallyReader.text([], frames: 0)) == .empty)
    #expect(try cause(TallyReader.text([], frames: nil)) == .empty)
    #expect(try cause(TallyReader.text([0], frames: -1)) == .empty)
    #expect(try cause("tally\n") == .unrecognised)
    #expect(try cause("tally x\n") == .damaged)
    #expect(try cause(TallyReader.text([0, .nan], frames: 2)) == .notFinite(count: 1, firstFrame: 1))
  }

  @Test("What is too large is refused before it is decoded, or as soon as it is counted")
  func size() throws {
    #expect(try cause(TallyReader.text([0], frames: 1 << 29 + 1)) == .tooLarge((1 << 29 + 1) * 4))
    #expect(try cause(TallyReader.text([0], frames: .max)) == .tooLarge(.max))
    let small = SoundReaders([TallyReader.self], largestDecodedSize: 4000)
    let announced = TallyReader.text([Float](repeating: 0, count: 1000), frames: nil)
    try folder.write(announced, to: "fits.tally")
    #expect(try read("fits.tally", small)[0].count == 1000)
    let long = TallyReader.text([Float](repeating: 0, count: 100_000), frames: nil)
    #expect(try cause(long, small) == .tooLarge(4004))
    #expect(TallyReader.uses(of: folder["a.tally"]).readings == 1)
  }

  @Test("What takes too long is given up, with the time that it had")
  func time() throws {
    let hasty = SoundReaders([TallyReader.self], longestTime: .seconds(-1))
    #expect(try cause(TallyReader.text([0], frames: 1), hasty) == .tooSlow(seconds: -1))
    #expect(try cause(TallyReader.text([0], frames: nil), hasty) == .tooSlow(seconds: -1))
    try folder.write(TallyReader.text([0], "integers16", frames: 1), to: "a.tally")
    let integers = #expect(throws: SoundProblem.self) {
      var samples: [Int16] = [0]
      try samples.withUnsafeMutableBufferPointer { target in
        try OpenSound(folder["a.tally"], hasty).readIntegers(from: 0, into: target)
      }
    }
    #expect(integers?.cause == .tooSlow(seconds: -1))
    #expect(TallyReader.uses(of: folder["a.tally"]).readings == 0)
  }

  @Test(
    "A call that does not return is given up with its thread, of which there are a few at most",
    .timeLimit(.minutes(LongCampaign.minutes)))
  func stuck() throws {
    let readers = SoundReaders([TallyReader.self], longestTime: .milliseconds(300))
    func cause() -> SoundProblem.Cause? {
      #expect(throws: SoundProblem.self) { try read("a.tally", readers) }?.cause
    }
    try folder.write(TallyReader.text([0.5], frames: 1, claim: TallyReader.never), to: "a.tally")
    let path = folder["a.tally"]
    func open() -> Int { TallyReader.uses(of: path).opened - TallyReader.uses(of: path).closed }
    while let cause = cause(), cause != .system(EAGAIN) { #expect(cause == .tooSlow(seconds: 0)) }
    #expect(open() == GivenUpThreads.most, "a reader keeps its file as long as it may use it")
    TallyReader.release(path)
    while open() > 0 || cause() == .system(EAGAIN) { usleep(1000) }
  }

  @Test("Fewer frames than announced are named; more than there is room for are not believed")
  func lies() throws {
    #expect(try cause(TallyReader.text([0, 0], frames: 3)) == .truncated(read: 2, announced: 3))
    #expect(try cause(TallyReader.text([0, 0], frames: 2, claim: 0)) == .truncated(read: 0, announced: 2))
    #expect(try cause(TallyReader.text([0, 0], frames: 2, claim: -5)) == .truncated(read: 0, announced: 2))
    try folder.write(TallyReader.text([0, 0], frames: 9), to: "short.tally")
    let problem = #expect(throws: SoundProblem.self) {
      var samples: [Float] = [0]
      try samples.withUnsafeMutableBufferPointer { target in
        try OpenSound(folder["short.tally"], .withTally).readFloats(
          from: 5, count: 1, into: target, stride: 1)
      }
    }
    #expect(problem?.cause == .truncated(read: 2, announced: 9), "also where the region begins after the end")
    try folder.write(TallyReader.text([0.5, 0.5], frames: 2, claim: .max), to: "b.tally")
    #expect(try read("b.tally") == [[0.5, 0.5]])
  }

  @Test("Loader and checks know only the protocol: a set of both formats loads, bit for bit")
  func set() throws {
    let samples = (0..<1000).map { Float($0) / 2048 }
    try folder.write(TallyReader.text(samples, frames: 1000), to: "a.tally")
    try folder.write(TallyReader.text(samples.map { $0 / 2 }, "integers16", frames: nil), to: "b.tally")
    try folder.sound("c.wav", samples)
    let stems = ["a.tally", "b.tally", "c.wav"].enumerated().map {
      "[[stem]]\nid = \"\($1.prefix(1))\"\nfile = \"\($1)\"\nbase = \($0 == 0)\n"
    }
    try folder.write(stems.joined(), to: "set.toml")
    #expect(SetCheck.problems(.path(folder.path), depth: .samples, readers: .withTally).isEmpty)
    #expect(SetCheck.problems(folder.path, depth: .headers).count == 2)

    let set = try StemSetFile.load(.path(folder.path), .withTally)
    let timing = try SetTiming(of: set)
    let loaded = try set.stems.indices.map {
      try StemLoader.load(StemIndex($0), of: set, timing: timing, at: .studio)
    }
    #expect(loaded[0].buffer.decoded == samples)
    #expect(loaded[1].buffer.decoded == samples.map { $0 / 2 })
    #expect(loaded[1].buffer.bytes.count == 2000, "16-bit samples stay so")
    #expect(loaded[2].buffer.decoded == samples)
    #expect(try set.info(of: StemIndex(1)).frameCount == 1000)
    #expect(try timing.loop == LoopLength(frames: 1000, at: .studio))
  }
}
