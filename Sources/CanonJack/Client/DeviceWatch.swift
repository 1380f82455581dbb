import CanonSession

/// Which ports `physical:N` means, and what follows when their devices go, come back, or are no longer the default.
///
/// The ports have the numbers with which the server lists them when they are first used, and keep them. A device is known by its name
/// alone (``Patch/device(of:)``); the default is the one that the server lists first. Only ``DevicePolicy/follow`` moves anything: what
/// was numbered by the default device goes to the present one, what was numbered by another to the default while that one is away.
///
/// "Now" is a parameter, and the lists are those that a server has told; nothing here calls one.
struct DeviceWatch {
  enum Action: Equatable {
    case tell(ServerNote)
    /// The performance is to be silent until ``resume``.
    case pause
    case resume
  }

  /// How long the devices of another server may take to appear.
  private static let arrival = Duration.seconds(3)

  /// PipeWire shows this device while there is none, in the language of its user (0.3.65 and later). It is heard by nobody, and goes when
  /// another comes. JACK shows nothing of it but this name: neither its node (`auto_null`) nor a property.
  private static let standIns: Set = [
    "Dummy Output", "Předstíraný výstup", "Saída de proba", "Lažni izlaz", "Üres kimenet",
    "ნულოვანი გამოყვანა",
    "Głuche wyjście", "Saída de falsa", "Attrapputgång", "Temsili Çıkış", "Фіктивний вихід", "Schein-Ausgabe",
    "虚拟输出",
  ]

  private let policy: DevicePolicy
  /// The physical ports by their numbers, absent ones included, as far as they are used; then the other ones.
  private(set) var numbered: [String] = []
  /// How many of the numbers are wanted, or lie before one that is.
  private var fixed = 0
  /// What the server lists now.
  private var present: [String] = []
  /// The device to which what a device has numbered goes now, if it is another one.
  private var places: [String: String] = [:]
  /// By the device that has numbered it: the device that it has played to last.
  private var played: [String: String] = [:]
  private(set) var lost: Set<String> = []
  private var isPausing = false
  private var standardTold = DefaultDevice()
  /// From when on a device that is not there is lost; nil before the first look at a server.
  private var begin: ContinuousClock.Instant?
  private var isArriving = true

  /// - Parameter kept: The ports that an earlier canon has used, by their numbers. A device that is not there counts as lost.
  init(_ policy: DevicePolicy, _ kept: [String] = []) {
    self.policy = policy
    (numbered, fixed) = (kept, kept.count)
    for device in kept.map(Patch.device) { played[device] = device }
  }

  /// The ports that are used, by their numbers.
  var inUse: [String] { Array(numbered.prefix(fixed)) }

  /// The watch for another server.
  mutating func beginAgain() { begin = nil }

  /// Whether the devices are of interest.
  var isInUse: Bool { fixed > 0 }

  // MARK: - A look

  /// Learns which physical ports are there: first part of a look.
  /// - Parameter ports: In the server's order.
  mutating func find(_ ports: [String], at now: ContinuousClock.Instant) {
    present = ports.filter { !Self.standIns.contains(Patch.device(of: $0)) }
    let used = numbered.prefix(fixed)
    numbered = used + present.filter { !used.contains($0) }
    begin = begin ?? (played.isEmpty ? now : now + Self.arrival)
    isArriving = begin.map { now < $0 } ?? true
    if policy == .follow, !isArriving, let standard { follow(standard) }
  }

  /// The default device; nil if there is none.
  private var standard: String? { present.first.map(Patch.device) }
  private var first: String? { numbered.first.map(Patch.device) }

  private mutating func follow(_ standard: String) {
    for device in Set(numbered.map(Patch.device)) {
      places[device] = device != first && isThere(device) ? nil : standard
    }
  }

  private func isThere(_ device: String) -> Bool {
    present.contains { Patch.device(of: $0) == device }
  }

  /// The port to which what is meant by a numbered port goes now. A device with fewer ports leaves the others where they are; a single
  /// one takes both channels of the first pair, and gives them to a pair.
  func place(of port: String, _ side: Wire.Side = .left) -> String {
    let home = Patch.device(of: port)
    guard let device = places[home], device != home else { return port }
    let own = numbered.filter { Patch.device(of: $0) == home }
    let number = own.count == 1 ? side.rawValue : own.firstIndex(of: port) ?? 0
    let ports = present.filter { Patch.device(of: $0) == device }
    return ports.indices.contains(number)
      ? ports[number] : ports.count == 1 && number == 1 ? ports[0] : port
  }

  /// Whether people know, or will know in a moment, why a port is not there.
  func isAwaited(_ port: String) -> Bool {
    let device = Patch.device(of: port)
    return lost.contains(device) || isArriving && played[device] != nil
  }

  /// Decides what follows from what was found: second part of a look.
  /// - Parameters:
  ///   - wanted: The numbered ports that the patch wants.
  ///   - uses: Those of them that people have not cut.
  mutating func judge(
    _ wanted: Set<String>, uses: Set<String>, at now: ContinuousClock.Instant
  ) -> [Action] {
    let wantedDevices = Set(wanted.map(Patch.device))
    fixed = numbered.lastIndex { wantedDevices.contains(Patch.device(of: $0)) }.map { $0 + 1 } ?? 0
    var devices: [String] = []
    for port in numbered where uses.contains(port) {
      let device = Patch.device(of: port)
      if !devices.contains(device) { devices.append(device) }
    }
    played = played.filter { devices.contains($0.key) }
    lost.formIntersection(devices)
    var notes: [ServerNote] = []
    for device in devices {
      let isPlaying = numbered.contains {
        uses.contains($0) && Patch.device(of: $0) == device && present.contains(place(of: $0))
      }
      if let note = judge(device, isPlaying: isPlaying), !notes.contains(note) { notes.append(note) }
    }
    if let note = judgeDefault(of: devices, at: now) { notes.append(note) }
    let toPause = policy == .pause && !lost.isEmpty
    defer { isPausing = toPause }
    return notes.map(Action.tell) + (toPause == isPausing ? [] : [toPause ? .pause : .resume])
  }

  private mutating func judge(_ device: String, isPlaying: Bool) -> ServerNote? {
    let place = places[device] ?? device
    guard let before = played[device] else {
      if isPlaying { played[device] = place }
      return nil
    }
    guard isPlaying else {
      if isArriving || !lost.insert(device).inserted { return nil }
      return .deviceLost(before, policy == .pause ? .pauses : policy == .hold ? .holds : .waits)
    }
    played[device] = place
    if lost.remove(device) != nil { return .deviceBack(place) }
    if place == before { return nil }
    if !isThere(before) { return .deviceLost(before, .follows(place)) }
    return device == place && device != first
      ? .deviceBack(place) : .defaultChanged(from: before, to: place, stays: nil)
  }

  /// Without ``DevicePolicy/follow`` a change of the default is told, and nothing moves.
  private mutating func judgeDefault(of devices: [String], at now: ContinuousClock.Instant) -> ServerNote? {
    guard policy != .follow, let first, devices.contains(first), isThere(first), !isArriving, let standard
    else {
      standardTold.know(standard)
      return nil
    }
    return standardTold.look(standard, stayingWith: first, at: now)
  }
}
