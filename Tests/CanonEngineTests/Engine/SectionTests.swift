import CanonEngine
import CanonTestSupport
import Testing

/// A part of the music that repeats.
@Suite struct SectionTests {
  private static func bench(ramp: Int = 0, stems: Int = 1) -> Bench {
    let configurations = Array(repeating: StemConfiguration(), count: stems)
    var bench = Bench.make(.small(loop: 8, configurations, rampFrames: ramp), rolling: false)
    bench.sounds = Array(repeating: [.counting(8)], count: stems)
    for stem in 0..<stems { bench.perform(.samples(0), stem) }
    bench.perform(.roll)
    bench.ask(.start, quantum: .now)
    return bench
  }

  private static func section(_ places: Range<Int64>) -> RandomPerformance.Action {
    .section(Section(from: places.lowerBound, until: places.upperBound))
  }

  private func moves(_ bench: borrowing Bench) -> [String] {
    bench.events.compactMap { if case .relocated(let at, let to) = $0 { "@\(at) to \(to)" } else { nil } }
  }

  @Test("The music goes back on the section's end, and goes on when the section is off")
  func repeats() {
    var bench = Self.bench()
    bench.run(2)
    bench.perform(Self.section(2..<5))
    #expect(bench.draw(8) == "34534534")
    bench.perform(.section(nil))
    #expect(bench.draw(6) == "567812")
    #expect(moves(bench) == ["@5 to 2", "@8 to 2"])
  }

  @Test("Music that is elsewhere moves to the section's beginning at once", arguments: [1, 6])
  func elsewhere(frames: Int) {
    var bench = Self.bench()
    bench.run(frames)
    bench.perform(Self.section(2..<5))
    #expect(bench.draw(5) == "34534")
  }

  @Test("With a ramp it is at the beginning on the very frame of the end, and silent there")
  func ramp() {
    var bench = Self.bench(ramp: 2)
    bench.run(2)
    bench.perform(Self.section(2..<6))
    let heard = bench.run(18).master
    #expect(moves(bench) == ["@6 to 2", "@10 to 2", "@14 to 2", "@18 to 2"])
    // 5 and 6 fall, 3 and 4 rise.
    #expect(heard[2...5] == [5, 3, 0, 2])
  }

  @Test("Boundaries beyond the section count as its end", arguments: ["loop", "cycle", "stem", "loop:3"])
  func boundaries(quantum: String) {
    var bench = Self.bench(stems: 2)
    bench.portCount = 2
    bench.run(2)
    bench.perform(Self.section(2..<5))
    bench.run(1)
    bench.ask(.start, 1, quantum: Quantum(quantum)!)
    let heard = bench.run(6).ports[1]
    #expect(heard == [0, 0, 3, 4, 5, 3])
  }

  @Test("A seek out of the section leaves it; when the music comes back to its end, it repeats again")
  func seek() {
    var bench = Self.bench()
    bench.perform(Self.section(2..<5))
    bench.run(3)
    bench.perform(.seek(.to(6)))
    #expect(bench.draw(4) == "7812")
    bench.perform(.seek(.to(3)))
    #expect(bench.draw(4) == "4534")
  }

  @Test("From a section's end the music may go on at another place; music that is elsewhere stays there")
  func then() {
    let section = RandomPerformance.Action.section(Section(from: 2, until: 4, then: 6))
    var bench = Self.bench()
    bench.perform(section)
    #expect(bench.draw(10) == "1234781234")
    bench.perform(.seek(.to(5)))
    bench.perform(section)
    #expect(bench.draw(4) == "6781")
    #expect(moves(bench) == ["@4 to 6", "@10 to 5"])
  }

  @Test("There is no section that leads where the music goes anyway, and none without a frame")
  func none() {
    #expect(Section(from: 2, until: 4, then: 4) == nil && Section(from: 2, until: 2, then: 0) == nil)
    #expect(Section(from: 2, until: 4, then: 2)?.takesMusic == false)
  }

  @Test("While the music stands nothing repeats")
  func halt() {
    var bench = Self.bench()
    bench.run(2)
    bench.perform(Self.section(2..<5))
    bench.run(2)
    bench.perform(.halt(nil))
    #expect(bench.draw(5) == "-----")
    bench.perform(.roll)
    #expect(bench.draw(4) == "5345")
  }

  @Test("What is outside every place is refused, the same section changes nothing")
  func refused() {
    var bench = Self.bench()
    bench.perform(Self.section(0..<(1 << 53)))
    bench.perform(Self.section(2..<5))
    bench.perform(Self.section(2..<5))
    bench.run(1)
    let answers = bench.events.compactMap { event -> EngineEvent.Answer? in
      if case .answered(_, _, let answer, _, _) = event { answer } else { nil }
    }
    #expect(answers.suffix(3) == [.tooFar, .accepted, .unchanged])
  }

  @Test("An edition that is slower has the section at the same place in the music")
  func edition() {
    var bench = Self.bench()
    bench.sounds[0].append(StemBuffer((0..<16).map { Float($0 / 2 + 1) }))
    bench.editions = [
      TestEdition(.small(loop: 16), ids: [0], sounds: [1], staysOpen: [true])
    ]
    bench.run(2)
    bench.perform(Self.section(2..<5))
    bench.perform(.edition(0, .now))
    #expect(bench.draw(12) == "334455334455")
  }
}
