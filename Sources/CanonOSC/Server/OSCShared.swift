import CanonControl

/// What all clients of a server share.
struct OSCShared: Sendable {
  let desk: Desk
  let settings: OSCSettings
  let subscribers = OSCSubscribers()
  let sight: OSCSight

  init(_ desk: Desk, _ settings: OSCSettings) {
    (self.desk, self.settings, sight) = (desk, settings, OSCSight(desk))
  }
}
