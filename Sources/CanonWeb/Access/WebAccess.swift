import CanonControl
import CanonFiles
import CanonNetwork
import CanonSchedule
import CanonSession
import NIOHTTP1
import Synchronization

/// Who may do what: everyone may play where only this machine's browsers come; others are paired first.
///
/// - Thread: any control thread; no call waits for the disk but ``init(_:pairs:folder:)``
final class WebAccess: Sendable {
  private struct State {
    var codes = WebAccess.newCodes()
    var browsers: [(browser: PairedBrowser, hash: String)] = []
    var guesses = CodeGuesses()
    /// The greatest number that a browser has had: an unpaired one is not taken for a new one.
    var last = 0
  }

  private let place: NetworkPlace
  /// Whether browsers have to be paired.
  let pairs: Bool
  /// Whether other machines reach the page.
  var isOpen: Bool { !place.isOfThisMachine }
  private let state = Mutex(State())
  private let keeper: Keeper<PairingFile.Document, PairingsProblem>?
  /// What was wrong with the file of paired browsers.
  let problem: PairingsProblem?
  private let tell: @Sendable (Note) -> Void

  static let mostBrowsers = 32

  /// - Parameters:
  ///   - pairs: Whether this machine's browsers are to be paired too.
  ///   - folder: Where paired browsers are kept; nil to forget them at the end.
  ///   - tell: Told what people should know, on any thread.
  init(_ place: NetworkPlace, pairs: Bool, folder: String?, tell: @escaping @Sendable (Note) -> Void) {
    (self.place, self.pairs, self.tell) = (place, pairs || !place.isOfThisMachine, tell)
    guard let folder, self.pairs else {
      (keeper, problem) = (nil, nil)
      return
    }
    let file = PairingFile(in: folder, of: place)
    let (document, problem) = file.read()
    keeper = Keeper(told: []) { file.write($0) }
    keeper?.tellProblems { tell(.pairings($0)) }
    self.problem = problem
    let kept = document.browsers.compactMap { entry in entry.browser.map { (browser: $0, hash: entry.token) }
    }
    state.withLock { state in
      state.browsers = kept.sorted { $0.browser.number < $1.browser.number }
      state.last = max(document.last ?? 0, kept.map(\.browser.number).max() ?? 0)
    }
  }

  // MARK: - Requests

  /// Who sends a request; nil for a browser that is to be paired and is not.
  func guest(_ headers: HTTPHeaders) -> WebGuest? {
    guard pairs else { return .anyone }
    guard let hash = BrowserToken(headers, port: place.port)?.hash else { return nil }
    return state.withLock { state in
      state.browsers.first { $0.hash == hash }.map {
        WebGuest(role: $0.browser.role, number: $0.browser.number)
      }
    }
  }

  func required(_ headers: HTTPHeaders) throws(WebRefusal) -> WebGuest {
    guard let guest = guest(headers) else { throw .notPaired }
    return guest
  }

  /// Pairs a browser, or a paired one anew.
  /// - Parameter address: Where the request comes from.
  /// - Returns: Who it is from now on, and the cookie for it; nil if none is needed.
  func pair(
    _ typed: String, _ headers: HTTPHeaders, from address: String, now: ContinuousClock.Instant = .now,
    time: Instant = .now()
  ) throws(WebRefusal) -> (guest: WebGuest, cookie: String?) {
    guard pairs else { return (.anyone, nil) }
    let (hash, token) = (BrowserToken(headers, port: place.port)?.hash, BrowserToken())
    let name = BrowserName.name(headers["User-Agent"].first)
    let paired = try state.withLock { state throws(WebRefusal) -> PairedBrowser? in
      guard state.guesses.isWelcome(address, at: now) else { throw .tooManyCodes }
      // All codes are compared, so that the time says nothing.
      let meant = state.codes.filter { $0.value.isMeant(by: typed) }
      guard let role = meant.keys.first else {
        state.guesses.add(address, at: now)
        return nil
      }
      let known = state.browsers.first { $0.hash == hash }?.browser.number
      guard known != nil || state.browsers.count < Self.mostBrowsers else { throw .tooManyPaired }
      state.browsers.removeAll { $0.browser.number == known }
      let number = known ?? Self.next(state)
      state.last = max(state.last, number)
      let browser = PairedBrowser(number: number, role: role, name: name, since: time)
      state.browsers.append((browser, token.hash))
      state.browsers.sort { $0.browser.number < $1.browser.number }
      return browser
    }
    guard let paired else {
      changeCodesIfGuessed()
      throw .wrongCode
    }
    tell(.paired(paired))
    keep()
    return (WebGuest(role: paired.role, number: paired.number), token.cookie(port: place.port))
  }

  private static func next(_ state: State) -> Int {
    let taken = Set(state.browsers.map(\.browser.number))
    let largest = Int(NumberRange.browser.range.upperBound)
    return state.last < largest ? state.last + 1 : (1...largest).first { !taken.contains($0) } ?? largest
  }

  private func changeCodesIfGuessed() {
    let count = state.withLock { state -> Int? in
      let count = state.guesses.count
      guard count >= CodeGuesses.most else { return nil }
      state.codes = Self.newCodes()
      state.guesses.begin()
      return count
    }
    if let count { tell(.codesChanged(wrong: count)) }
  }

  private static func newCodes() -> [PairedBrowser.Role: PairingCode] {
    Dictionary(uniqueKeysWithValues: PairedBrowser.Role.allCases.map { ($0, PairingCode()) })
  }

  // MARK: - What people are shown

  var browsers: [PairedBrowser] { state.withLock { $0.browsers.map(\.browser) } }

  func invitation(to role: PairedBrowser.Role) -> PairingInvitation {
    let code = state.withLock { $0.codes[role] } ?? PairingCode()
    let address = "http://\(place.reachable)/"
    let link = address + "#" + code.text
    return PairingInvitation(
      role: role, code: code.grouped, address: address, link: link,
      // A phone does not reach what only this machine does. Capitals take a smaller picture.
      picture: isOpen ? QRCode.rows(link.uppercased()) : [])
  }

  /// Forgets a browser, and changes the codes, one of which it knows.
  func unpair(_ number: Int) -> PairedBrowser? {
    let browser = state.withLock { state -> PairedBrowser? in
      guard let index = state.browsers.firstIndex(where: { $0.browser.number == number }) else { return nil }
      state.codes = Self.newCodes()
      state.guesses.begin()
      return state.browsers.remove(at: index).browser
    }
    if browser != nil { keep() }
    return browser
  }

  // MARK: - The file

  private func keep() {
    // In the order of the changes: whoever comes later has at least what was kept before.
    state.withLock { state in
      let browsers = state.browsers.map { PairingFile.Entry($0.browser, token: $0.hash) }
      keeper?.keep(PairingFile.Document(browsers: browsers, last: state.last))
    }
  }

  /// Returns once what has changed is on the disk.
  /// - Returns: Whether it is, or why not was told; false after `patience`.
  func settle(patience: Duration = .seconds(2)) async -> Bool {
    await keeper?.settle(patience: patience) ?? true
  }
}
