import CanonEngine
import CanonTestSupport
import Testing

@testable import CanonStems

/// How loud stems become together.
@Suite struct MixPeakTests {
  let folder = TemporaryFolder()

  /// - Parameter stems: Samples, with the keys of each stem; the first is the base.
  private func peak(
    _ stems: [(samples: [Float], keys: String)], head: String = "", isBound: Bool = false
  ) async throws -> MixPeak {
    let set = try write(stems, head: head)
    let timing = try SetTiming(of: set)
    let configuration = try set.engineConfiguration(timing: timing, at: .studio)
    var parts: [MixPeak.Part] = []
    for index in set.stems.indices.map(StemIndex.init) {
      let stem = try StemLoader.load(
        index, of: set, timing: timing, at: .studio, configuration: configuration)
      parts.append(MixPeak.Part(stem.buffer, configuration.stems[index.int]))
    }
    if isBound { parts = parts.map(\.extremesAlone) }
    return await MixPeak(parts, loop: configuration.grid.loop, rate: .studio, isBound: isBound)
  }

  private func write(_ stems: [(samples: [Float], keys: String)], head: String = "") throws -> StemSet {
    var text = head + "\n"
    for (number, stem) in stems.enumerated() {
      try folder.sound("\(number).wav", stem.samples)
      text += "[[stem]]\nid = \"s\(number)\"\nfile = \"\(number).wav\"\nbase = \(number == 0)\n\(stem.keys)\n"
    }
    try folder.write(text, to: "set.toml")
    return try StemSetFile.load(folder.path)
  }

  @Test func theWorstChoiceLeavesOutWhatLowersThePeak() async throws {
    let peak = try await peak([
      ([0.5, 0.25, -0.5, 0], ""), ([0.5, -0.25, 0.75, 0], ""), ([-0.75, 0.125, 0.25, 0], ""),
    ])
    #expect(peak.full == 0.5)
    // The base always sounds: 0.5 + 0.5, and the third stays out.
    #expect(peak.worst == 1)
    #expect(!peak.isBound)
  }

  @Test func theBaseCannotBeLeftOut() async throws {
    #expect(try await peak([([-0.5, 0], ""), ([1, 0], "")]).worst == 0.5)
  }

  @Test func ofAGroupOneSounds() async throws {
    let group = "group = \"reeds\""
    let peak = try await peak([([0.25, 0], ""), ([0.5, -1], group), ([0.75, -0.5], group)])
    #expect(peak.full == 1)
    #expect(peak.worst == 1)
    // The loudest may be the first of its group, on either side of zero.
    for sign in [1, -1] as [Float] {
      let first = try await self.peak([
        ([sign / 4, 0], ""), ([sign * 0.75, 0], group), ([sign / 2, 0], group),
      ])
      #expect(first.full == 1 && first.worst == 1)
    }
    let based = try await self.peak([([0.25, -0.25], group), ([0.5, 0.75], group), ([0.5, 0], "")])
    #expect(based.worst == 1)
  }

  @Test func gainAndPanCount() async throws {
    let peak = try await peak([([0.5, 0], "gain = 20\npan = 0"), ([0.5, 0], "gain = 20\npan = 1")])
    #expect(abs(peak.full - 10) < 1e-5)
  }

  @Test func loopsOfOtherLengthsMeetOnceInTheirCycle() async throws {
    // Peaks on frames 2 of 4 and 5 of 6 never meet; on frames 1 and 3 they meet on frame 9 of 12.
    var long: [Float] = [0, 0, 0, 0, 0, 1]
    let short: [Float] = [0, 0, 1, 0]
    #expect(try await peak([(short, ""), (long, "length = \"free\"")]).full == 1)
    long = [0, 0, 0, 1, 0, 0]
    #expect(try await peak([([0, 1, 0, 0], ""), (long, "length = \"free\"")]).full == 2)
  }

  @Test("The highest frame counts wherever in the loop it is", arguments: [0, 4095, 4096, 8999])
  func whereverItIs(frame: Int) async throws {
    var samples = [Float](repeating: 0.125, count: 9000)
    samples[frame] = -0.75
    let peak = try await peak([(samples, ""), ([Float](repeating: 0, count: 9000), "")])
    #expect(peak.full == 0.75)
    #expect(peak.worst == 0.75)
  }

  @Test("What lies before the loop and after it does not count, in phase or not")
  func introAndRelease() async throws {
    let samples: [Float] = [1, 1, 0.25, -0.5, 1]
    for (keys, bound) in [("", false), ("", true), ("\nentry = \"top\"", true)] {
      let peak = try await peak(
        [([0, 0], ""), (samples, "region = \"2 .. 4\"" + keys)], isBound: bound && keys.isEmpty)
      #expect(peak.worst == 0.5, "\(keys) \(bound)")
      #expect(peak.isBound == bound)
    }
  }

  @Test func whatIsInNoFixedPhaseIsBounded() async throws {
    let peak = try await peak([([0, 1, 0, 0], ""), ([1, 0, 0, 0], "entry = \"top\"")])
    #expect(peak.isBound)
    #expect(peak.full == 2)
  }

  @Test func aCycleBeyondTenMinutesIsBounded() async throws {
    // 7919 and 7907 are prime: they meet after 62,615,533 frames, 22 minutes.
    var first = [Float](repeating: 0, count: 7919), second = [Float](repeating: -0.25, count: 7907)
    (first[100], second[200]) = (0.5, 0.75)
    for isBound in [false, true] {
      let peak = try await peak([(first, ""), (second, "length = \"free\"")], isBound: isBound)
      #expect(peak.isBound)
      #expect(peak.full == 1.25)
    }
  }

  /// Every choice of up to seven stems, one after the other.
  @Test func itIsThePeakOfEveryChoice() async throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20 {
      let stems = (0..<Int.random(in: 2...7, using: &random)).map { number in
        (
          samples: (0..<12).map { _ in Float(Int.random(in: -64...64, using: &random)) / 64 },
          keys: number > 0 && Bool.random(using: &random)
            ? "group = \"g\(Int.random(in: 0...1, using: &random))\"" : ""
        )
      }
      var worst: Float = 0
      for choice in 0..<(1 << stems.count) where choice & 1 == 1 {
        let chosen = stems.indices.filter { choice >> $0 & 1 == 1 }
        let groups = chosen.map { stems[$0].keys }.filter { !$0.isEmpty }
        guard Set(groups).count == groups.count else { continue }
        for frame in 0..<12 {
          worst = max(worst, abs(chosen.reduce(0) { $0 + stems[$1].samples[frame] }))
        }
      }
      #expect(try await peak(stems).worst == worst)
    }
  }

  // MARK: - What is said

  private func remarks() async throws -> [String] {
    let set = try StemSetFile.load(folder.path)
    // These sounds are nothing but peaks, of which more is said.
    return await SetRemarks.all(of: set).filter { $0.code?.hasPrefix("seam.") != true }.map {
      $0.message.replacing(folder.path + "/", with: "")
    }
  }

  @Test func clippingIsAWarningWithTheGainThatAvoidsIt() async throws {
    _ = try write([([0.75, 0], ""), ([0.75, 0], ""), ([-0.5, 0], "")])
    #expect(
      try await remarks() == [
        "set.toml: warning: gain: found a peak of +0.0 dBFS with all stems and +3.6 dBFS with the loudest choice of them, "
          + "expected at most 0 dBFS, above which the outputs clip. Lower every gain by 3.6 dB, or play with: gain master -3.6"
      ])
  }

  @Test func atFullScaleNothingIsSaid() async throws {
    _ = try write([([0.75, 0], ""), ([0.25, 0], "")])
    #expect(try await remarks() == [])
  }

  @Test func withoutALoopTheBarsAreTold() async throws {
    _ = try write([([Float](repeating: 0, count: 480_000), "")], head: "tempo = 96\nmeter = \"4/4\"")
    #expect(
      try await remarks() == [
        "set.toml:1: note: tempo: found 4 bars (16 beats) of 4/4 in the loop of 10.000 s, expected as many as the music "
          + "has. Correct the tempo if it has another number, or write the loop's length, e.g. loop = \"8 bars\"."
      ])
  }

  @Test(
    "The bars of a loop whose length no bars give",
    arguments: [
      (24_000, "", "1 beat, no whole bars, of 4/4 in the loop of 0.500 s"),
      (72_000, "", "3 beats, no whole bars, of 4/4 in the loop of 1.500 s"),
      (96_000, "", "1 bar (4 beats) of 4/4 in the loop of 2.000 s"),
      (72_000, "meter = \"1/4\"", "3 bars (3 beats) of 1/4 in the loop of 1.500 s"),
      (24_000, "meter = \"1/4\"", "1 bar (1 beat) of 1/4 in the loop of 0.500 s"),
      (96_000, "loop = \"4 s\"", "2 bars (8 beats) of 4/4 in the loop of 4.000 s"),
      (96_000, "loop = \"192000 frames\"", "2 bars (8 beats) of 4/4 in the loop of 4.000 s"),
    ])
  func barsOfTheLoop(frames: Int, head: String, found: String) async throws {
    _ = try write([([Float](repeating: 0, count: frames), "")], head: "tempo = 120\n" + head)
    let remarks = try await remarks()
    #expect(remarks.count == 1)
    #expect(
      remarks.first?.hasPrefix("set.toml:1: note: tempo: found \(found), expected") == true, "\(remarks)")
  }

  @Test("Where bars or beats give the loop, or there is no tempo, there is nothing to tell")
  func noBars() async throws {
    for head in ["", "tempo = 120\nloop = \"1 bar\"", "tempo = 120\nloop = \"4 beats\"", "loop = \"2 s\""] {
      _ = try write([([Float](repeating: 0, count: 96_000), "")], head: head)
      #expect(try await remarks() == [], "\(head)")
    }
  }

  @Test("A mere bound is a note")
  func boundIsANote() async throws {
    _ = try write([([0, 1, 0, 0], ""), ([1, 0, 0, 0], "entry = \"top\"")])
    #expect(
      try await remarks() == [
        "set.toml: note: gain: found a peak of at most (an upper bound) +6.1 dBFS with all stems and +6.1 dBFS with the "
          + "loudest choice of them, expected at most 0 dBFS, above which the outputs clip. "
          + "Lower every gain by 6.1 dB, or play with: gain master -6.1"
      ])
  }

  @Test("Of a set whose stems cannot all be read nothing is told, and without a base all is told")
  func unreadable() async throws {
    _ = try write([([0.75, 0], ""), ([0.75, 0], "")])
    try folder.write(
      "loop = \"2 frames\"\n" + String(decoding: folder.bytes("set.toml"), as: UTF8.self), to: "set.toml")
    #expect(try await remarks().count == 1)
    try folder.write("no sound", to: "1.wav")
    #expect(try await remarks() == [])
    _ = try write([([0.75, 0], ""), ([0.75, 0], "")], head: "loop = \"0.001 s\"")
    try folder.write(
      String(decoding: folder.bytes("set.toml"), as: UTF8.self).replacing("base = true", with: ""),
      to: "set.toml")
    #expect(try await remarks().count == 1)
  }
}
