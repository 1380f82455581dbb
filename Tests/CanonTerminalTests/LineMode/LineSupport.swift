@testable import CanonTerminal

/// The letters of a row, without their styles.
func shownText(_ row: TextRow) -> String { row.spans.map(\.text).joined() }

extension DrawingContext {
  /// With the usual style.
  convenience init(_ view: ScreenView, columns: Int) {
    self.init(view, columns: columns, style: ScreenStyle())
  }
}
