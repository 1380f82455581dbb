import CanonEngine
import CanonSession

/// A surface that other machines' browsers reach, once they are paired.
public protocol BrowserPairing: AnyObject, Sendable {
  /// How a browser is paired.
  func invitation(to role: PairedBrowser.Role) -> PairingInvitation
  /// The paired ones, in the order of their numbers.
  var browsers: [PairedBrowser] { get }
  /// - Returns: The browser that is no longer paired; nil if there is none with this number.
  func unpair(_ number: Int) async -> PairedBrowser?
}

/// What a browser needs to be paired.
public struct PairingInvitation: Hashable, Sendable {
  public let role: PairedBrowser.Role
  /// As people read and type it: `K74F-2QAB`.
  public let code: String
  /// Of the page: `http://192.168.1.20:8321/`.
  public let address: String
  /// The address with the code, which opens the page and pairs the browser.
  public let link: String
  /// The link as a QR code without its margin, row by row; true is dark. Empty if there is none.
  public let picture: [[Bool]]

  public init(
    role: PairedBrowser.Role, code: String, address: String, link: String, picture: [[Bool]]
  ) {
    (self.role, self.code, self.address, self.link, self.picture) = (role, code, address, link, picture)
  }
}

extension Desk {
  /// Says who pairs browsers.
  public func offer(_ pairing: any BrowserPairing) { self.pairing = pairing }

  /// Refuses to show what there is not.
  func check(_ view: View) throws(CommandProblem) {
    switch view {
    case .pair, .pairings: if pairing == nil { throw .noPairing }
    case .status, .doors, .ports, .help, .watch: break
    }
  }

  func unpair(_ number: Int, by asker: Asker) async -> Reply {
    do throws(CommandProblem) {
      guard let pairing else { throw .noPairing }
      guard let browser = await pairing.unpair(number) else {
        throw .notPaired(number)
      }
      await note(.unpaired(browser))
      return .done
    } catch {
      await performance.refuse(error, by: asker)
      return .refused([error])
    }
  }
}
