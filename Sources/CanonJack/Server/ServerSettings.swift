import CanonFiles

/// How a jackd runs, as its command line says.
struct ServerSettings: Hashable {
  /// The address of its sound card; nil for the dummy backend.
  var card: String?
  var period: Int?
  var rate: Int?

  /// - Parameter arguments: Those with which canon starts a private server (``PrivateServer/Backend/arguments(_:)``).
  /// - Returns: nil if they name another backend, or none.
  init?(_ arguments: [String]) {
    guard let start = arguments.firstIndex(of: "-d") else { return nil }
    // Before the backend's name the same letters mean something else.
    let backend = arguments[start...]
    func value(_ option: String) -> String? {
      backend.firstIndex(of: option).flatMap { $0 + 1 < backend.endIndex ? backend[$0 + 1] : nil }
    }
    switch value("-d") {
    case "alsa":
      guard let address = value("-P") else { return nil }
      card = address
    case "dummy": break
    default: return nil
    }
    (period, rate) = (value("-p").flatMap { Int($0) }, value("-r").flatMap { Int($0) })
  }

  /// The sound card, which may have gone meanwhile; nil for the dummy backend.
  func device(among devices: [SoundDevice]) -> SoundDevice? {
    guard let card else { return nil }
    if let device = devices.first(where: { $0.address == card }) { return device }
    let parts = card.drop { $0 != ":" }.dropFirst().split(separator: ",")
    return SoundDevice(
      card: 0, cardID: parts.first.map(String.init) ?? "", cardName: "",
      number: parts.dropFirst().first.flatMap { Int($0) } ?? 0, name: "")
  }

  /// Those of a running process; nil if they are not known.
  init?(process: Int32) {
    guard let text = SmallFile.text("/proc/\(process)/cmdline") else { return nil }
    self.init(text.split(separator: "\0").map(String.init))
  }
}
