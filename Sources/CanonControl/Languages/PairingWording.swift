import CanonSession

/// The sentences of `pair` and `pairings`.
public protocol PairingWording {
  /// What is to be done with the code, in lines of at most 44 columns if the address is short.
  /// - Parameter hasPicture: Whether the QR code is shown beside it.
  func invitation(_ invitation: PairingInvitation, hasPicture: Bool) -> [String]
  /// A paired browser.
  /// - Parameter since: When it was paired.
  func browser(_ browser: PairedBrowser, since: String) -> String
  var noBrowsers: String { get }
}
