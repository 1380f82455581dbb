import CanonSession
import Testing

@testable import CanonJack

/// Another default device, of which nothing but a word is made.
@Suite struct DefaultDeviceTests {
  private let start = ContinuousClock.now

  @Test("It is told when it has been the default for half a second, and when that ends")
  func patience() {
    var device = DefaultDevice()
    func looks(_ name: String, at milliseconds: Int...) -> [ServerNote?] {
      milliseconds.map { device.look(name, stayingWith: "phones", at: start + .milliseconds($0)) }
    }
    #expect(looks("phones", at: 0, 1000) == [nil, nil])
    let away = ServerNote.defaultChanged(from: "phones", to: "speakers", stays: "phones")
    #expect(looks("speakers", at: 2000, 2499, 2500, 3000) == [nil, nil, away, nil])
    let back = ServerNote.defaultChanged(from: "speakers", to: "phones", stays: "phones")
    #expect(looks("phones", at: 4000, 4499, 4500, 9000) == [nil, nil, back, nil])
    #expect(looks("speakers", at: 10_000, 10_400) == [nil, nil])
    #expect(looks("hdmi", at: 10_500, 10_999) == [nil, nil], "each one has its own half second")
    #expect(looks("phones", at: 11_000, 12_000) == [nil, nil], "nothing was told")
  }
}

/// What follows when output devices go, come back, or are no longer the default.
@Suite struct DeviceWatchTests {
  /// The devices of an invented server, looked at once a second.
  private struct Devices {
    var watch: DeviceWatch
    var now = ContinuousClock.now
    /// The numbers of the ports that are played to, from 1.
    var uses: [Int]
    /// What has followed so far.
    var actions: [DeviceWatch.Action] = []

    /// - Parameter kept: The ports that an earlier canon has used.
    init(_ policy: DevicePolicy, uses: [Int] = [1, 2], kept: [String] = []) {
      (watch, self.uses) = (DeviceWatch(policy, kept), uses)
    }

    /// - Parameter devices: The names of devices with two ports each, the default first; `name/4` has four.
    @discardableResult
    mutating func look(_ devices: String..., after seconds: Double = 1) -> [DeviceWatch.Action] {
      now += .seconds(seconds)
      watch.find(devices.flatMap(Self.ports), at: now)
      let ports = uses.compactMap { watch.numbered.indices.contains($0 - 1) ? watch.numbered[$0 - 1] : nil }
      let new = watch.judge(Set(ports), uses: Set(ports), at: now)
      actions += new
      return new
    }

    private static func ports(_ device: String) -> [String] {
      let parts = device.split(separator: "/")
      return (1...(parts.count > 1 ? Int(parts[1])! : 2)).map { "\(parts[0]):\($0)" }
    }

    /// Where a numbered port goes now.
    func place(_ number: Int) -> String { watch.place(of: watch.numbered[number - 1]) }
  }

  // MARK: - The same device

  @Test(
    "A device that goes pauses the performance, and one that is back resumes it; others are nothing to it")
  func pause() {
    var devices = Devices(.pause)
    #expect(devices.look("phones", "speakers") == [])
    #expect(devices.look("speakers") == [.tell(.deviceLost("phones", .pauses)), .pause])
    for _ in 0..<5 { devices.look("speakers", "hdmi") }
    devices.look()
    #expect(devices.place(1) == "phones:1" && devices.place(2) == "phones:2")
    #expect(devices.look("hdmi", "phones") == [.tell(.deviceBack("phones")), .resume])
    for _ in 0..<5 { devices.look("phones", "hdmi") }
    #expect(devices.actions.count == 4)
  }

  @Test("With hold the same is told, and nothing is paused")
  func hold() {
    var devices = Devices(.hold)
    devices.look("phones", "speakers")
    devices.look("speakers")
    #expect(devices.place(1) == "phones:1")
    devices.look("phones", "speakers")
    #expect(
      devices.actions == [.tell(.deviceLost("phones", .holds)), .tell(.deviceBack("phones"))])
  }

  @Test(
    "The device of an earlier canon has three seconds to be there; then it counts as lost, and no other is taken"
  )
  func ofAnEvening() {
    var devices = Devices(.pause, kept: ["phones:1", "phones:2"])
    for _ in 0..<3 { #expect(devices.look("speakers") == []) }
    #expect(devices.look("speakers") == [.tell(.deviceLost("phones", .pauses)), .pause])
    #expect(devices.place(1) == "phones:1" && devices.watch.inUse == ["phones:1", "phones:2"])
    #expect(devices.look("speakers", "phones") == [.tell(.deviceBack("phones")), .resume])
    var there = Devices(.pause, kept: ["phones:1", "phones:2"])
    for _ in 0..<9 { there.look("speakers", "phones") }
    #expect(there.actions == [] && there.place(1) == "phones:1")
  }

  @Test("Without a device at the beginning the first that appears is taken", arguments: DevicePolicy.allCases)
  func late(policy: DevicePolicy) {
    var devices = Devices(policy)
    for _ in 0..<9 { devices.look() }
    devices.look("phones")
    #expect(devices.actions == [] && devices.place(1) == "phones:1")
  }

  @Test("The numbers stay while devices come and go, also those of devices that are not used")
  func numbers() {
    var devices = Devices(.pause, uses: [3])
    devices.look("hdmi", "phones")
    devices.look("phones")
    devices.look("usb", "phones", "hdmi")
    #expect(
      devices.actions == []
        && devices.watch.numbered.prefix(4) == ["hdmi:1", "hdmi:2", "phones:1", "phones:2"])
    devices.look("usb", "hdmi")
    #expect(devices.actions == [.tell(.deviceLost("phones", .pauses)), .pause])
  }

  @Test("Ports that nothing is played to any more have the server's numbers again")
  func unused() {
    var devices = Devices(.pause)
    devices.look("phones", "speakers")
    devices.look("speakers")
    devices.uses = []
    #expect(devices.look("speakers") == [.resume])
    devices.look("speakers")
    devices.uses = [1]
    #expect(devices.look("speakers") == [] && devices.place(1) == "speakers:1")
  }

  @Test("A device that was never played to is none that can be lost")
  func never() {
    var devices = Devices(.pause, uses: [3])
    devices.look("phones", "speakers")
    devices.look("speakers")
    devices.uses = [1, 3]
    for _ in 0..<2 { #expect(devices.look("speakers") == []) }
    #expect(!devices.watch.isAwaited("phones:1"))
  }

  @Test("Of two devices that are gone, the performance goes on when both are back")
  func both() {
    var devices = Devices(.pause, uses: [1, 3])
    devices.look("phones", "speakers")
    devices.look()
    #expect(
      devices.actions == [
        .tell(.deviceLost("phones", .pauses)), .tell(.deviceLost("speakers", .pauses)), .pause,
      ])
    #expect(devices.look("speakers") == [.tell(.deviceBack("speakers"))])
    #expect(devices.look("speakers", "phones") == [.tell(.deviceBack("phones")), .resume])
  }

  @Test(
    "PipeWire's stand-in for a missing device is none", arguments: DevicePolicy.allCases,
    ["Dummy Output", "Schein-Ausgabe", "虚拟输出"])
  func standIn(policy: DevicePolicy, name: String) {
    var devices = Devices(policy)
    devices.look(name)
    #expect(devices.watch.numbered == [])
    devices.look("speakers")
    devices.look(name)
    let loss = [DevicePolicy.pause: DeviceLoss.pauses, .hold: .holds, .follow: .waits][policy]!
    #expect(devices.actions.first == .tell(.deviceLost("speakers", loss)))
    #expect(devices.place(1) == "speakers:1")
  }

  @Test("PipeWire's names of devices may have colons")
  func colons() {
    var devices = Devices(.pause)
    devices.look("Head: phones", "Head: other")
    #expect(
      devices.look("Head: other") == [.tell(.deviceLost("Head: phones", .pauses)), .pause])
  }

  // MARK: - Another server

  @Test("Another server has three seconds for the same device, then the policy holds")
  func otherServer() {
    var devices = Devices(.pause)
    devices.look("phones", "speakers")
    devices.watch.beginAgain()
    for _ in 0..<3 { #expect(devices.look("speakers") == []) }
    #expect(devices.watch.isAwaited("phones:1"), "nothing is said of the port before")
    #expect(devices.look("speakers") == [.tell(.deviceLost("phones", .pauses)), .pause])
    devices.watch.beginAgain()
    #expect(devices.look("speakers", "phones") == [.tell(.deviceBack("phones")), .resume])
  }

  @Test("Under another server `follow` waits as long before it goes elsewhere")
  func followingElsewhere() {
    var devices = Devices(.follow)
    devices.look("phones", "speakers")
    devices.watch.beginAgain()
    devices.look("speakers")
    devices.look("speakers", "phones")
    devices.look("phones", "speakers")
    devices.look("phones", "speakers", after: 5)
    #expect(devices.actions == [] && devices.place(1) == "phones:1")
    devices.watch.beginAgain()
    devices.look("speakers")
    #expect(devices.place(1) == "phones:1")
    #expect(devices.look("speakers", after: 5) == [.tell(.deviceLost("phones", .follows("speakers")))])
    #expect(devices.place(1) == "speakers:1")
  }

  // MARK: - The default

  @Test(
    "Another default is told once and moves nothing, and so is the end of that",
    arguments: [DevicePolicy.pause, .hold])
  func defaultChanges(policy: DevicePolicy) {
    var devices = Devices(policy)
    devices.look("phones", "speakers")
    for _ in 0..<4 { devices.look("speakers", "phones") }
    #expect(
      devices.actions == [.tell(.defaultChanged(from: "phones", to: "speakers", stays: "phones"))])
    #expect(devices.place(1) == "phones:1")
    for _ in 0..<4 { devices.look("phones", "speakers") }
    #expect(
      devices.actions.dropFirst() == [.tell(.defaultChanged(from: "speakers", to: "phones", stays: "phones"))]
    )
  }

  @Test("A default that changes for a moment, or with the loss of its device, is not worth a word")
  func defaultForAMoment() {
    var devices = Devices(.hold)
    devices.look("phones", "speakers")
    for _ in 0..<3 { devices.look("speakers", "phones", after: 0.1) }
    devices.look("phones", "speakers", after: 0.1)
    devices.look("speakers", "phones")
    devices.look("speakers", after: 0.1)
    for _ in 0..<3 { devices.look("speakers") }
    for _ in 0..<3 { devices.look("speakers", "phones") }
    for _ in 0..<3 { devices.look("phones", "speakers") }
    #expect(devices.actions == [.tell(.deviceLost("phones", .holds)), .tell(.deviceBack("phones"))])
  }

  @Test("What is not played to the default is not concerned by its changes", arguments: DevicePolicy.allCases)
  func notConcerned(policy: DevicePolicy) {
    var devices = Devices(policy, uses: [3, 4])
    devices.look("phones", "speakers", "hdmi")
    for _ in 0..<4 { devices.look("hdmi", "phones", "speakers") }
    #expect(devices.actions == [] && devices.place(3) == "speakers:1")
  }

  @Test("With follow the default is followed, when it changes and when it goes, there and back")
  func follow() {
    var devices = Devices(.follow)
    devices.look("phones", "speakers")
    #expect(
      devices.look("speakers", "phones")
        == [.tell(.defaultChanged(from: "phones", to: "speakers", stays: nil))])
    #expect(devices.place(1) == "speakers:1" && devices.place(2) == "speakers:2")
    #expect(
      devices.look("phones", "speakers")
        == [.tell(.defaultChanged(from: "speakers", to: "phones", stays: nil))])
    #expect(devices.place(2) == "phones:2")
    #expect(devices.look("speakers") == [.tell(.deviceLost("phones", .follows("speakers")))])
    #expect(devices.look("speakers", "phones") == [])
    #expect(devices.look() == [.tell(.deviceLost("speakers", .waits))])
    #expect(devices.look() == [])
    #expect(devices.look("hdmi") == [.tell(.deviceBack("hdmi"))])
    #expect(devices.place(1) == "hdmi:1")
  }

  @Test(
    "What was numbered by another device than the default goes to the default while it is away, and home again"
  )
  func home() {
    var devices = Devices(.follow, uses: [1, 3])
    devices.look("phones", "speakers")
    #expect(devices.look("phones") == [.tell(.deviceLost("speakers", .follows("phones")))])
    #expect(devices.place(1) == "phones:1" && devices.place(3) == "phones:1")
    #expect(devices.look("phones", "speakers") == [.tell(.deviceBack("speakers"))])
    #expect(devices.place(3) == "speakers:1")
  }

  @Test("What the new device has no port for stays where it is; a single port gets both channels")
  func fewerPorts() {
    var devices = Devices(.follow, uses: [1, 2, 3])
    devices.look("card/4", "phones")
    devices.look("phones", "card/4")
    #expect((1...4).map(devices.place) == ["phones:1", "phones:2", "card:3", "card:4"])
    devices.look("headset/1", "phones", "card/4")
    #expect((1...3).map(devices.place) == ["headset:1", "headset:1", "card:3"])
    devices.look("headset/1")
    #expect(!devices.watch.isAwaited("card:3"), "it is said that the third port is missing")
  }
}
