import CanonControl

/// What all clients of a server share.
struct OSCShared: Sendable {
  let desk: Desk
  let settings: OSCSettings
  /// Whether other machines reach canon.
  let isOpen: Bool
  let subscribers = OSCSubscribers()
  let sight: OSCSight

  init(_ desk: Desk, _ settings: OSCSettings, isOpen: Bool) {
    (self.desk, self.settings, self.isOpen, sight) = (desk, settings, isOpen, OSCSight(desk))
  }
}
