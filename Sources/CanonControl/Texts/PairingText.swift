import CanonFiles
import CanonSchedule
import CanonSession

/// The answers to `pair` and `pairings`, for people.
package enum PairingText {
  /// The columns of a line beside the picture: a terminal of 80 has room for both.
  static let widest = 44

  /// Whether lines of ``lines(_:_:draws:)`` hold a picture, which must be shown as it is.
  package static func hasPicture(_ lines: [String]) -> Bool { lines.first?.first == "█" }

  /// The picture of the code, and beside it what to do with it; below it on a page whose address is long.
  /// - Parameters:
  ///   - invitation: nil if no browser is to pair.
  ///   - draws: Whether the picture can be shown.
  package static func lines(
    _ invitation: PairingInvitation?, _ language: Language, draws: Bool = true
  ) -> [String] {
    guard let invitation else { return [language.wording.problem(.noPairing)] }
    let picture = draws ? picture(invitation.picture) : []
    let lines = language.wording.invitation(invitation, hasPicture: !picture.isEmpty)
    guard picture.count >= lines.count, lines.allSatisfy({ $0.count <= widest }) else {
      return picture + lines
    }
    let above = (picture.count - lines.count) / 2
    return picture.enumerated().map { row, squares in
      lines.indices.contains(row - above) ? "\(squares)  \(lines[row - above])" : squares
    }
  }

  /// A line for each browser.
  /// - Parameter browsers: nil if none is to pair.
  static func lines(_ browsers: [PairedBrowser]?, _ language: Language) -> [String] {
    guard let browsers else { return [language.wording.problem(.noPairing)] }
    if browsers.isEmpty { return [language.wording.noBrowsers] }
    return browsers.map { browser in
      language.wording.browser(browser, since: Zone.local.textWithZone(browser.since))
    }
  }

  /// Two rows a line, in half blocks. The light parts and a margin are drawn, as most terminals write light on dark; a camera reads
  /// the reverse, too.
  private static func picture(_ rows: [[Bool]]) -> [String] {
    guard let width = rows.first?.count else { return [] }
    let margin = 2
    func isLight(_ row: Int, _ column: Int) -> Bool {
      !rows.indices.contains(row) || !(0..<width).contains(column) || !rows[row][column]
    }
    return stride(from: -margin, to: rows.count + margin, by: 2).map { row in
      (-margin..<width + margin).map { column in
        // Below the margin is nothing.
        let isLow = row + 1 < rows.count + margin && isLight(row + 1, column)
        return switch (isLight(row, column), isLow) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
    }
  }
}
