import CanonSession

/// Who sends a request.
struct WebGuest: Hashable, Sendable {
  let role: PairedBrowser.Role
  /// Of the paired browser; nil if none needs to be paired.
  let number: Int?

  /// What events and journals name the asker; ``kind`` once there are no more numbers for names.
  var name: String { number.map { "\(Self.kind) \($0)" } ?? Self.kind }

  static let kind = "web"

  /// Whoever reaches the page of this machine alone.
  static let anyone = WebGuest(role: .play, number: nil)
}
