import CanonLiveSupport
import Testing

@testable import CanonSocket

/// A client that watches and reads too slowly.
@Suite struct SlowClientTests {
  private static let told = 2500

  /// The number in the word of a refused line, as `prss17`.
  private static func number(_ line: String) -> Int? {
    guard let word = line.firstRange(of: "prss") else { return nil }
    return Int(line[word.upperBound...].prefix { $0.isASCII && $0.isNumber })
  }

  private static func missed(_ line: String) -> Int? {
    let (prefix, suffix) = ("{\"count\":", ",\"event\":\"missed\"}")
    guard line.hasPrefix(prefix), line.hasSuffix(suffix) else { return nil }
    return Int(line.dropFirst(prefix.count).dropLast(suffix.count))
  }

  @Test("It is told how many events it has missed, and where; nobody waits for it")
  func slow() async throws {
    let bench = try SocketBench()
    let lines = try await bench.serve(runs: true, longestWrite: .seconds(900)) { path, _ in
      let slow = try UnixSocket.waiting(at: path)
      #expect(slow.write(line: "watch"))
      #expect(slow.readLine()?.contains("watching") == true && slow.readLine() != nil)
      let speaker = try UnixSocket.waiting(at: path)
      for number in 0..<Self.told { #expect(speaker.ask("prss\(number)") != nil) }
      var lines: [String] = []
      while lines.last.flatMap(Self.number) != Self.told - 1 {
        guard let line = slow.readLine() else { throw TimedOut(description: "nothing is told") }
        lines.append(line)
      }
      return lines
    }
    var (next, missed) = (0, 0)
    for line in lines {
      if let count = Self.missed(line) {
        next += count
        missed += count
      } else {
        #expect(Self.number(line) == next, "\(line)")
        next += 1
      }
    }
    #expect(missed > 0 && next == Self.told)
  }
}
