/// The full screen as a pure function from a view and a size to lines.
///
/// It needs no terminal and keeps nothing from one call to the next; a painter draws only what has changed.
/// - Thread: any.
public enum Screen {
  /// Exactly `size.rows` lines, each exactly `size.columns` cells wide, for every view.
  ///
  /// 80 by 24 shows six stems with all there is to them; 40 by 10 their keys, names, states and what comes
  /// next. No control character ever reaches a line.
  public static func lines(_ view: ScreenView, size: ScreenSize, style: ScreenStyle = ScreenStyle())
    -> [StyledLine]
  {
    let context = DrawingContext(view, columns: size.columns, style: style)
    var rows = Self.rows(context, ScreenPlan(view, size))
    return (0..<size.rows).map { index in
      if index >= rows.count { rows.append(context.row) }
      rows[index].fit(size.columns)
      return style.hasColour ? rows[index].line : rows[index].line.withoutColour
    }
  }

  /// The rows that the calendar leaves for messages.
  private static let fewestMessages = 3

  private static func rows(_ context: DrawingContext, _ plan: ScreenPlan) -> [TextRow] {
    let place = listPlace(context, plan)
    let (list, hasRules) = (place.list, place.hasRules)

    var top: [TextRow] = []
    if plan.has(.title) {
      let range = plan.has(.heading) && list.headingRange != nil ? nil : list.rangeText
      top.append(TitleLine(context: context, showsAlert: !plan.has(.server), range: range).row())
    }
    let piece = plan.has(.piece) ? context.snapshot.piece : nil
    if let piece { top.append(PieceLine(context: context, piece: piece).row()) }
    if plan.has(.loop) { top.append(LoopLine(context: context, showsElapsed: piece == nil).row()) }
    if place.hasRuler { top.append(ruler(context, isAlone: !plan.has(.loop))) }

    var middle: [TextRow] = []
    if hasRules { middle.append(context.row) }
    if plan.has(.heading) { middle.append(list.heading()) }
    middle += list.rows()
    if hasRules { middle.append(rule(context)) }
    if plan.has(.master) {
      middle += MasterRows(context: context, columns: list.columns).rows(plan.has(.masterPair) ? 2 : 1)
    }
    if let doorRow = place.doorRow { middle.append(doorRow) }
    let server = plan.has(.server) ? ServerRows(context: context).rows(plan.has(.connections) ? 2 : 1) : []

    let bottom = plan.has(.bottom) ? 1 : 0
    if place.doorRow != nil {
      let left = plan.rows - top.count - middle.count - server.count - bottom
      middle += DoorCalendarRows(context: context).rows(atMost: left - Self.fewestMessages)
    }
    middle += server
    let messages = max(0, plan.rows - top.count - middle.count - bottom)
    if let overlay = context.view.overlay {
      let box = OverlayBox(context: context, overlay: overlay).rows(plan.overlay)
      let kept = plan.rows - top.count - box.count - bottom
      return top + box + end(context, messages: kept, hasBottom: bottom == 1, announcesInMessages: true)
    }
    return top + middle
      + end(
        context, messages: messages, hasBottom: bottom == 1, announcesInMessages: place.doorRow == nil)
  }

  /// The place of the stems, and other layout that depends on the number of their rows.
  struct ListPlace {
    var list: StemList
    var firstRow: Int
    var hasRules: Bool
    /// Whether the loop's ruler has a row of its own, at the top.
    var hasRuler: Bool
    var doorRow: TextRow?
  }

  static func listPlace(_ context: DrawingContext, _ plan: ScreenPlan) -> ListPlace {
    let hasDoors = context.snapshot.stems.contains { $0.door != .none }
    let doorRow = plan.has(.nextDoor) && hasDoors ? nextDoor(context) : nil
    let free = plan.free + (plan.has(.nextDoor) && doorRow == nil ? 1 : 0)
    var list = StemList(context, rows: free)
    let missing = newMessage(context, plan) - (free - list.rowCount)
    if missing > 0 { list = StemList(context, rows: max(min(2, free), list.rowCount - missing)) }
    let hasRules = plan.has(.rules) || plan.has(.secondMessage) && free - list.rowCount >= 3
    // The ruler is above the pictures, if they are visible and it fits.
    let hasRuler =
      plan.has(.ruler) && !(list.columns.hasRuler && plan.has(.heading) && context.view.overlay == nil)
    let above = [plan.has(.title), plan.has(.piece), plan.has(.loop), hasRuler, hasRules, plan.has(.heading)]
    return ListPlace(
      list: list, firstRow: above.count { $0 }, hasRules: hasRules, hasRuler: hasRuler, doorRow: doorRow)
  }

  /// The number of additional rows that the newest message needs on a small screen, to be completely readable while it is
  /// new.
  private static func newMessage(_ context: DrawingContext, _ plan: ScreenPlan) -> Int {
    guard context.view.isMessageNew, context.view.commandLine == nil, context.view.overlay == nil,
      plan.has(.messages), !plan.has(.secondMessage), let message = context.view.messages.last
    else { return 0 }
    return WrappedText.lines(message, context.columns - 2).count - 1
  }

  // MARK: - Lines of their own

  private static func ruler(_ context: DrawingContext, isAlone: Bool) -> TextRow {
    var row = context.row
    row.skip(1)
    var left = ""
    // Without the line in words, the numbers are beside the ruler.
    if isAlone, let end = context.nextLoop, let place = context.snapshot.place(of: context.snapshot.reached) {
      left = context.countdown(to: end)
      row.add("\(place.loop)", isBold: true)
      if let grid = context.snapshot.grid, grid.barsPerLoop > 0 {
        row.add(".\(place.bar).\(place.beat)", isBold: true)
      }
      row.skip(1)
    }
    let room = context.columns - row.width - 1 - (left.isEmpty ? 0 : left.count + 2)
    LoopRuler(context, room: room).add(to: &row, context.glyphs)
    if !left.isEmpty { row.add(" -\(left)", .heading) }
    return row
  }

  private static func nextDoor(_ context: DrawingContext) -> TextRow? {
    let stems = context.snapshot.stems
    let count = context.view.language.wording.shortCount(stems.count { $0.door.isOpen }, of: stems.count)
    let width = DisplayWidth.width(count)
    let room = context.columns - 2
    let hasCount = room >= 70
    let left = room - (hasCount ? width + 3 : 0)
    var row = context.row
    if let announcement = Announcement(context) {
      announcement.add(to: &row, left)
    } else {
      guard let text = DoorWords(context.snapshot, context.view.language).next(left) else { return nil }
      row.skip(1)
      row.add(text.text, text.role)
    }
    if hasCount {
      row.skip(to: context.columns - 1 - width)
      row.add(count, .dim)
    }
    return row
  }

  private static func rule(_ context: DrawingContext) -> TextRow {
    var row = context.row
    row.skip(1)
    row.addGlyph(context.glyphs.horizontal, .dim, count: context.columns - 2)
    return row
  }

  /// The messages, or the command that is typed; and the bottom line.
  private static func end(
    _ context: DrawingContext, messages: Int, hasBottom: Bool, announcesInMessages: Bool
  ) -> [TextRow] {
    let bottom = BottomLine(context: context).row()
    let announced = announcesInMessages && messages > 0 ? Announcement(context)?.row : nil
    func rows(_ count: Int) -> [TextRow] {
      let rows = MessageRows(context: context).rows(count)
      return announced.map { rows.dropLast() + [$0] } ?? rows
    }
    guard let command = context.view.commandLine, !context.view.asksToQuit else {
      if !hasBottom && context.view.asksToQuit {
        return rows(max(0, messages - 1)) + [bottom]
      }
      return rows(messages) + (hasBottom ? [bottom] : [])
    }
    let row = CommandRow(context: context, command: command)
    return rows(max(0, messages - 1)) + [row.row()]
      + (hasBottom ? [row.completions()] : [])
  }
}
