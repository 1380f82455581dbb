import CanonFiles
import Glibc

/// The sound cards' playback devices, as ALSA lists them in `/proc/asound`.
public struct SoundCards: Hashable, Sendable {
  /// In ALSA's order.
  public let devices: [SoundDevice]

  /// - Parameters:
  ///   - cards: The text of `/proc/asound/cards`.
  ///   - devices: The text of `/proc/asound/pcm`.
  public init(cards: String, devices: String) {
    let known = Self.cards(in: cards)
    self.devices = devices.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ":", omittingEmptySubsequences: false).map(Self.trimmed)
      let numbers = (fields.first ?? "").split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 2, fields.count > 3, fields[3...].contains(where: { $0.hasPrefix("playback") })
      else { return nil }
      let card = known[numbers[0]]
      return SoundDevice(
        card: numbers[0], cardID: card?.id ?? "\(numbers[0])", cardName: card?.name ?? "",
        number: numbers[1], name: fields[1])
    }
  }

  /// The cards of a folder that is like `/proc/asound`. Without the folder there are none.
  /// - Thread: any control thread; reads the disk
  public init(folder: String = Self.folder) {
    func text(_ name: String) -> String { SmallFile.text("\(folder)/\(name)") ?? "" }
    self.init(cards: text("cards"), devices: text("pcm"))
  }

  public static let folder = "/proc/asound"

  /// The device that a private server takes without a request: analogue before digital, in ALSA's order; nil without a card, and
  /// if no one could hear any of them.
  public var usual: SoundDevice? { Self.best(of: devices.filter { $0.rank != .silent }) }

  /// The device that a user names: `hw:CARD,DEVICE` or `hw:CARD` with the card's number or short name; either of these alone; or a
  /// part of the names of card or device, in any case. Of several the one that ``usual`` would choose.
  public func device(named text: String) -> SoundDevice? {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return nil }
    let parts = (wanted.hasPrefix("hw:") ? String(wanted.dropFirst(3)) : wanted).split(
      separator: ",", omittingEmptySubsequences: false)
    let exact = devices.filter { device in
      guard parts.count <= 2, parts[0] == device.cardID.lowercased() || Int(parts[0]) == device.card else {
        return false
      }
      return parts.count == 1 || Int(parts[1]) == device.number
    }
    if !exact.isEmpty || wanted.hasPrefix("hw:") { return Self.best(of: exact) }
    return Self.best(
      of: devices.filter { "\($0.cardID) \($0.cardName) \($0.name)".lowercased().contains(wanted) })
  }

  /// The first of those that people most likely hear.
  private static func best(of devices: [SoundDevice]) -> SoundDevice? {
    devices.enumerated().min { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }?.element
  }

  /// The cards by their numbers, from lines as ` 0 [PCH            ]: HDA-Intel - HDA Intel PCH`.
  private static func cards(in text: String) -> [Int: (id: String, name: String)] {
    var cards: [Int: (id: String, name: String)] = [:]
    for line in text.split(separator: "\n") {
      guard let open = line.firstIndex(of: "["), let close = line[open...].firstIndex(of: "]"),
        let number = Int(trimmed(line[..<open]))
      else { continue }
      let id = trimmed(line[line.index(after: open)..<close])
      let name = line[close...].range(of: " - ").map { trimmed(line[$0.upperBound...]) } ?? ""
      cards[number] = (CleanText.clean(id), CleanText.clean(name))
    }
    return cards
  }

  private static func trimmed(_ text: Substring) -> String {
    CleanText.clean(String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
  }
}
