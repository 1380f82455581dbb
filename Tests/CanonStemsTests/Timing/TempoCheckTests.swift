import CanonEngine
import CanonFiles
import CanonTestSupport
import Testing

@testable import CanonStems

/// A tempo that the lengths of the stems contradict is refused.
@Suite struct TempoCheckTests {
  let folder = TemporaryFolder()

  /// What is wrong with a set of loops of so many frames at 48 kHz, the first of them the base.
  private func problems(
    _ head: String, _ lengths: [Int] = [480_000], keys: [String] = [], base: Bool = true
  ) throws -> [String] {
    var text = head + "\n"
    for (number, frames) in lengths.enumerated() {
      try folder.sound("\(number).wav", [Float](repeating: 0.1, count: frames))
      text += "[[stem]]\nid = \"s\(number)\"\nfile = \"\(number).wav\"\nbase = \(base && number == 0)\n"
      if number < keys.count { text += keys[number] + "\n" }
    }
    try folder.write(text, to: "set.toml")
    return SetCheck.problems(folder.path, depth: .headers).map {
      $0.message.replacing(folder.path + "/", with: "")
    }
  }

  @Test("Ten seconds are no four bars at these tempos", arguments: [97, 120, 80, 95, 100])
  func wrong(tempo: Int) throws {
    let problems = try problems("tempo = \(tempo)\nloop = \"4 bars\"")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("set.toml:1: tempo: found \(tempo), ") == true)
    #expect(problems.first?.contains("96") == true, "\(problems)")
  }

  @Test("A stem whose length is meant vouches for no other", arguments: ["free", "fits"])
  func oneIsFree(second: String) throws {
    let lengths = [480_000, second == "free" ? 123_456 : 480_000 * 96 / 97]
    let keys = ["", second == "free" ? "length = \"free\"" : ""]
    let problems = try problems("tempo = 97\nloop = \"4 bars\"", lengths, keys: keys, base: false)
    #expect(problems.contains { $0.contains("tempo: found 97") } == (second == "free"), "\(problems)")
  }

  @Test func itIsSaidWithTheTemposThatWouldFit() throws {
    #expect(
      try problems("tempo = 97\nloop = \"4 bars\"") == [
        "set.toml:1: tempo: found 97, at which the loop of 4 bars lasts 9.897 s, and \"0.wav\" lasts 10.000 s, expected "
          + "a tempo at which \"0.wav\" is as long as the loop or a simple share of it. "
          + "Write tempo = 96, 72, 128 or 64, or length = \"free\" for a stem whose length is meant."
      ])
    #expect(
      try problems("tempo = 120\nloop = \"16 beats\"").first?.hasSuffix(
        "Write tempo = 128, 96, 144 or 72, or loop = \"20 beats\", or length = \"free\" for a stem whose length is meant."
      )
        == true)
  }

  @Test(
    "A loop that would fit is proposed in the words of the set",
    arguments: [
      ("loop = \"4 bars\"", 480_000, "loop = \"5 bars\""),
      ("loop = \"16 beats\"", 480_000, "loop = \"20 beats\""),
      ("loop = \"17 bars\"", 96_000, "loop = \"1 bar\""), ("loop = \"17 bars\"", 24_000, "loop = \"1 beat\""),
      ("loop = \"17 beats\"", 96_000, "loop = \"4 beats\""),
      ("meter = \"3/4\"\nloop = \"17 bars\"", 96_000, "loop = \"4 beats\""),
      ("meter = \"3/4\"\nloop = \"17 bars\"", 144_000, "loop = \"2 bars\""),
    ])
  func proposedLoops(head: String, frames: Int, loop: String) throws {
    let problems = try problems("tempo = 120\n" + head, [frames])
    #expect(problems.count == 1)
    #expect(problems.first?.contains(", or \(loop), or length = \"free\"") == true, "\(problems)")
  }

  @Test("A length that is no whole number of beats makes no loop")
  func noProposedLoop() throws {
    let problems = try problems("tempo = 120\nloop = \"17 bars\"", [100_000])
    #expect(problems.count == 1)
    #expect(problems.first?.contains(", or loop = ") == false, "\(problems)")
  }

  @Test("Every ratio fits", arguments: [96, 48, 192, 72, 144, 128, 64, 32, 288])
  func ratios(tempo: Int) throws {
    #expect(try problems("tempo = \(tempo)\nloop = \"4 bars\"") == [])
  }

  @Test func halfAFrameIsForgiven() throws {
    // 32 beats at tempo 130 are 708,923.08 frames.
    #expect(try problems("tempo = 130\nloop = \"8 bars\"", [708_923]) == [])
  }

  @Test func whatIsMeantIsMeant() throws {
    for key in [
      "length = \"free\"", "repeat = 3", "mode = \"once\"", "entry = \"top\"", "region = \"bar 1 .. bar 4\"",
    ] {
      #expect(try problems("tempo = 97\nloop = \"4 bars\"", keys: [key]) == [], "\(key)")
    }
    #expect(try problems("tempo = 97\nloop = \"4 bars\"", keys: ["region = \".. 9 s\""]).count == 1)
  }

  @Test func theBaseDecides() throws {
    #expect(try problems("tempo = 120\nloop = \"4 bars\"", [384_000, 480_000]) == [])
    #expect(try problems("tempo = 120\nloop = \"4 bars\"", [480_000, 384_000]).count == 1)
  }

  @Test(
    "A base whose length says nothing leaves it to the other stems",
    arguments: [
      "length = \"free\"", "repeat = 3", "mode = \"once\"", "entry = \"top\"", "region = \"bar 1 .. bar 4\"",
    ])
  func aBaseThatSaysNothing(key: String) throws {
    func problems(_ others: Int..., keys: String...) throws -> [String] {
      try self.problems("tempo = 97\nloop = \"4 bars\"", [480_000] + others, keys: [key] + keys).filter {
        $0.contains("tempo: found 97")
      }
    }
    let fitting = 480_000 * 96 / 97
    #expect(try problems(480_000).first?.contains("\"1.wav\" lasts 10.000 s") == true)
    #expect(try problems(480_000, 240_000).count == 1)
    #expect(try problems(480_000, fitting) == [], "one that fits is enough")
    #expect(try problems(480_000, keys: "length = \"free\"") == [], "none says anything")
  }

  @Test func withoutABaseOneStemIsEnough() throws {
    #expect(try problems("tempo = 120\nloop = \"4 bars\"", [480_000, 384_000], base: false) == [])
    #expect(try problems("tempo = 120\nloop = \"4 bars\"", [480_000, 480_001], base: false).count == 1)
  }

  @Test func withoutALoopInBarsNothingIsKnown() throws {
    #expect(try problems("tempo = 120") == [])
    #expect(try problems("tempo = 120\nloop = \"8 s\"") == [])
  }

  @Test func aFileThatCannotBeReadIsItsOwnProblem() throws {
    _ = try problems("tempo = 97\nloop = \"4 bars\"")
    try folder.write("no sound", to: "0.wav")
    let problems = SetCheck.problems(folder.path, depth: .headers)
    #expect(problems.count == 1)
    #expect(problems.first?.field == "stem \"s0\": file")
    #expect(throws: Never.self) { try SetTiming(of: StemSetFile.load(folder.path)) }
  }
}
