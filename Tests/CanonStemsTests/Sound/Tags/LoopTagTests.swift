import CSndFile
import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonStems

/// The loop that sound files name of themselves, in files as other programs write them.
@Suite struct LoopTagTests {
  let folder = TemporaryFolder()

  private func loop(_ bytes: [UInt8]) throws -> LoopPoints? { try folder.header(bytes) { LoopTag.read($0) } }

  private func points(_ start: Int, _ end: Int, _ source: LoopPoints.Source) -> LoopPoints {
    LoopPoints(start: FrameCount(start), end: FrameCount(end), source)
  }

  private let samples = Pieces.chunk("data", [1, 2, 3])

  // MARK: - WAV

  @Test("A sampler's last frame belongs to its loop; the chunk lies before or behind the samples")
  func sampler() throws {
    let chunk = Pieces.sampler([(480, 959, 0)])
    #expect(try loop(Pieces.wave(samples, chunk)) == points(480, 960, .sampler))
    #expect(try loop(Pieces.wave(chunk, samples)) == points(480, 960, .sampler))
    let big = Pieces.sampler([(480, 959, 0)], isBigEndian: true)
    #expect(try loop(Pieces.wave(big, kind: "RIFX")) == points(480, 960, .sampler))
  }

  @Test("Behind the samples of RF64, whose length is elsewhere")
  func longWave() throws {
    let sizes = Pieces.zeros(8) + Pieces.little(2, 8) + Pieces.zeros(12)
    let long = Pieces.name("data") + Pieces.little(0xffff_ffff, 4) + [1, 2]
    let file = Pieces.wave(
      Pieces.chunk("ds64", sizes), long, Pieces.sampler([(7, 7, 0)]), kind: "RF64")
    #expect(try loop(file) == points(7, 8, .sampler))
  }

  @Test("The first loop that is played forwards counts; one to and fro or backwards is none")
  func direction() throws {
    #expect(
      try loop(Pieces.wave(Pieces.sampler([(1, 2, 1), (3, 4, 2), (5, 6, 0), (7, 8, 0)])))
        == points(5, 7, .sampler))
    #expect(try loop(Pieces.wave(Pieces.sampler([(1, 2, 1), (3, 4, 2)]))) == nil)
    #expect(try loop(Pieces.wave(Pieces.sampler([]))) == nil)
    #expect(try loop(Pieces.wave(Pieces.chunk("smpl", Pieces.zeros(20)))) == nil)
  }

  @Test("A file may say what cannot be: it is told as it stands")
  func wrong() throws {
    #expect(try loop(Pieces.wave(Pieces.sampler([(9, 3, 0)]))) == points(9, 4, .sampler))
    #expect(
      try loop(Pieces.wave(Pieces.sampler([(0, 0xffff_ffff, 0)]))) == points(0, 0x1_0000_0000, .sampler))
  }

  @Test("A region with the name loop, by its label or its own text, wherever the chunks lie")
  func region() throws {
    let cue = Pieces.cue(100, 200)
    for label in ["loop", "Loop", " LOOP ", "«loop»"] {
      let list = Pieces.list(Pieces.region(2, length: 50), Pieces.label(2, label))
      #expect(try loop(Pieces.wave(cue, list)) == points(200, 250, .cue), "\(label)")
      #expect(try loop(Pieces.wave(list, samples, cue)) == points(200, 250, .cue), "\(label)")
    }
    #expect(
      try loop(Pieces.wave(cue, Pieces.list(Pieces.region(1, length: 9, "Loop")))) == points(100, 109, .cue))
  }

  @Test("Two points with the names loop start and loop end")
  func pair() throws {
    let cue = Pieces.cue(960, 50, 480)
    for (start, end) in [("loop start", "loop end"), ("LoopStart", "LOOP_END"), ("Loop-Start", "loopEnd")] {
      let list = Pieces.list(Pieces.label(3, start), Pieces.label(1, end))
      #expect(try loop(Pieces.wave(cue, list)) == points(480, 960, .cue))
    }
  }

  @Test(
    "Marks of anything else name no loop: canon does not guess",
    arguments: [
      [], [Pieces.label(1, "verse"), Pieces.label(2, "chorus")],
      [Pieces.region(1, length: 50, "verse")], [Pieces.region(1, length: 50)],
      // A mark without a length, and half of a pair.
      [Pieces.label(1, "loop")], [Pieces.label(1, "loop start")],
      // Two starts.
      [Pieces.label(1, "loop start"), Pieces.label(2, "loop start"), Pieces.label(3, "loop end")],
      // A point that is not there.
      [Pieces.region(9, length: 50, "loop")],
    ])
  func marks(list: [[UInt8]]) throws {
    let adtl = Pieces.chunk("LIST", Pieces.name("adtl") + list.flatMap(\.self))
    #expect(try loop(Pieces.wave(Pieces.cue(100, 200, 300), adtl)) == nil)
  }

  @Test("A sampler's loop counts before marks")
  func order() throws {
    let list = Pieces.list(Pieces.region(1, length: 50, "loop"))
    #expect(
      try loop(Pieces.wave(Pieces.cue(100), list, Pieces.sampler([(1, 2, 0)]))) == points(1, 3, .sampler))
  }

  // MARK: - AIFF

  @Test("The loop that sustains an instrument's note lies between two markers, which lie before their frames")
  func instrument() throws {
    let markers = [(7, 960, "end of it"), (300, 480, ""), (2, 5, "x")]
    let file = Pieces.aiff(
      Pieces.chunk("SSND", [1, 2, 3], isBigEndian: true), Pieces.instrument(markers, from: 300, to: 7))
    #expect(try loop(file) == points(480, 960, .instrument))
    #expect(try loop(Pieces.aiff(Pieces.instrument(markers, from: 300, to: 7, mode: 0))) == nil)
    #expect(try loop(Pieces.aiff(Pieces.instrument(markers, from: 300, to: 7, mode: 2))) == nil)
    #expect(try loop(Pieces.aiff(Pieces.instrument(markers, from: 300, to: 8))) == nil)
  }

  // MARK: - W64

  @Test("W64 has the same chunk under a longer name")
  func wave64() throws {
    let body = Array(Pieces.sampler([(480, 959, 0)]).dropFirst(8))
    let samples = Pieces.chunk64("data", [1, 2, 3])
    #expect(try loop(Pieces.wave64(samples, Pieces.chunk64("smpl", body))) == points(480, 960, .sampler))
    let other = Pieces.chunk64("smpl", body, rest: "000000000000000000000000")
    #expect(try loop(Pieces.wave64(samples, other)) == nil)
  }

  // MARK: - CAF

  private let ends = [Pieces.marker("rbeg", 480), Pieces.marker("rend", 960)]

  @Test("The first region of CAF that loops forwards, between its two markers")
  func cafRegion() throws {
    let region = Pieces.region(1, ends[0], Pieces.marker("rsyc", 500), ends[1])
    let samples = Pieces.chunkCAF("data", [1, 2, 3])
    #expect(try loop(Pieces.caf(samples, Pieces.regions(region))) == points(480, 960, .region))
    let plain = Pieces.region(1, flags: 2, ends[0], ends[1]),
      back = Pieces.region(1, flags: 5, ends[0], ends[1])
    let open = Pieces.region(1, ends[0])
    for other in [plain, back, open] { #expect(try loop(Pieces.caf(Pieces.regions(other))) == nil) }
    let second = Pieces.region(2, Pieces.marker("slbg", 479.6), Pieces.marker("slen", 960.4))
    #expect(try loop(Pieces.caf(Pieces.regions(plain, second))) == points(480, 960, .region))
  }

  @Test("The region in which an instrument sustains its note counts before the first one")
  func cafInstrument() throws {
    let regions = Pieces.regions(
      Pieces.region(1, Pieces.marker("rbeg", 1), Pieces.marker("rend", 2)), Pieces.region(2, ends[0], ends[1])
    )
    func instrument(_ region: Int) -> [UInt8] {
      Pieces.chunkCAF("inst", Pieces.zeros(16) + Pieces.big(region, 4) + Pieces.zeros(8))
    }
    #expect(try loop(Pieces.caf(instrument(2), regions)) == points(480, 960, .region))
    #expect(try loop(Pieces.caf(regions, instrument(3))) == points(1, 2, .region))
  }

  @Test("Markers at the two ends of a sustaining loop; others, and several loops, name none")
  func cafMarkers() throws {
    let (start, end) = (Pieces.marker("slbg", 480), Pieces.marker("slen", 960))
    #expect(try loop(Pieces.caf(Pieces.markers(end, start))) == points(480, 960, .markers))
    #expect(try loop(Pieces.caf(Pieces.markers(ends[0], ends[1]))) == nil)
    #expect(try loop(Pieces.caf(Pieces.markers(start, start, end))) == nil)
    #expect(try loop(Pieces.caf(Pieces.markers(start))) == nil)
    for nowhere in [Double.nan, .infinity, 1e300] {
      #expect(try loop(Pieces.caf(Pieces.markers(start, Pieces.marker("slen", nowhere)))) == nil)
    }
  }

  // MARK: - ID3

  @Test(
    "The ID3 tag of MP3 has the same comments, in each version and encoding", arguments: [2, 3, 4] as [UInt8])
  func id3(version: UInt8) throws {
    for isWide in [false, true] {
      func tag(_ frames: (String, String)...) -> [UInt8] {
        switch frames.count {
        case 1: Pieces.id3(frames[0], version: version, isWide: isWide)
        default: Pieces.id3(frames[0], ("TBPM", "96"), frames[1], version: version, isWide: isWide)
        }
      }
      #expect(
        try loop(tag(("TXXX", "LOOPSTART\0480"), ("TXXX", "looplength\0480"))) == points(480, 960, .comments))
      #expect(
        try loop(tag(("TXXX", "LOOPEND\0960"), ("TXXX", "LoopStart\0480"))) == points(480, 960, .comments))
      #expect(try loop(tag(("TXXX", "LOOPSTART\0480"))) == nil)
      #expect(try loop(tag(("TIT2", "LOOPSTART\0480"), ("TXXX", "LOOPEND\0960"))) == nil)
    }
  }

  // MARK: - Comments

  @Test("Comments name the start with the length, or else with the first frame behind the loop")
  func comments() throws {
    func loop(_ comments: [UInt8]) throws -> LoopPoints? { try self.loop(Pieces.flac(comments)) }
    #expect(try loop(Pieces.comments("LOOPSTART=480", "LOOPLENGTH=100")) == points(480, 580, .comments))
    #expect(try loop(Pieces.comments("loopend= 580 ", "LoopStart=480")) == points(480, 580, .comments))
    #expect(
      try loop(Pieces.comments("LOOPSTART=480", "LOOPEND=9", "LOOPLENGTH=100")) == points(480, 580, .comments)
    )
    #expect(
      try loop(Pieces.comments("LOOPSTART=9", "LOOPLENGTH=9223372036854775807"))
        == points(9, .max, .comments), "beyond all numbers")
    #expect(try loop(Pieces.comments("LOOPSTART=-5", "LOOPEND=9")) == points(-5, 9, .comments))
  }

  @Test("Half of a loop, times and words name none")
  func otherComments() throws {
    for some in [
      Pieces.comments("LOOPSTART=480"), Pieces.comments("LOOPLENGTH=480"), Pieces.comments("LOOPEND=480"),
      Pieces.comments("LOOPSTART=00:01.5", "LOOPEND=9"), Pieces.comments("LOOPSTART=1", "LOOPEND=end"),
      Pieces.comments("XLOOPSTART=1", "LOOPEND=9"), Pieces.comments("LOOPSTART=1.5", "LOOPEND=9"),
    ] {
      #expect(try loop(Pieces.flac(some)) == nil)
    }
  }

  @Test("The same comments in Ogg")
  func ogg() throws {
    for start in [[3] + Pieces.name("vorbis"), Pieces.name("OpusTags"), [0x84, 0, 0, 0]] as [[UInt8]] {
      let packet = start + Pieces.comments("LOOPSTART=480", "LOOPLENGTH=100")
      #expect(
        try loop(Pieces.page([[1, 2]]) + Pieces.page(Pieces.segments(packet))) == points(480, 580, .comments))
    }
  }

  // MARK: - What is damaged

  @Test("Bytes that lie, and each beginning of a file, name a loop or none, and harm nobody")
  func damaged() throws {
    let cue = Pieces.wave(
      Pieces.cue(480, 960), Pieces.list(Pieces.label(1, "loop start"), Pieces.label(2, "loop end")))
    let files = [
      Pieces.wave(samples, Pieces.sampler([(1, 2, 1), (480, 959, 0)])), cue,
      Pieces.wave(Pieces.cue(480), Pieces.list(Pieces.region(1, length: 480, "loop"))),
      Pieces.aiff(Pieces.instrument([(1, 480, "a"), (2, 960, "")], from: 1, to: 2)),
      Pieces.flac(Pieces.comments("LOOPSTART=480", "LOOPLENGTH=480")),
      Pieces.page([[1]])
        + Pieces.page(
          Pieces.segments(Pieces.name("OpusTags") + Pieces.comments("LOOPSTART=480", "LOOPEND=960"))),
      Pieces.wave64(Pieces.chunk64("smpl", Array(Pieces.sampler([(480, 959, 0)]).dropFirst(8)))),
      Pieces.caf(Pieces.chunkCAF("data", [1]), Pieces.regions(Pieces.region(1, ends[0], ends[1]))),
      Pieces.caf(Pieces.markers(Pieces.marker("slbg", 480), Pieces.marker("slen", 960))),
      Pieces.id3(("TXXX", "LOOPSTART\0480"), ("TXXX", "LOOPEND\0960")),
    ]
    var random = SplitMix64(seed: 7)
    for file in files {
      let right = try #require(try loop(file))
      #expect(right.range(in: 1000) == 480..<960)
      for count in 0..<file.count { _ = try loop(Array(file.prefix(count))) }
      var named = 0
      for _ in 0..<300 {
        var mutant = file
        for _ in 0..<3 {
          mutant[Int.random(in: 0..<file.count, using: &random)] = [0, 1, 0x30, 0x7f, 0x80, 0xff]
            .randomElement(
              using: &random)!
        }
        guard let points = try loop(mutant) else { continue }
        named += 1
        for frames in [1, 1000, .max] as [FrameCount] {
          #expect(points.range(in: frames).map { (0..<frames).contains($0.lowerBound) } ?? true)
          for rate in [8000, 24_000, 48_000] {
            _ = points.converted(from: 48_000, to: rate).isAll(of: frames)
          }
        }
      }
      #expect(named > 0 && named < 300, "some mutants are refused, and some understood")
    }
  }
}
