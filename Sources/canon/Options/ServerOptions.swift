import ArgumentParser
import CanonEngine
import CanonJack

/// The server that `canon play` plays to, and what is asked of it.
struct ServerOptions: ParsableArguments {
  @Option(help: "Use only the JACK server of this name.") var server: String?
  @Flag(help: "Never start a private JACK server.") var noStartServer = false
  @Option(
    help:
      "Frames per process cycle, 1 to 16384: a private server runs so, and PipeWire is asked for it. Any other server stays as it is."
  )
  var period: Int?
  @Option(help: "Sample rate of a private server in hertz. Any other server keeps its own.") var rate: Int?
  @Option(
    help:
      "The sound card of a private server: hw:CARD, hw:CARD,DEVICE, or a part of its name (\"canon doctor\" lists the cards). By default the first analogue one.",
    completion: .custom { _, _, _ in SoundCards().devices.map(\.address) })
  var device: String?

  private static let rates = Int(SampleRate.range.lowerBound)...Int(SampleRate.range.upperBound)

  var request: ServerRequest {
    var request = ServerRequest()
    (request.server, request.mayStart) = (server, !noStartServer)
    (request.period, request.rate, request.device) = (period, rate, device)
    return request
  }

  /// - Throws: A number out of its range.
  func check(_ language: LanguageOption) throws {
    if let period, !ServerRequest.periods.contains(period) {
      throw language.error(.outside(option: "--period", value: period, ServerRequest.periods, .frames))
    }
    if let rate, SampleRate(hertz: rate) == nil {
      throw language.error(.outside(option: "--rate", value: rate, Self.rates, .hertz))
    }
  }
}
