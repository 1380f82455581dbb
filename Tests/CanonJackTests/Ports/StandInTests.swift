import CanonSession
import Testing

@testable import CanonJack

/// What PipeWire shows while there is no output device is no device, in whatever language its user reads it.
@Suite struct StandInTests {
  /// The translations of "Dummy Output" in PipeWire 0.3.65.
  @Test(
    "The stand-in counts as no device",
    arguments: [
      "Dummy Output", "Předstíraný výstup", "Saída de proba", "Lažni izlaz", "Üres kimenet",
      "ნულოვანი გამოყვანა",
      "Głuche wyjście", "Saída de falsa", "Attrapputgång", "Temsili Çıkış", "Фіктивний вихід",
    ])
  func isNoDevice(name: String) {
    var watch = DeviceWatch(.pause)
    var now = ContinuousClock.now
    func ports(_ device: String) -> [String] { ["\(device):playback_FL", "\(device):playback_FR"] }
    func look(_ devices: [String]) -> [DeviceWatch.Action] {
      now += .seconds(1)
      watch.find(devices.flatMap(ports), at: now)
      return watch.judge(Set(watch.numbered.prefix(2)), uses: Set(watch.numbered.prefix(2)), at: now)
    }
    _ = look([name])
    #expect(watch.numbered == [], "nothing is to be played to it")
    _ = look(["card"])
    #expect(watch.numbered == ports("card"))
    #expect(look([name]) == [.tell(.deviceLost("card", .pauses)), .pause], "the card has gone")
    #expect(look(["card"]) == [.tell(.deviceBack("card")), .resume])
  }
}
