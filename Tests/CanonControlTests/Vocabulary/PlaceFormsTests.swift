import CanonEngine
import CanonSession
import Testing

@testable import CanonControl

/// Places in the music (`seek`, `freeze`), as people write them.
@Suite struct PlaceFormsTests {
  private func place(_ text: String) -> SeekPlace? {
    guard case .seek(let place)? = try? CommandParser.parse("seek \(text)", at: .lines) else { return nil }
    return place
  }

  @Test(
    "Minutes and seconds, with hours if wanted",
    arguments: [
      ("1:30", 90), ("0:00", 0), ("0:5", 5), ("1:30.5", 90.5), ("90:00", 5400), ("1:00:00", 3600),
      ("1:02:03.25", 3723.25), ("0:0:59.999", 59.999),
    ])
  func minutes(text: String, seconds: Double) { #expect(place(text) == .to(.seconds(seconds))) }

  @Test(
    "What no clock shows is no place",
    arguments: [
      "1:60", "1:75:00", "1:2:3:4", ":30", "1:", "1:-5", "-1:30", "1:+5", "1.5:30", "1:3e1", "1:.5",
      "1:1.2.3", "1:nan",
      "1234567:00", "１:30", "1:３0", "999999:00:00",
    ])
  func noMinutes(text: String) { #expect(place(text) == nil) }

  @Test(
    "A way goes on or back by a length",
    arguments: [
      ("+10 s", .by(.microseconds(10_000_000), isBack: false)), ("-2 bars", .by(.bars(2), isBack: true)),
      ("+1 frame", .by(.frames(1), isBack: false)), ("-0.5 ms", .by(.microseconds(500), isBack: true)),
    ] as [(String, SeekPlace)])
  func ways(text: String, way: SeekPlace) { #expect(place(text) == way) }

  @Test(
    "What is no way",
    arguments: ["+", "-", "+10", "+ 10 s", "--1 s", "+-1 s", "+1:30", "+bar 2", "+1.5 bars"])
  func noWays(text: String) { #expect(place(text) == nil) }

  @Test(
    "Bars, loops, seconds and frames are as in scores",
    arguments: [
      ("bar 17", .bar(17)), ("loop 3", .loop(3)), ("90 s", .seconds(90)), ("@480000", .frame(480_000)),
    ] as [(String, ScoreTime)])
  func times(text: String, time: ScoreTime) { #expect(place(text) == .to(time)) }

  @Test("Only a seek accepts a way; a freeze stands at a place, or where the music is")
  func freeze() throws {
    #expect(try CommandParser.parse("freeze", at: .lines) == .freeze(nil))
    #expect(try CommandParser.parse("freeze 1:30", at: .lines) == .freeze(.seconds(90)))
    #expect {
      try CommandParser.parse("freeze +10 s", at: .lines)
    } throws: { error in
      (error as? CommandProblem)?.message
        == "freeze: \"+10 s\" is not as TIME, or 1:30 (minutes and seconds). Use: freeze [PLACE], e.g. freeze"
    }
  }

  @Test("A seek without a place says so, and a wrong one is shown as a whole")
  func missing() {
    func message(_ line: String) -> String? {
      do {
        _ = try CommandParser.parse(line, at: .lines)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(message("seek") == "seek: a place is missing. Use: seek PLACE, e.g. seek bar 17")
    #expect(
      message("seek bar 17 now")
        == "seek: \"bar 17 now\" is not as TIME, or 1:30 (minutes and seconds), or + or - and a length. Use: seek PLACE, e.g. seek bar 17"
    )
  }

  @Test("The outermost frame is that which a number of any program holds exactly")
  func frames() throws {
    let most = (1 << 53) - 1
    #expect(
      try CommandParser.parse("seek @-\(most)", at: .journals) == .seek(.to(.frame(FramePosition(-most)))))
    for text in ["@\(1 << 53)", "@-\(1 << 53)", "@-9223372036854775808", "@9223372036854775808"] {
      #expect(throws: CommandProblem.self) { try CommandParser.parse("seek \(text)", at: .journals) }
    }
  }
}
