extension Screen {
  /// The stem that is drawn at a place.
  /// - Parameters:
  ///   - row: From 0, as the column.
  ///   - view: What was drawn.
  /// - Returns: The stem's index; nil where there is none.
  public static func stem(
    atRow row: Int, column: Int, of view: ScreenView, size: ScreenSize, style: ScreenStyle
  ) -> Int? {
    guard view.overlay == nil else { return nil }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let place = listPlace(context, ScreenPlan(rows: size.rows))
    return place.list.stem(atRow: row - place.firstRow, column: column)
  }

  /// How many stems are seen at once; of the help that lies over them, how many rows.
  static func page(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    let plan = ScreenPlan(rows: size.rows)
    if case .help? = view.overlay { return max(1, plan.overlay - 2) }
    let context = DrawingContext(view, columns: size.columns, style: style)
    return max(1, listPlace(context, plan).list.range.count)
  }

  /// The first entry of the help when its last ones are seen.
  static func lastHelpStart(_ view: ScreenView, size: ScreenSize, style: ScreenStyle) -> Int {
    guard case .help(let keys)? = view.overlay else { return 0 }
    let context = DrawingContext(view, columns: size.columns, style: style)
    let box = OverlayBox(context: context, overlay: .help(keys))
    return max(0, keys.count - box.helpCount(keys, rows: ScreenPlan(rows: size.rows).overlay))
  }
}

extension StemList {
  /// - Parameter row: Of the list's own, from 0.
  func stem(atRow row: Int, column: Int) -> Int? {
    guard row >= 0, row < rowCount, column >= 0 else { return nil }
    let side = min(column / max(1, columns.width), sideBySide - 1)
    let perColumn = rowCount / height.rawValue
    let number = side * perColumn + row / height.rawValue
    return number < range.count ? range.lowerBound + number : nil
  }
}
