import CanonLiveSupport
import Testing

/// Everything that needs a real server, one test after the other: libjack holds the state of one server in a
/// process, so two cannot be used at once.
@Suite(.serialized, .enabled(if: DummyServer.isTested, "jackd is not installed"))
struct LiveTests {
  @Suite struct LiveIsOffline {}
  @Suite struct ServerLoss {}
  @Suite struct Evenings {}
  @Suite struct ServerPlace {}
  @Suite struct Suspension {}
  @Suite struct Heartbeat {}
  @Suite struct Signals {}
  @Suite struct Limits {}
  @Suite struct Ports {}
  @Suite struct Devices {}
  @Suite(.enabled(if: PipeWireServer.isTested, "PipeWire is not installed")) struct PipeWire {}
  @Suite struct Xruns {}
  @Suite struct PrivateServers {}
  @Suite struct Doctors {}
  @Suite struct Commands {}
  @Suite struct Recordings {}
  @Suite struct Captures {}
  @Suite struct Control {}
  @Suite struct Doors {}
  @Suite(.enabled(if: TmuxScreen.isTested, "tmux is not installed")) struct Screen {}
  @Suite(.enabled(if: Browser.isTested, "chromium is not installed")) struct Web {}
  @Suite struct RealtimeSanitizer {}
}
