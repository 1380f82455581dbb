import CanonFiles

/// What people recognise a browser by.
enum BrowserName {
  // The first that is found counts: each of them also claims to be those below.
  private static let machines = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook"),
    ("Macintosh", "Mac"),
    ("Windows", "Windows"), ("Linux", "Linux"),
  ]
  private static let programs = [
    ("Edg", "Edge"), ("SamsungBrowser", "Samsung Internet"), ("FxiOS", "Firefox"), ("Firefox", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
  ]

  /// - Parameter agent: The request's `User-Agent`.
  /// - Returns: `Android, Chrome`
  static func name(_ agent: String?) -> String {
    let names = [machines, programs].compactMap { known in known.first { agent?.contains($0.0) == true }?.1 }
    if !names.isEmpty { return names.joined(separator: ", ") }
    let other = CleanText.clean(String(agent?.prefix { $0 != "/" && $0 != " " }.prefix(30) ?? ""))
    return other.isEmpty ? "?" : other
  }
}
