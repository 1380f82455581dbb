extension Screen {
  /// The effect of a click: the stem's index, and whether the stem is pressed or only selected.
  public enum Click: Equatable, Sendable {
    case press(Int)
    case select(Int)
  }

  /// The effect of a click at a place.
  /// - Parameters:
  ///   - row: From 0, as the column.
  ///   - view: What was drawn.
  /// - Returns: nil if there is no stem. A click on a meter or a gain does not press the stem, because it is probably not meant
  ///   to mute.
  public static func click(
    atRow row: Int, column: Int, of view: ScreenView, size: ScreenSize, style: ScreenStyle
  ) -> Click? {
    guard view.overlay == nil else { return nil }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let place = listPlace(context, ScreenPlan(view, size))
    return place.list.click(atRow: row - place.firstRow, column: column)
  }

  /// The number of stems visible at once, or of rows of the text that covers them.
  static func page(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    let plan = ScreenPlan(view, size)
    if view.overlay?.entries != nil { return max(1, plan.overlay - 2) }
    let context = DrawingContext(view, columns: size.columns, style: style)
    return max(1, listPlace(context, plan).list.range.count)
  }

  /// The first visible line of the text over the stems when it is scrolled to its end.
  static func lastOverlayStart(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    guard let overlay = view.overlay, let entries = overlay.entries else { return 0 }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let text = OverlayText(context: context, entries: entries, isPicture: overlay.isPicture)
    return text.lastStart(rows: ScreenPlan(view, size).overlay)
  }
}

extension StemList {
  /// - Parameter row: The row in the list, from 0.
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
