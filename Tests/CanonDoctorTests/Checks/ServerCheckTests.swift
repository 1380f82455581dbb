import CanonDoctor
import CanonJack
import Testing

/// Which server there is, and whether anyone hears it.
@Suite struct ServerCheckTests {
  private static let jack = ServerFacts(
    name: "studio", implementation: "JACK 1.9.21", sampleRate: 48000, period: 256, isRealtime: true,
    outputs: ["system:playback_1", "system:playback_2"], latency: 512)
  private static let cards = SoundCards(
    cards:
      " 0 [HDMI           ]: HDA-Intel - HDA Intel HDMI\n 1 [PCH            ]: HDA-Intel - HDA Intel PCH\n",
    devices: "00-03: HDMI 0 : HDMI 0 : playback 1\n01-00: ALC257 Analog : ALC257 Analog : playback 1\n")

  private func codes(_ check: ServerCheck) -> [String] { check.findings.map(\.code) }

  @Test("A server is told with its rate, its period and its latency")
  func server() {
    let check = ServerCheck(answer: .success(Self.jack), cards: Self.cards)
    #expect(codes(check) == ["server", "outputs", "sound-cards"])
    #expect(
      check.findings[0].message
        == "JACK 1.9.21 at 48000 Hz with a period of 256 frames (latency 10.7 ms, real-time) runs as \"studio\"."
    )
    #expect(check.findings.allSatisfy { $0.level == .well })
  }

  @Test("A server without physical outputs is not heard, nor is a canon that is connected to nothing")
  func unheard() {
    var silent = Self.jack
    (silent.outputs, silent.isMasterConnected) = ([], false)
    let check = ServerCheck(answer: .success(silent))
    #expect(codes(check) == ["server", "no-outputs", "not-connected", "no-sound-card"])
    #expect(check.findings[1].level == .warning && check.findings[2].level == .warning)
    silent.isMasterConnected = true
    #expect(!codes(ServerCheck(answer: .success(silent))).contains("not-connected"))
  }

  @Test("PipeWire without pw-jack names the package")
  func noPipeWireJack() {
    let check = ServerCheck(answer: .failure(.noServer(name: nil)), isPipeWireRunning: true)
    #expect(codes(check).first == "no-pipewire-jack")
    #expect(check.findings[0].level == .wrong)
    #expect(check.findings[0].commands == ["sudo apt-get install pipewire-jack"])
  }

  @Test("PipeWire is told with what it said through pw-jack, or that it said nothing")
  func pipeWire() {
    var check = ServerCheck(
      answer: .failure(.noServer(name: nil)), isPipeWireRunning: true, hasPipeWireJack: true)
    #expect(check.findings[0] == .pipeWire(nil) && check.findings[0].level == .note)
    check.pipeWire = Self.jack
    #expect(codes(check).starts(with: ["pipewire", "outputs"]) && check.findings[0].level == .well)
  }

  @Test("Without a server canon starts one: on the card that --device means, else on the analogue one")
  func privateServer() {
    var check = ServerCheck(answer: .failure(.noServer(name: nil)), cards: Self.cards)
    #expect(check.findings[0] == .privateServer(Self.cards.devices[1]))
    check.request.device = "hdmi"
    #expect(check.findings[0] == .privateServer(Self.cards.devices[0]))
    check.request.device = "usb"
    #expect(codes(check) == ["private-server", "no-device"])
    check.request.device = nil
    check.hasJackd = false
    #expect(codes(check) == ["no-jackd", "sound-cards"])
    #expect(check.findings[0].commands == ["sudo apt-get install jackd2"])
  }

  @Test("The self-test has the requested period, else that of the server that runs")
  func selfTestPeriod() {
    let none = ServerCheck(answer: .failure(.noServer(name: nil)))
    #expect(none.selfTestRequest.period == nil)
    var check = ServerCheck(answer: .success(Self.jack))
    #expect(check.selfTestRequest.period == 256)
    check.request.period = 64
    #expect(check.selfTestRequest.period == 64)
    check = ServerCheck(answer: .failure(.noServer(name: nil)), isPipeWireRunning: true, pipeWire: Self.jack)
    #expect(check.selfTestRequest.period == 256)
  }

  @Test("With --no-start-server, or a named server, a missing one is wrong")
  func missing() {
    var request = ServerRequest()
    request.mayStart = false
    #expect(codes(ServerCheck(answer: .failure(.noServer(name: nil)), request: request)).first == "no-server")
    request = ServerRequest()
    request.server = "studio"
    let named = ServerCheck(
      answer: .failure(.noServer(name: "studio")), isPipeWireRunning: true, request: request)
    #expect(named.findings[0].code == "no-server" && named.findings[0].level == .wrong)
    #expect(named.findings[0].message.hasPrefix("No JACK server called \"studio\" answers."))
    #expect(named.findings[0].commands == ["jackd -n studio -d alsa"])
    let refused = ServerCheck(answer: .failure(.refused(name: nil, status: 1)))
    #expect(refused.findings[0].code == "server-refuses")
  }
}
