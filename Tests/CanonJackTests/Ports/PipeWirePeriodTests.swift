import CanonLiveSupport
import Testing

/// How PipeWire is asked for a period.
extension LiveTests.PipeWire {
  @Test("PipeWire is asked for the period in its own rate; a rate is not asked for, and that is said")
  func period() throws {
    let pipeWire = try PipeWireServer(Self.speakers)
    let canon = try pipeWire.play(
      "Schedules/always.toml", "--period", "256", "--rate", "44100",
      environment: ["PIPEWIRE_LATENCY": "512/96000"])
    let server = try canon.waitForEvent("connected")["server"] as? [String: Any]
    #expect((server?["implementation"] as? String)?.hasPrefix("PipeWire") == true)
    // 44,100 Hz, or 96,000, here would be the wrong pitch.
    #expect(server?["sample_rate"] as? Int == 48000)
    let told = try note("kept-settings", canon)
    #expect(told.contains("it runs at 48000 Hz (--rate 44100)"))
    #expect(told.contains("so the rate in PIPEWIRE_LATENCY=512/96000 is not requested"), "\(told)")
    try canon.waitForLine("a period of 256 frames") { line in
      line.contains("\"period\":256") || line.contains("\"count\":256")
    }
    try #expect(canon.quit() == 0)
  }

  @Test("Of a user's PIPEWIRE_LATENCY with another rate only the period is asked for, and that is said")
  func userLatency() throws {
    let pipeWire = try PipeWireServer(Self.speakers)
    let canon = try pipeWire.play(
      "Schedules/always.toml", environment: ["PIPEWIRE_LATENCY": "512/96000"])
    let server = try canon.waitForEvent("connected")["server"] as? [String: Any]
    // 96,000 Hz here would be the wrong pitch.
    #expect(server?["sample_rate"] as? Int == 48000)
    #expect(
      try note("kept-settings", canon).contains(
        "it runs at 48000 Hz, so the rate in PIPEWIRE_LATENCY=512/96000 is not requested"))
    try canon.waitForLine("a period of 512 frames") { line in
      line.contains("\"period\":512") || line.contains("\"count\":512")
    }
    try #expect(canon.quit() == 0)
  }
}
