import CanonSchedule
import CanonSession

/// The answer to `pair` as one JSON object on one line.
package struct PairRecord: Encodable {
  let event = "pair"
  let role: String
  let code: String
  let address: String
  let link: String

  package init(_ invitation: PairingInvitation) {
    (role, code) = (invitation.role.rawValue, invitation.code)
    (address, link) = (invitation.address, invitation.link)
  }

  package var json: String { JSONText.text(self) }
}

/// The answer to `pairings` as one JSON object on one line.
package struct PairingsRecord: Encodable {
  struct Browser: Encodable {
    var number: Int
    var role: String
    var name: String
    /// When it was paired.
    var since: String
  }

  let event = "pairings"
  let browsers: [Browser]

  package init(_ browsers: [PairedBrowser]) {
    self.browsers = browsers.map {
      Browser(
        number: $0.number, role: $0.role.rawValue, name: $0.name, since: Zone.local.isoText($0.since))
    }
  }

  package var json: String { JSONText.text(self) }
}
