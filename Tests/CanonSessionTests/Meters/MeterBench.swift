import CanonEngine
import CanonTestSupport
import Foundation
import Testing

@testable import CanonSession

/// A bench that holds every stem's meter against what its port was given, window by window: peak and RMS of both channels within a decibel.
/// Levels below -54 dB of full scale count as silence.
struct MeterBench: ~Copyable {
  var bench: SessionBench
  var session: Performance { bench.session }
  /// The frames of a window, and the periods in which they are delivered.
  var window: Int
  var periods: Periods
  /// How many readings of which stem were of sound, by the stems' ids.
  private(set) var sounding: [String: Int] = [:]
  /// What was not within a decibel.
  private(set) var problems: [String] = []
  /// The largest difference, in decibels.
  private(set) var worst: Float = 0

  private static let silence: Float = 0.002

  init(_ session: Performance, window: Int = 480, period: Int = 64, after frames: Int = 0) async throws {
    bench = try await SessionBench(session, ports: 16)
    (self.window, periods) = (window, .constant(period))
    while await session.makeProfile() {}
    if frames > 0 { await bench.run(frames, periods: periods) }
  }

  /// Says a line, which is received with the next window.
  /// - Returns: Why it was not done, or nothing.
  @discardableResult mutating func say(_ line: String) async throws -> [String] {
    try await bench.say(line, at: .lines)
  }

  /// Says a line, and compares over these frames.
  mutating func say(_ line: String, then frames: Int) async throws {
    let refused = try await say(line)
    #expect(refused == [], "\(line)")
    await compare(frames, line)
  }

  /// The server goes, and the next engine continues some frames later.
  mutating func loseServer(for frames: FrameCount) async throws {
    await session.report(.lost(.ended))
    #expect(await session.stemLevels(over: 0.01).allSatisfy { $0.peak == (0, 0) })
    bench = try await SessionBench(session, ports: 16)
    let server = ServerInfo(
      name: "default", implementation: "jackd", clientName: "canon", sampleRate: .studio, period: 1024,
      connections: [], ownBackend: nil)
    await session.report(.connected(server))
    try await bench.skip(frames)
  }

  /// Plays on, and compares at the end of each window.
  mutating func compare(_ frames: Int, _ text: String) async {
    for _ in 0..<max(1, frames / window) {
      let output = await bench.run(window, periods: periods)
      let levels = await session.stemLevels(over: Double(window) / 48_000)
      let (ids, places) = await session.portPlaces
      for (stem, level) in levels.enumerated() {
        let place = places[stem]
        check(level.peak.left, level.rms.left, output.ports[place], "\(ids[stem]) left, \(text)", ids[stem])
        check(
          level.peak.right, level.rms.right, output.portsRight[place], "\(ids[stem]) right, \(text)",
          ids[stem])
      }
    }
  }

  private mutating func check(_ peak: Float, _ rms: Float, _ port: [Float], _ text: String, _ id: String) {
    let heard = (
      peak: port.map(abs).max() ?? 0,
      rms: (port.reduce(0) { $0 + Double($1) * Double($1) } / Double(port.count)).squareRoot()
    )
    if heard.peak > Self.silence { sounding[id, default: 0] += 1 }
    check(peak, heard.peak, "peak of \(text)")
    check(rms, Float(heard.rms), "RMS of \(text)")
  }

  private mutating func check(_ shown: Float, _ heard: Float, _ text: String) {
    if max(shown, heard) < Self.silence { return }
    let difference = 20 * log10(max(shown, Self.silence) / max(heard, Self.silence))
    worst = max(worst, abs(difference))
    if abs(difference) >= 1 { problems.append("\(difference) dB: \(text)") }
  }

  /// Expects that all comparisons have held, and that a stem was heard in some.
  func expectNothing(
    heard id: String? = "violin-a", _ text: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if let id { #expect(sounding[id, default: 0] > 4, "\(id) is heard", sourceLocation: sourceLocation) }
    let few = problems.prefix(6).joined(separator: "\n")
    #expect(
      problems.isEmpty, "\(text) \(problems.count) readings, at worst \(worst) dB off:\n\(few)",
      sourceLocation: sourceLocation)
  }
}

extension MeterBench {
  static let windows = [96, 480, 1600]
  /// A line for the head of the set file, for ramps that last longer than most windows.
  static let slow = "ramp = \"40 ms\""

  /// A bench on which `violin-a` plays since a loop top.
  static func playing(
    _ window: Int, ramp: String = "", keys: String = "", starting line: String = "start violin-a now"
  ) async throws -> MeterBench {
    var bench = try await MeterBench(
      MeterSounds.set(ramp: ramp, keys: keys).session(), window: window, period: 1024)
    try await bench.say(line, then: SmallSet.loop / 2)
    return bench
  }
}

extension Performance {
  /// The id of each stem, and the place of its port.
  fileprivate var portPlaces: ([String], [Int]) { (set.stems.map(\.id), deck.places) }
}
