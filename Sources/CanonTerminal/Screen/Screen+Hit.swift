extension Screen {
  /// What a click means: the stem's index, and whether the stem is pressed or only selected.
  public enum Click: Equatable, Sendable {
    case press(Int)
    case select(Int)
  }

  /// What a click at a place means.
  /// - Parameters:
  ///   - row: From 0, as the column.
  ///   - view: What was drawn.
  /// - Returns: nil where there is no stem. On a meter or a gain nothing is pressed: who clicks there does not want
  ///   to mute.
  public static func click(
    atRow row: Int, column: Int, of view: ScreenView, size: ScreenSize, style: ScreenStyle
  ) -> Click? {
    guard view.overlay == nil else { return nil }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let place = listPlace(context, ScreenPlan(rows: size.rows))
    return place.list.click(atRow: row - place.firstRow, column: column)
  }

  /// How many stems are seen at once; of the help that lies over them, how many rows.
  static func page(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    let plan = ScreenPlan(rows: size.rows)
    if case .help? = view.overlay { return max(1, plan.overlay - 2) }
    let context = DrawingContext(view, columns: size.columns, style: style)
    return max(1, listPlace(context, plan).list.range.count)
  }

  /// The first line of the help when its last ones are seen.
  static func lastHelpStart(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    guard case .help(let keys)? = view.overlay else { return 0 }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let box = OverlayBox(context: context, overlay: .help(keys))
    return box.lastHelpStart(keys, rows: ScreenPlan(rows: size.rows).overlay)
  }
}

extension StemList {
  /// - Parameter row: Of the list's own, from 0.
  func click(atRow row: Int, column: Int) -> Screen.Click? {
    // Between two stems there is nothing.
    guard row >= 0, row < rowCount, column >= 0, row % height.rawValue < height.inner else { return nil }
    let side = min(column / max(1, columns.width), sideBySide - 1)
    let number = side * (rowCount / height.rawValue) + row / height.rawValue
    guard number < range.count else { return nil }
    let stem = range.lowerBound + number
    let isAtLevels = columns.meter > 0 && column - side * columns.width >= columns.meterStart
    return isAtLevels ? .select(stem) : .press(stem)
  }
}
