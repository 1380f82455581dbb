import CanonFiles
import CanonSession

/// Pairing in English.
extension English {
  func invitation(_ invitation: PairingInvitation, hasPicture: Bool) -> [String] {
    [
      hasPicture ? "Point a phone's camera here, or open" : "Open", invitation.link, "", "Or open",
      invitation.address,
      "and type the code  \(invitation.code)", "",
      "Whoever has the code may \(invitation.role == .play ? "play." : "see, but not play.")",
    ]
  }

  func browser(_ browser: PairedBrowser, since: String) -> String {
    "\(browser.number): \(CleanText.clean(browser.name)), may \(browser.role == .play ? "play" : "see"), paired since \(since)."
  }

  var noBrowsers: String { "No browser is paired. \"pair play\" shows how to pair one." }

  func pairings(_ problem: PairingsProblem) -> String {
    switch problem {
    case .unreadable(let path, let aside?):
      "\(CleanText.clean(path)) cannot be read, so that browsers pair anew; it is now called \(CleanText.clean(aside))."
    case .unreadable(let path, nil):
      "\(CleanText.clean(path)) cannot be read, so that browsers pair anew. Make it readable, or remove it."
    case .unwritable(let path, let error):
      "\(CleanText.clean(path)) cannot be written: \(disk(error)). What has changed of the paired browsers holds until canon ends."
    }
  }
}
