/// A device of a sound card that can play.
public struct SoundDevice: Hashable, Sendable {
  /// The number of the card, which another card may have after a restart or when cards come and go.
  public let card: Int
  /// The card's own short name, as `PCH`; its number if ALSA does not tell the name.
  public let cardID: String
  /// For people, as `HDA Intel PCH`.
  public let cardName: String
  /// The number of the device on its card.
  public let number: Int
  /// For people, as `ALC257 Analog`.
  public let name: String

  public init(card: Int, cardID: String, cardName: String, number: Int, name: String) {
    (self.card, self.cardID, self.cardName) = (card, cardID, cardName)
    (self.number, self.name) = (number, name)
  }

  /// What ALSA opens it by. It has the card's name and not its number, so that it never is another card.
  public var address: String { "hw:\(cardID),\(number)" }

  /// For people: the address, then the names that it does not have already.
  public var description: String {
    let names = [cardName, name].filter { !$0.isEmpty && $0 != cardID }
    return address + (names.isEmpty ? "" : " (\(names.joined(separator: ": ")))")
  }

  /// How likely people hear what is played there; the least comes first.
  enum Rank: Int, Comparable {
    case analogue
    /// HDMI, DisplayPort and S/PDIF: a screen without loudspeakers takes the sound too.
    case digital
    /// Loopback and dummy cards, which no one hears.
    case silent

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  var rank: Rank {
    let words = [cardID, cardName, name].joined(separator: " ").lowercased()
    if ["loopback", "dummy"].contains(where: words.contains) { return .silent }
    // A card that has analogue devices too may be named after HDMI, so the device's own name decides.
    let own = name.lowercased()
    let signs = ["hdmi", "displayport", "spdif", "s/pdif", "iec958", "digital"]
    return signs.contains(where: own.contains) ? .digital : .analogue
  }
}
