import CanonMixing
import CanonTestSupport
import Testing

@testable import CanonEngine

/// Every loop, with every instruction set that this processor has, gives the bits of one multiplication and one addition a sample.
@Suite struct MixingLoopsTests {
  static let sets = InstructionSet.allCases.filter(\.isAvailable)

  /// More than two steps of eight frames, and every rest.
  private static let longest = 24

  @Test("Four stems of 16-bit frames in one pass are the sum in their order", arguments: sets)
  func fourIntegers(set: InstructionSet) {
    Self.each { frames, random in
      let words = (0..<4).map { _ in Self.words(frames, &random) }
      let gains = (left: Self.gains(&random), right: Self.gains(&random))
      var heard = Block(frames, &random), expected = heard
      heard.withPair { out in
        set.add(
          words[0], words[1], words[2], words[3], leftGains: gains.left, rightGains: gains.right, to: out,
          frames: Int32(frames))
      }
      for stem in 0..<4 {
        expected.add(
          words[stem].map(Self.low), gains.left[stem], words[stem].map(Self.high), gains.right[stem])
      }
      #expect(heard.bits == expected.bits, "\(frames) frames")
    }
  }

  @Test("One channel of four stems in one pass is the sum in their order", arguments: sets)
  func fourFloats(set: InstructionSet) {
    Self.each { frames, random in
      let sounds = (0..<4).map { _ in Self.floats(frames, &random) }
      let gains = Self.gains(&random)
      var heard = Block(frames, &random), expected = heard
      heard.withPair { out in
        set.add(
          sounds[0], sounds[1], sounds[2], sounds[3], gains: gains, to: out.left, frames: Int32(frames))
      }
      for stem in 0..<4 {
        for k in 0..<frames { expected.left[k] += sounds[stem][k] * gains[stem] }
      }
      #expect(heard.bits == expected.bits, "\(frames) frames")
    }
  }

  @Test("One stem has the same bits with and without a block, which has its products", arguments: sets)
  func one(set: InstructionSet) {
    Self.each { frames, random in
      let words = Self.words(frames, &random), gains = Self.gains(&random)
      let (left, right) = (words.map(Self.low), words.map(Self.high))
      var heard = Block(frames, &random), expected = heard, floats = heard, bare = heard
      var block = Block(frames, &random), ofFloats = block, products = block
      expected.add(left, gains[0], right, gains[1])
      products.set(left, gains[0], right, gains[1])
      bare.withPair { out in
        set.add(
          words, leftGain: gains[0], rightGain: gains[1], to: out, block: nil, frames: Int32(frames))
      }
      heard.withPair { out in
        block.withPair { own in
          set.add(
            words, leftGain: gains[0], rightGain: gains[1], to: out, block: own, frames: Int32(frames))
        }
      }
      floats.withPair { out in
        ofFloats.withPair { own in
          set.add(left, gain: gains[0], to: out.left, block: own.left, frames: Int32(frames))
          set.add(right, gain: gains[1], to: out.right, block: own.right, frames: Int32(frames))
        }
      }
      #expect(bare.bits == expected.bits && heard.bits == expected.bits, "\(frames) frames")
      #expect(floats.bits == expected.bits, "\(frames) frames of floats")
      #expect(block.bits == products.bits && ofFloats.bits == products.bits, "\(frames) frames")
    }
  }

  @Test(
    "A mix of stems of all kinds has the same bits with every set, with and without ports", arguments: 1...8)
  func wholeMix(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = Int(random.number(5...14)), frames = 150
    let sounds = (0..<count).map { _ in
      switch random.number(0...3) {
      case 0: StemBuffer(Self.floats(frames, &random))
      case 1:
        StemBuffer(layout: StemLayout(loop: FrameCount(frames))!, channelCount: 1) {
          (memory: UnsafeMutableBufferPointer<Int16>) in
          for k in memory.indices { memory[k] = Int16(truncatingIfNeeded: random.next()) }
        }
      default:
        StemBuffer(layout: StemLayout(loop: FrameCount(frames))!, channelCount: 2) {
          (memory: UnsafeMutableBufferPointer<Int16>) in
          for k in memory.indices { memory[k] = Int16(truncatingIfNeeded: random.next()) }
        }
      }
    }
    let muted = (0..<4).map { _ in Int(random.number(0...Int64(count - 1))) }
    let lengths = (0..<4).map { _ in Int(random.number(1...70)) }
    var outputs: [[UInt32]] = []
    for (set, hasPorts) in Self.sets.flatMap({ [($0, true), ($0, false)] }) {
      var configuration = EngineConfiguration.small(
        loop: Int64(frames), Array(repeating: StemConfiguration(), count: count), rampFrames: 16)
      configuration.instructions = set
      var bench = Bench.make(configuration, sounds: sounds)
      bench.hasPorts = hasPorts
      for stem in 0..<count where stem % 5 != 3 { bench.ask(.start, stem, quantum: .now) }
      var heard: [UInt32] = []
      for (stem, length) in zip(muted, lengths) {
        let output = bench.run(90 + length, periods: .mixed(seed: seed, longest: 128))
        heard += (output.master + output.right).map(\.bitPattern)
        bench.ask(.mute, stem, quantum: .now)
      }
      let output = bench.run(200, periods: .constant(64))
      outputs.append(heard + (output.master + output.right).map(\.bitPattern))
    }
    for output in outputs.dropFirst() { #expect(output == outputs[0]) }
    #expect(outputs[0].contains { $0 != 0 })
  }

  @Test("A set that this processor has not is never chosen")
  func unavailable() {
    #expect(InstructionSet.best.isAvailable && InstructionSet.baseline.isAvailable)
    var configuration = EngineConfiguration.small(loop: 8)
    for set in InstructionSet.allCases {
      configuration.instructions = set
      #expect(configuration.instructions == (set.isAvailable ? set : .baseline))
    }
  }

  // MARK: - Drawing

  private static func each(_ body: (Int, inout SplitMix64) -> Void) {
    var random = SplitMix64(seed: 17)
    for frames in 0...longest { for _ in 0..<4 { body(frames, &random) } }
  }
  private static func low(_ word: Int32) -> Float { Float(Int16(truncatingIfNeeded: word)) }
  private static func high(_ word: Int32) -> Float { Float(Int16(truncatingIfNeeded: word >> 16)) }
  private static func words(_ count: Int, _ random: inout SplitMix64) -> [Int32] {
    (0..<count).map { _ in Int32(truncatingIfNeeded: random.next()) }
  }
  private static func floats(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    (0..<count).map { _ in float(&random) }
  }
  private static func gains(_ random: inout SplitMix64) -> SIMD4<Float> {
    SIMD4(float(&random), float(&random), float(&random), float(&random))
  }
  fileprivate static func float(_ random: inout SplitMix64) -> Float {
    Float(Int32(truncatingIfNeeded: random.next())) / 0x1p30
  }

  /// Two channels of a period.
  private struct Block {
    var left: [Float]
    var right: [Float]

    init(_ frames: Int, _ random: inout SplitMix64) {
      left = MixingLoopsTests.floats(frames, &random)
      right = MixingLoopsTests.floats(frames, &random)
    }

    var bits: [UInt32] { (left + right).map(\.bitPattern) }

    mutating func add(_ ofLeft: [Float], _ leftGain: Float, _ ofRight: [Float], _ rightGain: Float) {
      for k in left.indices {
        left[k] += ofLeft[k] * leftGain
        right[k] += ofRight[k] * rightGain
      }
    }
    mutating func set(_ ofLeft: [Float], _ leftGain: Float, _ ofRight: [Float], _ rightGain: Float) {
      for k in left.indices { (left[k], right[k]) = (ofLeft[k] * leftGain, ofRight[k] * rightGain) }
    }
    mutating func withPair(_ body: (OutputPair) -> Void) {
      // A place for the pointer of an empty array.
      let count = left.count
      left.append(0)
      right.append(0)
      left.withUnsafeMutableBufferPointer { left in
        right.withUnsafeMutableBufferPointer { right in
          body(OutputPair(left: left.baseAddress!, right: right.baseAddress!))
        }
      }
      #expect(left[count] == 0 && right[count] == 0, "beyond the end")
      left.removeLast()
      right.removeLast()
    }
  }
}
