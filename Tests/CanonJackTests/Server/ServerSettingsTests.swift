import Testing

@testable import CanonJack

/// What the command line of a jackd says of how it runs, and what PIPEWIRE_LATENCY asks for.
@Suite struct ServerSettingsTests {
  private let card = SoundDevice(card: 1, cardID: "USB", cardName: "USB Audio", number: 0, name: "Out")

  @Test("A private server is known again by its arguments")
  func own() throws {
    var request = ServerRequest()
    (request.period, request.rate) = (512, 44100)
    func settings(_ backend: PrivateServer.Backend) throws -> ServerSettings {
      try #require(
        ServerSettings(["/usr/bin/jackd", "-T", "-n", "canon-private", "-r"] + backend.arguments(request)))
    }
    for backend in [PrivateServer.Backend.dummy, .alsa(card)] {
      try #expect(settings(backend).period == 512 && settings(backend).rate == 44100)
    }
    #expect(
      PrivateServer.Backend.alsa(card).arguments(request)
        == ["-d", "alsa", "-P", "hw:USB,0", "-r", "44100", "-p", "512", "-n", "3"])
    #expect(
      PrivateServer.Backend.dummy.arguments(ServerRequest())
        == ["-d", "dummy", "-r", "48000", "-p", "256"])
    try #expect(settings(.dummy).device(among: [card]) == nil)
    try #expect(settings(.alsa(card)).device(among: [card]) == card)
    try #expect(settings(.alsa(card)).device(among: [])?.address == card.address)
    #expect(ServerSettings(["jackd", "-r", "-p", "64"]) == nil)
    #expect(ServerSettings(["jackd", "-d", "net", "-p", "64"]) == nil)
  }

  @Test("Only a PIPEWIRE_LATENCY of two numbers has a rate")
  func latency() {
    #expect(PipeWireLatency("512/96000") == PipeWireLatency(period: 512, rate: 96000))
    for text in ["512", "512/", "/48000", "0/48000", "a/b", "1/2/3", ""] {
      #expect(PipeWireLatency(text) == nil, "\(text)")
    }
    let asked = PipeWireLatency(period: 512, rate: 96000), request = ServerRequest()
    #expect(
      request.note(ofPeriod: 512, rate: 48000, isOwn: false, latency: asked)
        == .keptSettings([.latencyRate(48000, asked: "512/96000")]))
    #expect(request.note(ofPeriod: 512, rate: 96000, isOwn: false, latency: asked) == nil)
    var own = request
    own.period = 256
    #expect(
      own.note(ofPeriod: 256, rate: 48000, isOwn: false, latency: asked)
        == .keptSettings([.latencyRate(48000, asked: "512/96000")]), "the option has the period, not the rate"
    )
  }

  @Test("A period and a rate that are other than requested are told, and nothing without a request")
  func otherTiming() {
    #expect(ServerRequest().note(ofPeriod: 256, rate: 48000, isOwn: false) == nil)
    var request = ServerRequest()
    (request.period, request.rate) = (512, 44100)
    #expect(request.note(ofPeriod: 512, rate: 44100, isOwn: true) == nil)
    #expect(
      request.note(ofPeriod: 256, rate: 48000, isOwn: true)
        == .keptSettings([.period(256, asked: 512), .rate(48000, asked: 44100)]))
  }

  @Test("A requested card is kept only by a server that canon has started itself")
  func cardOfAnother() {
    var request = ServerRequest()
    request.device = "usb"
    #expect(request.note(ofPeriod: 256, rate: 48000, isOwn: true) == nil)
    #expect(
      request.note(ofPeriod: 256, rate: 48000, isOwn: false) == .keptSettings([.device(asked: "usb")]))
  }

  @Test("A rate of nothing is none")
  func noRate() {
    #expect(PipeWireLatency("512/0") == nil && PipeWireLatency("512/-1") == nil)
  }
}
